/** In which directory each command of a script runs, as far as `cd` in the script lets one say. */
import { isAbsolute, join } from '../paths/normalise.ts'
import type { Platform } from '../paths/place.ts'
import type { Case, If, List, Loop, Operand, Piece, Program, SimpleCommand, Statement } from './program.ts'

/** Absolute possibilities; undefined: unknown. */
export type Directories = readonly string[] | undefined

/** Where a statement leaves the shell, by its exit status. */
interface Outcome {
  readonly success: Directories
  readonly failure: Directories
}

/** Whether a command changes directory, and where to. */
export type DirectoryChange = (command: SimpleCommand) => { readonly to: Operand | undefined } | undefined

/** Built-ins after which the rest of a loop's body does not run; elsewhere they only complain. */
const LEAVES_LOOP = new Set(['break', 'continue'])

/** More possibilities than this are as good as unknown. */
const MAX_DIRECTORIES = 8

/** The directories of every simple command, those in substitutions and function bodies included. */
export function locate(
  program: Program,
  start: string | undefined,
  home: string | undefined,
  target: DirectoryChange,
  platform: Platform = 'linux'
): Map<SimpleCommand, Directories> {
  const tracker = new Tracker(home, target, platform)
  const here = start === undefined ? undefined : [start]
  if (program.body !== undefined) tracker.run(program.body, here)
  if (tracker.functions.length > 0) locateFunctions(tracker, here)
  return tracker.found
}

/** A function may be called from anywhere; where nothing changes directory that is always the same place. */
function locateFunctions(tracker: Tracker, here: Directories): void {
  const bodies = tracker.functions.splice(0)
  const inside = tracker.another()
  const from = tracker.moves ? undefined : here
  for (const body of bodies) inside.run(body, from)
  if (inside.moves && from !== undefined) {
    tracker.moves = true
    tracker.functions.push(...bodies)
    locateFunctions(tracker, undefined)
    return
  }
  for (const [command, directories] of inside.found) tracker.found.set(command, directories)
  if (inside.functions.length > 0) {
    tracker.functions.push(...inside.functions)
    locateFunctions(tracker, from)
  }
}

class Tracker {
  readonly found = new Map<SimpleCommand, Directories>()
  /** Bodies of functions, put aside. */
  readonly functions: Statement[] = []
  /** Loops of this shell around. */
  #loops = 0
  /** Where a loop is left from its middle. */
  #left: Directories = []
  /** A command was met that changes directory. */
  moves = false
  readonly #home: string | undefined
  readonly #target: DirectoryChange
  readonly #platform: Platform

  constructor(home: string | undefined, target: DirectoryChange, platform: Platform) {
    this.#home = home
    this.#target = target
    this.#platform = platform
  }

