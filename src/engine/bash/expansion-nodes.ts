/** The expansions the tree has inside one word, met one after another as the word is read from its characters. */
import type { TreeTable } from './tree.ts'

const EXPANSIONS = new Set([
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'simple_expansion',
  'expansion'
])

/** What the tree says of the expansions of a word. */
export interface Expansions {
  /** Whether the tree saw the word at all. */
  readonly tracked: boolean
  has(type: string, at: number): boolean
  take(type: string, at: number, end: number | undefined): number | undefined
  isDone(): boolean
}

/** For text that was hidden from the tree: an expansion is what its characters say, where they say its end. */
export const UNTRACKED: Expansions = {
  tracked: false,
  has: () => false,
  take: (_type, _at, end) => (end === undefined ? undefined : 0),
  isDone: () => true
}

/** A position in the nodes of a word, moving forward only. */
export class ExpansionNodes implements Expansions {
  readonly tracked = true
  readonly #tree: TreeTable
  readonly #last: number
  #node: number

  constructor(tree: TreeTable, first: number, last: number) {
    this.#tree = tree
    this.#node = first
    this.#last = last
  }

  /** Whether a node of this type begins exactly here. */
  has(type: string, at: number): boolean {
    const tree = this.#tree
    for (let node = this.#node; node < this.#last && tree.start(node) <= at; node += 1) {
      if (tree.start(node) === at && tree.name(node) === type) return true
    }
    return false
  }

  /** The node of this type exactly here; undefined where there is none or one before it was passed over. */
  take(type: string, at: number, end: number | undefined): number | undefined {
    const tree = this.#tree
    for (let node = this.#node; node < this.#last && tree.start(node) <= at; node += 1) {
      const name = tree.name(node)
      if (tree.start(node) === at && name === type && (end ?? tree.end(node)) === tree.end(node)) {
        this.#node = tree.next(node)
        return node
      }
      if (EXPANSIONS.has(name)) break
    }
    return undefined
  }

  /** Whether every expansion was taken. */
  isDone(): boolean {
    for (let node = this.#node; node < this.#last; node += 1) {
      if (EXPANSIONS.has(this.#tree.name(node))) return false
    }
    return true
  }
}
