/** Notices when files or folders change: by asking every second, and sooner where the system tells. */
import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds; tests wait less. */
export interface WatchTiming {
  /** Between two looks where the system tells of nothing: network drives and some containers do not. */
  readonly pollMs: number
  /** How long nothing may have changed before somebody is told: writing takes more than a moment. */
  readonly settleMs: number
  /** Told after this long even if it keeps changing. */
  readonly latestMs: number
  /** Before somebody who failed is told again of the same state. */
  readonly retryMs: number
}

export interface Watch {
  close(): void
}

const TIMING: WatchTiming = { pollMs: 1_000, settleMs: 100, latestMs: 2_000, retryMs: 10_000 }

/** Events come in bursts: one look for all that come within this many milliseconds. */
const BURST_MS = 20

/**
 * Calls `onChange` whenever the files, or what lies in the folders, is not what it was; one call at a time, again after
 * a while where it rejects. Symbolic links are followed, so that swapping one is a change. A path where nothing is has
 * a state like any other. Resolves once the present state is known: what is read after that is never missed.
 */
export async function watchPaths(
  paths: readonly string[],
  onChange: () => void | Promise<void>,
  timing: Partial<WatchTiming> = {}
): Promise<Watch> {
  const watching = new PathWatch(paths, onChange, { ...TIMING, ...timing })
  await watching.begin()
  return watching
}

class PathWatch implements Watch {
  readonly #paths: readonly string[]
  readonly #onChange: () => void | Promise<void>
  readonly #timing: WatchTiming
  #watchers: FSWatcher[] = []
  #isClosed = false
  /** What was told of last. */
  #told = ''
  #retryAt = Number.POSITIVE_INFINITY
  #wasWoken = false
  #wake: () => void = () => {}

  constructor(paths: readonly string[], onChange: () => void | Promise<void>, timing: WatchTiming) {
    this.#paths = paths
    this.#onChange = onChange
    this.#timing = timing
  }

  async begin(): Promise<void> {
    this.#listen()
    this.#told = await stateOfPaths(this.#paths)
    this.#run()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
    for (const watcher of this.#watchers.splice(0)) watcher.close()
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#pause()
      const state = await stateOfPaths(this.#paths)
      if (this.#isClosed) return
      if (state !== this.#told) await this.#tell(await this.#settled(state))
      else if (performance.now() >= this.#retryAt) await this.#tell(state)
    }
  }

  async #tell(state: string): Promise<void> {
    if (this.#isClosed) return
    this.#told = state
    this.#retryAt = Number.POSITIVE_INFINITY
    // Other folders may stand at the paths now.
    this.#listen()
    try {
      await this.#onChange()
    } catch {
      this.#retryAt = performance.now() + this.#timing.retryMs
    }
  }

  /** The state once it has stopped changing, or has changed for too long. */
  async #settled(first: string): Promise<string> {
    const since = performance.now()
    for (let state = first; ; ) {
      await sleep(this.#timing.settleMs, undefined, { ref: false })
      const next = await stateOfPaths(this.#paths)
      if (next === state || performance.now() - since >= this.#timing.latestMs) return next
      state = next
    }
  }

  /** Until the next look is due. */
  async #pause(): Promise<void> {
    if (!this.#wasWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#timing.pollMs).unref()
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    if (this.#wasWoken) await sleep(BURST_MS, undefined, { ref: false })
    this.#wasWoken = false
  }

  /** Asks the system to tell of changes; where it does not, asking every second has to do. */
  #listen(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close()
    for (const path of this.#paths) {
      this.#listenTo(path, () => true)
      // A link or a file that is replaced is an event of the folder around it; `..data` is what Kubernetes swaps.
      this.#listenTo(dirname(path), (name) => name === basename(path) || name.startsWith('..'))
    }
  }

  #listenTo(path: string, concerns: (name: string) => boolean): void {
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        if (name !== null && !concerns(name)) return
        this.#wasWoken = true
        this.#wake()
      })
      watcher.on('error', () => watcher.close())
      this.#watchers.push(watcher)
    } catch {
      // Nothing is there, or the system has no watches left.
    }
  }
}

/** What distinguishes this moment of the files and folders from any other. */
export async function stateOfPaths(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map(stateOfPath))).join('\n')
}

async function stateOfPath(path: string): Promise<string> {
  try {
    const { line, isFolder } = await stamp(path)
    if (!isFolder) return line
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
    const lines = await Promise.all(
      names.map(async (name) => `${name} ${await stampOrFault(join(path, name))}`)
    )
    return [line, ...lines].join('\n')
  } catch (error) {
    return faultOf(error)
  }
}

/** What any other content or another file in its place changes. */
async function stamp(path: string): Promise<{ readonly line: string; readonly isFolder: boolean }> {
  const found = await stat(path, { bigint: true })
  const isFolder = found.isDirectory()
  const { dev, ino, size, mtimeNs, ctimeNs } = found
  // Whatever happens in a folder changes its times; only the files in it count.
  return { line: isFolder ? `${dev} ${ino}` : `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, isFolder }
}

const stampOrFault = (path: string): Promise<string> => stamp(path).then(({ line }) => line, faultOf)

const faultOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
