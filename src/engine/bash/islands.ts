/**
 * Islands: stretches of a script that the grammar misreads or does not know. The second reader says where they lie,
 * the first reads the script with plain characters in their place, and the walk reads each of them from the script's
 * own text when it comes to it. One that the walk never meets in its place is a disagreement of the two readers.
 */
import type { Program, Statement } from './program.ts'

/**
 * - `code`: `$(...)` or backticks, read as a script of its own
 * - `parameter`: `${...}`; `arithmetic`: `$((...))` and `$[...]`
 * - `arithmetic-command`: `((...))`; `arithmetic-for`: the head of `for ((...))`
 * - `pattern`: of `case`, or on the right of `==`, `!=` and `=~` in `[[ ]]`
 * - `dash`: a word that is a lone dash, which the grammar loses before a redirection
 * - `heredoc`, `here-string`, `read-write` (`<>`): the operator; a heredoc's body lies elsewhere
 */
export type IslandKind =
  | 'code'
  | 'parameter'
  | 'arithmetic'
  | 'arithmetic-command'
  | 'arithmetic-for'
  | 'pattern'
  | 'dash'
  | 'heredoc'
  | 'here-string'
  | 'read-write'

export interface Island {
  readonly kind: IslandKind
  readonly start: number
  readonly end: number
  /** Inside double quotes or a heredoc that expands. */
  readonly quoted: boolean
  /** Inside another island, which covers it already. */
  readonly inside: boolean
  /** Heredocs: from the first line of the body to the end of the closing delimiter. */
  readonly body?: { readonly start: number; readonly end: number; readonly close: number }
}

/** What the walk knows of the islands of a script. */
export class Islands {
  readonly #code = new Map<number, Island>()
  readonly #others = new Map<number, Island>()
  readonly #programs: ReadonlyMap<Island, Program>
  readonly #statements: ReadonlySet<Statement | undefined>
  readonly #met = new Set<Island>()
  readonly heredocs: readonly Island[]

  readonly all: readonly Island[]

  /** `found`: what was searched out, with what is only masked. */
  constructor(
    readonly found: readonly Island[],
    programs: ReadonlyMap<Island, Program>
  ) {
    // A dash is a word like any other once the grammar has seen one there.
    this.all = found.filter((island) => island.kind !== 'dash')
    const { all } = this
    for (const island of all) (island.kind === 'code' ? this.#code : this.#others).set(island.start, island)
    this.#programs = programs
    this.#statements = new Set([...programs.values()].map(({ body }) => body))
    this.heredocs = this.all.filter((island) => island.kind === 'heredoc')
  }

  /** The island of this kind that begins here; it counts as met. */
  take(kind: IslandKind, offset: number): Island | undefined {
    if (this.all.length === 0) return undefined
    const island = (kind === 'code' ? this.#code : this.#others).get(offset)
    if (island?.kind !== kind) return undefined
    this.#met.add(island)
    return island
  }

  /** What a `code` island runs. */
  statementOf(island: Island): Statement | undefined {
    return this.#programs.get(island)?.body
  }

  /** Whether this statement is all of a `code` island, which was compared when it was read. */
  isCode(statement: Statement): boolean {
    return this.#statements.has(statement)
  }

  /** The scripts inside. */
  get programs(): Iterable<Program> {
    return this.#programs.values()
  }

  /** The first one that was never met. */
  unmet(): Island | undefined {
    return this.#met.size === this.all.length ? undefined : this.all.find((island) => !this.#met.has(island))
  }

  /** Meets them all again: for a second walk. */
  forget(): void {
    this.#met.clear()
  }
}

export const NO_ISLANDS = new Islands([], new Map())
