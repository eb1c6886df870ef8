/** One sandbox: its processes, its root, and one pass of one script after another. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OracleUnavailable } from './contract.ts'
import { LaneFiles } from './files.ts'
import type { Marks, Mode } from './prelude.ts'
import { BASH, baseIn, isRoot, namespaces, SANDBOX, TOOL_PATH } from './root.ts'
import type { Surroundings } from './surroundings.ts'
import { readTrace, type Traced } from './trace.ts'

export interface Pass extends Traced {
  readonly writes: readonly string[]
  readonly status: number
  readonly timedOut: boolean
  readonly stderr: string
}

const WALL_MS = 2_000
const OPEN_MS = 20_000
/** As `timeout` says it. */
export const STATUS_TIMED_OUT = 124
/** Signals of the limits on file size and processor time, as exit statuses. */
const LIMITS: ReadonlySet<number> = new Set([128 + 25, 128 + 24])
const MAX_STDERR = 4_000
/** In no other root. */
const MARKER = '.oracle/runner'
const NOBODY = 65_534
/** Beyond these the pass is cut short. */
const CUT_SHORT =
  /: fork: |Resource temporarily unavailable|cannot (?:allocate|make pipe|duplicate|redirect)|Too many open files|No space left/

export class Lane {
  readonly #child: ChildProcess
  readonly #pid: number
  readonly #root: string
  readonly #mount: string
  readonly #secret: string
  readonly marks: Marks = { trace: `T${randomBytes(6).toString('hex')}`, status: randomInt(2 ** 30, 2 ** 31) }
  readonly #files: LaneFiles
  readonly #lines: Lines
  /** Without it bash cannot open what `<(...)` names. */
  readonly hasProc: boolean
  isOpen = true

  private constructor(
    child: ChildProcess,
    lines: Lines,
    mount: string,
    secret: string,
    pid: number,
    hasProc: boolean
  ) {
    this.#secret = secret
    this.#child = child
    this.#lines = lines
    this.#mount = mount
    this.#pid = pid
    this.hasProc = hasProc
    // The lane's root as it sees it, mounts and all.
    this.#root = `/proc/${pid}/root`
    this.#files = new LaneFiles(this.#root)
  }

  static async open(folder: string, index: number): Promise<Lane> {
    const mount = mkdtempSync(join(folder, 'root-'))
    // A uid for each lane: the limit on processes counts all that a uid has.
    const user = isRoot() ? String(NOBODY - index) : '-'
    const child = spawn('unshare', [...namespaces(), BASH, SANDBOX, baseIn(folder), mount, user], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: TOOL_PATH, LC_ALL: 'C' }
    })
    let said = ''
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(0, 500)
    })
    const lines = new Lines(child)
    const [word, pid, proc] = (await lines.next(OPEN_MS))?.split(' ') ?? []
    const secret = randomBytes(12).toString('hex')
    child.stdin?.on('error', () => {})
    child.stdin?.write(`${secret}\n`)
    // INVARIANT: only now is its root the lane's; before, it was everybody's.
    const ready = word === 'lane' && (await lines.next(OPEN_MS)) === `${secret} ready`
    const lane = new Lane(child, lines, mount, secret, Number(pid), proc === 'yes')
    if (ready && existsSync(join(lane.#root, MARKER))) return lane
    lane.kill()
    throw new OracleUnavailable(`The bash oracle's sandbox could not be set up (${said.trim()}).`)
  }

  /** Whether bash's own syntax check finds no fault; undefined: it gave no answer. */
  async accepts(script: string): Promise<boolean | undefined> {
    this.#put('run/script', `${script}\0`)
    const status = await this.#ask('syntax')
    if (status === undefined) {
      this.kill()
      return undefined
    }
    return !showsSyntaxError(this.#take('run/out/stderr').toString())
  }

  /** Runs a script once. A lane that hangs or dies is no longer open. */
  async pass(mode: Mode, script: string, prelude: string, surroundings: Surroundings): Promise<Pass> {
    this.#files.prepare(surroundings)
    this.#put('run/script', `${script}\0`)
    this.#put('run/prelude', prelude)
    const status = await this.#ask(mode)
    const stderr = this.#take('run/out/stderr').toString('utf8').slice(0, MAX_STDERR)
    const traced = readTrace(this.#take('run/out/trace'), this.#take('run/out/hits'), this.marks)
    const writes = this.#look(status !== undefined)
    if (status === undefined) this.kill()
    const timedOut = status === undefined || LIMITS.has(status)
    return {
      commands: traced.commands,
      damaged: traced.damaged || timedOut || CUT_SHORT.test(stderr),
      writes,
      status: status ?? STATUS_TIMED_OUT,
      timedOut,
      stderr
    }
  }

  /** Ends it and everything in it. */
  kill(): void {
    this.isOpen = false
    // Its process 1: the kernel ends the others.
    for (const end of [() => process.kill(this.#pid, 'SIGKILL'), () => this.#child.kill('SIGKILL')]) {
      try {
        end()
      } catch {}
    }
  }

  async close(): Promise<void> {
    this.kill()
    await this.#lines.ended
    rmdirSync(this.#mount)
  }

  #put(path: string, text: string): void {
    if (this.isOpen) writeFileSync(join(this.#root, path), text)
  }

  #take(path: string): Buffer {
    try {
      return readFileSync(join(this.#root, path))
    } catch {
      return Buffer.alloc(0)
    }
  }

  /** Nothing runs in there any more, unless it hangs. */
  #look(clean: boolean): readonly string[] {
    try {
      return this.#files.collect(clean)
    } catch {
      this.kill()
      return []
    }
  }

  async #ask(what: Mode | 'syntax'): Promise<number | undefined> {
    this.#child.stdin?.write(`${what}\n`)
    const deadline = Date.now() + WALL_MS
    for (;;) {
      const line = await this.#lines.next(deadline - Date.now())
      if (line === undefined) return undefined
      const [secret, status] = line.split(' ')
      if (secret === this.#secret) return Number(status)
    }
  }
}

/** Of the script, or of text that it runs later. */
export const showsSyntaxError = (stderr: string): boolean =>
  /syntax error|unexpected EOF|unexpected end of file/.test(stderr)

/** Lines of a process's output, one at a time. */
class Lines {
  readonly ended: Promise<void>
  #text = ''
  #wake: () => void = () => {}
  #isOver = false

  constructor(child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.#text += data.toString()
      this.#wake()
    })
    this.ended = new Promise((resolve) => {
      child.once('close', () => {
        this.#isOver = true
        this.#wake()
        resolve()
      })
      child.once('error', () => {
        this.#isOver = true
        this.#wake()
        resolve()
      })
    })
  }

  /** undefined: none came in time, or none will. */
  async next(milliseconds: number): Promise<string | undefined> {
    const deadline = Date.now() + milliseconds
    for (;;) {
      const end = this.#text.indexOf('\n')
      if (end !== -1) {
        const line = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 1)
        return line
      }
      const left = deadline - Date.now()
      if (this.#isOver || left <= 0) return undefined
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
}