  /** One that knows the same and has found nothing yet. */
  another(): Tracker {
    return new Tracker(this.#home, this.#target, this.#platform)
  }

  run(statement: Statement, here: Directories): Outcome {
    switch (statement.kind) {
      case 'command':
        return this.#command(statement, here)
      case 'list':
        return this.#list(statement, here)
      case 'pipeline':
        this.#apart(() => {
          for (const member of statement.members) this.run(member, here)
        })
        return stay(here)
      case 'negation': {
        const { success, failure } = this.run(statement.statement, here)
        return { success: failure, failure: success }
      }
      case 'function':
        this.functions.push(statement.body)
        return stay(here)
      default:
        this.#apart(() => {
          for (const one of statement.substitutions) this.run(one, here)
        })
        return this.#compound(statement, here)
    }
  }

  #compound(
    statement: Exclude<Statement, { kind: 'command' | 'list' | 'pipeline' | 'negation' | 'function' }>,
    here: Directories
  ): Outcome {
    switch (statement.kind) {
      case 'subshell':
        this.#apart(() => this.run(statement.body, here))
        return stay(here)
      case 'group':
        return this.run(statement.body, here)
      case 'condition':
        return stay(here)
      case 'if':
        return this.#branches(statement, here)
      case 'case':
        return this.#arms(statement, here)
      case 'for':
      case 'while':
      case 'until':
        return this.#loop(statement, here)
    }
  }

  /** In a shell of its own, which the loops around do not end. */
  #apart(run: () => void): void {
    const loops = this.#loops
    this.#loops = 0
    run()
    this.#loops = loops
  }

  #command(command: SimpleCommand, here: Directories): Outcome {
    // Code that is never reached has no directory at all; nothing is concluded from that.
    const reached = here?.length === 0 ? undefined : here
    this.found.set(command, this.found.has(command) ? union(this.found.get(command), reached) : reached)
    this.#apart(() => {
      for (const one of command.substitutions) this.run(one, here)
    })
    const change = this.#target(command)
    if (change !== undefined) this.moves = true
    if (change !== undefined) return { success: this.#changed(change.to, here), failure: here }
    const [first, ...operands] = command.words
    const leaves = command.words.slice(0, 3).some(({ value }) => value === 'break' || value === 'continue')
    if (leaves) this.#left = union(this.#left, here)
    const isSure =
      command.redirections.length === 0 && operands.every(({ value }) => /^\d+$/.test(value ?? ''))
    // Code that nobody sees (`source`, `$CMD`, a function) may change directory, too. A script with such a command
    // passes only as a whole, so what follows is judged where it most likely runs: that finds more denials.
    // Nothing follows it in this shell.
    const name = first?.value ?? ''
    const ends = name === 'exit' || (LEAVES_LOOP.has(name) && this.#loops > 0)
    return isSure && ends ? stay([]) : stay(here)
  }

  #changed(to: Operand | undefined, here: Directories): Directories {
    if (to === undefined) return undefined
    let paths: readonly string[] = ['']
    for (const [index, piece] of to.pieces.entries()) {
      const values = this.#values(piece, here, index === 0)
      if (values === undefined || values.length * paths.length > MAX_DIRECTORIES) return undefined
      paths = paths.flatMap((path) => values.map((value) => path + value))
    }
    const results: string[] = []
    for (const path of paths) {
      const bases = isAbsolute(path, this.#platform) ? ['/'] : here
      if (bases === undefined) return undefined
      for (const base of bases) results.push(join(base, path, this.#platform))
    }
    return capped(results)
  }

  #values(piece: Piece, here: Directories, isFirst: boolean): readonly string[] | undefined {
    switch (piece.kind) {
      case 'text':
        return [piece.value]
      case 'choice':
        return piece.values
      case 'home':
        return this.#home === undefined || !isFirst ? undefined : [this.#home]
      case 'directory':
        return isFirst ? here : undefined
      default:
        return undefined
    }
  }

  #list({ items }: List, start: Directories): Outcome {
    let entry = start
    let last: Outcome = stay(start)
    let chain: '&&' | '||' | undefined
    for (const { statement, after } of items) {
      const here = chain === '&&' ? last.success : chain === '||' ? union(last.success, last.failure) : entry
      const next = this.run(statement, here === undefined || here.length > 0 ? here : entry)
      if (chain === '&&') last = { success: next.success, failure: union(last.failure, next.failure) }
      else if (chain === '||') last = { success: union(last.success, next.success), failure: next.failure }
      else last = next
      if (after === '&&' || after === '||') {
        chain = after
        continue
      }
      chain = undefined
      // A background job has a shell of its own.
      if (after === '&') last = stay(entry)
      const both = union(last.success, last.failure)
      entry = both?.length === 0 ? entry : both
    }
    return last
  }

  #branches({ branches }: If, start: Directories): Outcome {
    let here = start
    let after: Directories = []
    for (const { condition, body } of branches) {
      const tested = condition === undefined ? stay(here) : this.run(condition, here)
      const done = this.run(body, tested.success)
      after = union(after, union(done.success, done.failure))
      here = condition === undefined ? [] : tested.failure
    }
    return stay(union(after, here))
  }

  #arms({ arms }: Case, start: Directories): Outcome {
    let here = start
    for (const { body } of arms) {
      if (body === undefined) continue
      const { success, failure } = this.run(body, here)
      // An arm may fall through to the next.
      here = union(here, union(success, failure))
    }
    return stay(here)
  }

  /** Where one round ends elsewhere than it began, the next begins anywhere. */
  #loop(loop: Loop, start: Directories): Outcome {
    const once = this.#round(loop, start)
    if (isWithin(once, start)) return stay(start)
    return stay(union(start, this.#round(loop, undefined)))
  }

  #round({ condition, body }: Loop, start: Directories): Directories {
    const outside = this.#left
    this.#left = []
    this.#loops += 1
    const tested = condition === undefined ? stay(start) : this.run(condition, start)
    const either = union(tested.success, tested.failure)
    const done = this.run(body, either)
    this.#loops -= 1
    const left = this.#left
    // `break 2` leaves the loop around as well.
    this.#left = union(outside, left)
    return union(left, union(either, union(done.success, done.failure)))
  }
}

const stay = (here: Directories): Outcome => ({ success: here, failure: here })

function union(a: Directories, b: Directories): Directories {
  if (a === undefined || b === undefined) return undefined
  return a === b ? a : capped([...a, ...b])
}

function capped(all: readonly string[]): Directories {
  const distinct = [...new Set(all)]
  return distinct.length > MAX_DIRECTORIES ? undefined : distinct
}

function isWithin(some: Directories, all: Directories): boolean {
  if (all === undefined) return true
  return some?.every((one) => all.includes(one)) === true
}
