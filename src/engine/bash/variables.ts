/** What a script assigns, and which of its variables are known all the same. */
import type { Piece } from './program.ts'

/** Names whose special pieces must not be made. */
export type Blocked = ReadonlySet<string> | 'all'

interface Loop {
  readonly name: string
  /** Known words; empty where the loop is over a pattern. */
  readonly values: readonly string[]
  /** The one pattern it is over. */
  readonly pattern?: readonly Piece[]
}

/** A value that is evaluated as an expression, and so as code. */
interface Evaluation {
  readonly name: string | undefined
  readonly offset: number
  /** An assignment that surely ran before, or a loop around it, gave the value. */
  readonly isOwn: boolean
}

const INTEGER = /^[-+]?[0-9]+$/

const NOWHERE: readonly number[] = []

/** Names to which bash itself gives numbers. */
const NUMBERS = new Set(
  '# ? $ ! RANDOM SRANDOM SECONDS LINENO UID EUID PPID BASHPID EPOCHSECONDS OPTIND SHLVL HISTCMD'.split(' ')
)

/** Names that bash assigns by itself: what the script gives them does not last. */
const SET_BY_BASH =
  /^(?:_|BASH.*|COMP_.*|COPROC.*|READLINE_.*|EPOCH.*|S?RANDOM|SECONDS|LINENO|OPTARG|OPTIND|OLDPWD|REPLY|MAPFILE|PIPESTATUS|DIRSTACK|FUNCNAME|GROUPS|HISTCMD|PPID|E?UID|SHLVL|SHELLOPTS|COLUMNS|LINES)$/

/** Values that stay one word without quotes. */
const UNSPLIT = /^[^\s*?[\]\\]+$/

const PLACES: ReadonlyMap<string, 'home' | 'directory'> = new Map([
  ['HOME', 'home'],
  ['PWD', 'directory']
])

/**
 * Special pieces are made at sight and judged at the end: where the script turns out to assign a name they rely
 * on, a second walk must do without it.
 */
export class Variables {
  readonly #assigned = new Map<string, number>()
  readonly #relied = new Set<string>()
  readonly #blocked: Blocked
  readonly #notNumbers = new Set<string>()
  readonly #certain = new Set<string>()
  readonly #evaluations: Evaluation[] = []
  readonly #rereads: { readonly name: string; readonly offset: number }[] = []
  #hasArrays = false
  #assignsAnything = false
  #conditions = 0
  #loops: readonly Loop[] = []

  constructor(blocked: Blocked) {
    this.#blocked = blocked
  }

