/** Reading a script: raw checks, a parse with a counted budget, verification and walk, and a second opinion. */
import type { Parser, Tree } from 'web-tree-sitter'
import { commandsOf, rawCommands } from './candidates.ts'
import type { Problem } from './problem.ts'
import type { Program, Reading, SimpleCommand } from './program.ts'
import { checkRaw } from './raw-checks.ts'
import type { BashReader } from './reader.ts'
import { disagreement, type SecondReading, secondReading } from './second-reader.ts'
import type { Symbols } from './symbols.ts'
import { TreeTable } from './tree.ts'
import type { Blocked } from './variables.ts'
import { Walk } from './walk.ts'

/**
 * Progress callbacks (one for about 100 parser steps) before a parse is cancelled. A plain script of the greatest
 * length that is parsed needs under a third of them.
 */
export const PARSE_BUDGET = 1_500

/** Candidates are for deny rules only; more than this many helps nobody. */
const MAX_CANDIDATES = 1_000

/** The reader behind the port: careful, synchronous, and total. */
export class CarefulReader implements BashReader {
  readonly #createParser: () => Parser
  readonly #table: TreeTable
  #parser: Parser | undefined

  constructor(createParser: () => Parser, symbols: Symbols) {
    this.#createParser = createParser
    this.#table = new TreeTable(symbols)
  }

  read(text: string): Reading {
    const raw = checkRaw(text)
    if (raw?.code === 'too-long') return unknown(raw, rawCommands(text))
    let second: SecondReading | undefined
    try {
      second = secondReading(text)
    } catch {
      // Nothing from the second reader: the comparison below fails closed.
    }
    let first: Problem | Walk
    try {
      first = this.#walk(text)
    } catch {
      this.#discardParser()
      first = { code: 'crashed', message: 'an error inside the parser', offset: undefined }
    }
    try {
      return conclude(raw, first, second)
    } catch {
      return unknown({ code: 'crashed', message: 'an error inside the comparison', offset: undefined }, [])
    }
  }

  #walk(text: string): Problem | Walk {
    const tree = this.#parse(text)
    if (tree === null) {
      this.#discardParser()
      return { code: 'cancelled', message: 'a script that is too hard to parse', offset: undefined }
    }
    try {
      const hasError = tree.rootNode.hasError
      const unsound = this.#table.fill(tree, text)
      let walk = this.#walkOnce(text, new Set())
      const mistakes = walk.variables.mistakes()
      if (mistakes !== undefined) walk = this.#walkOnce(text, mistakes)
      if (hasError) walk.problem = { code: 'syntax', message: 'a syntax error', offset: unsound?.offset }
      else if (unsound !== undefined) walk.problem = unsound
      return walk
    } finally {
      tree.delete()
    }
  }

  #walkOnce(text: string, blocked: Blocked): Walk {
    const walk = new Walk(text, this.#table, blocked)
    walk.run()
    return walk
  }

  #parse(text: string): Tree | null {
    this.#parser ??= this.#createParser()
    let left = PARSE_BUDGET
    return this.#parser.parse(text, null, {
      progressCallback: () => {
        left -= 1
        return left < 0
      }
    })
  }

  /** A parser that was stopped would go on with its old text: it is never used again. */
  #discardParser(): void {
    const parser = this.#parser
    this.#parser = undefined
    try {
      parser?.delete()
    } catch {
      // Its memory is lost either way.
    }
  }
}

function conclude(
  raw: Problem | undefined,
  first: Problem | Walk,
  second: SecondReading | undefined
): Reading {
  const walk = first instanceof Walk ? first : undefined
  const problem = raw ?? (first instanceof Walk ? first.problem : first) ?? compare(walk?.result, second)
  if (problem === undefined && walk?.result !== undefined) return { status: 'read', program: walk.result }
  const missing: Problem = { code: 'crashed', message: 'no reading', offset: undefined }
  return unknown(problem ?? missing, [...(walk?.commands ?? []), ...commandsOf(second)])
}

function compare(program: Program | undefined, second: SecondReading | undefined): Problem | undefined {
  if (program === undefined) return undefined
  if (second === undefined) return { code: 'crashed', message: 'the second parser failed', offset: undefined }
  const error = second.errors?.[0]
  if (error !== undefined) return { code: 'syntax', message: 'a syntax error', offset: error.pos }
  const offset = disagreement(program, second)
  return offset === undefined ? undefined : { code: 'disagreement', message: 'a command', offset }
}

function unknown(problem: Problem, candidates: readonly SimpleCommand[]): Reading {
  const { code, message, offset } = problem
  return {
    status: 'structure-unknown',
    code,
    message,
    offset,
    candidates: candidates.slice(0, MAX_CANDIDATES)
  }
}