  get assigned(): ReadonlySet<string> {
    return new Set(this.#assigned.keys())
  }

  /** `lasts`: surely done where it stands, and not for one command alone. */
  assign(name: string, isNumber = false, lasts = true): void {
    this.#assigned.set(name, (this.#assigned.get(name) ?? 0) + 1)
    if (!isNumber) this.#notNumbers.add(name)
    if (lasts && this.#conditions === 0) this.#certain.add(name)
  }

  /** Some name becomes an array. */
  assignArray(): void {
    this.#hasArrays = true
  }

  /** `declare NAME=$x`: where the name is an array, bash reads the value once more, as code. */
  reread(name: string, offset: number): void {
    this.#rereads.push({ name, offset })
  }

  /** Reads what may not run, or not in this shell. */
  conditionally<T>(read: () => T): T {
    this.#conditions += 1
    const result = read()
    this.#conditions -= 1
    return result
  }

  /** The value of a name is evaluated as an expression; undefined: of something without a name. */
  evaluate(name: string | undefined, offset: number): void {
    const isOwn =
      // Where nothing is known of the script around, nor is what its functions assign.
      this.#blocked !== 'all' &&
      name !== undefined &&
      !SET_BY_BASH.test(name) &&
      (this.#certain.has(name) || this.#loops.some((loop) => loop.name === name))
    this.#evaluations.push({ name, offset, isOwn })
  }

  /** Where something is evaluated that is not known to be a number. */
  evaluated(): readonly number[] {
    if (this.#evaluations.length + this.#rereads.length === 0) return NOWHERE
    const isNumber = ({ name, isOwn }: Evaluation): boolean => {
      if (name === undefined || this.#assignsAnything || this.#notNumbers.has(name)) return false
      return isOwn || (NUMBERS.has(name) && !this.#assigned.has(name))
    }
    const reread = this.#rereads.filter(
      ({ name }) => this.#hasArrays || this.#blocked === 'all' || SET_BY_BASH.test(name)
    )
    return [...this.#evaluations.filter((one) => !isNumber(one)), ...reread].map(({ offset }) => offset)
  }

  /** Something may assign any name: text that is run, or a name that is not known. */
  assignAnything(): void {
    this.#assignsAnything = true
  }

  /** What a second walk must not rely on; undefined where this one relied on nothing wrongly. */
  mistakes(): Blocked | undefined {
    if (this.#relied.size === 0) return undefined
    if (this.#assignsAnything || this.#assigned.has('IFS')) return 'all'
    const wrong = [...this.#relied].filter((name) => {
      const own = PLACES.has(name) ? 0 : 1
      return (this.#assigned.get(name) ?? 0) > own
    })
    return wrong.length > 0 ? new Set(wrong) : undefined
  }

  /** The piece of a plain `$name`. */
  parameter(name: string, source: string, quoted: boolean, splits: boolean): readonly Piece[] {
    const special = this.#isBlocked(name) ? undefined : this.#special(name, source, quoted)
    if (special === undefined) return [{ kind: 'unknown', reason: 'variable', source, splits, name }]
    this.#relied.add(name)
    return special
  }

  /** The piece of a leading `~`. */
  home(source: string): Piece {
    if (this.#isBlocked('HOME')) return { kind: 'unknown', reason: 'tilde', source, splits: false }
    this.#relied.add('HOME')
    return { kind: 'home', source }
  }

  /** The variable of a loop is assigned. */
  assignEach(name: string, values: readonly (string | undefined)[]): void {
    this.assign(
      name,
      values.every((value) => value !== undefined && INTEGER.test(value))
    )
  }

  /** Reads something inside which the variable of a loop has one of these values. */
  withLoop<T>(name: string, values: readonly string[], read: () => T): T {
    return this.#with([...this.#loops, { name, values }], read)
  }

  /** Reads something inside which the variable of a loop has a name that matches this pattern. */
  withPattern<T>(name: string, pattern: readonly Piece[], read: () => T): T {
    const named = pattern.findIndex(({ kind }) => kind === 'glob')
    const pieces = pattern.map((piece, index) => (index === named ? { ...piece, variable: name } : piece))
    return this.#with([...this.#loops, { name, values: [], pattern: pieces }], read)
  }

  /** Reads something that may run outside the loops around it. */
  withoutLoops<T>(read: () => T): T {
    return this.#with([], read)
  }

  #with<T>(loops: readonly Loop[], read: () => T): T {
    const saved = this.#loops
    this.#loops = loops
    const result = read()
    this.#loops = saved
    return result
  }

  #isBlocked(name: string): boolean {
    return this.#blocked === 'all' || this.#blocked.has(name)
  }

  #special(name: string, source: string, quoted: boolean): readonly Piece[] | undefined {
    const place = PLACES.get(name)
    if (place !== undefined) return [{ kind: place, source }]
    const loop = this.#loops.findLast((one) => one.name === name)
    if (loop === undefined || SET_BY_BASH.test(name)) return undefined
    // Without quotes a name with blanks would become several words.
    if (loop.pattern !== undefined) return quoted ? loop.pattern : undefined
    if (!quoted && !loop.values.every((value) => UNSPLIT.test(value))) return undefined
    return [{ kind: 'choice', name, values: loop.values }]
  }
}
