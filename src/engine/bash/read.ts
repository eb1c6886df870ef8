/** Reading a script: raw checks, the second reader, a parse with a counted budget, verification and comparison. */
import type { Parser, Tree } from 'web-tree-sitter'
import { endOfChunk, parseBudget, readBudget } from './budget.ts'
import { commandsOf, rawCommands, withoutRepeats } from './candidates.ts'
import { findIslands } from './find-islands.ts'
import { type Island, Islands, NO_ISLANDS } from './islands.ts'
import { codeInside, mask } from './mask.ts'
import type { Problem } from './problem.ts'
import { MAX_COMMANDS, type Program, type Reading, type SimpleCommand } from './program.ts'
import { checkRaw } from './raw-checks.ts'
import type { CountedReader, ReaderCounters } from './reader.ts'
import { disagreement, type SecondReading, secondReading } from './second-reader.ts'
import type { Symbols } from './symbols.ts'
import { TreeTable } from './tree.ts'
import type { Blocked } from './variables.ts'
import { Walk } from './walk.ts'

/** Candidates are for deny rules only; more than this many helps nobody. */
const MAX_CANDIDATES = 1_000

/** Code inside expansions inside code. */
const MAX_ISLAND_DEPTH = 4

const NOTHING_BLOCKED: Blocked = new Set()

/** What one of the readers made of a script. */
interface FirstReading {
  readonly problem: Problem | undefined
  readonly program: Program | undefined
  readonly commands: readonly SimpleCommand[]
}

/** What is known of a tree besides its tables. */
interface Parsed {
  readonly unsound: Problem | undefined
  readonly hasError: boolean
}

/** The reader behind the port: careful, synchronous, and total. */
export class CarefulReader implements CountedReader {
  readonly counters: ReaderCounters = { parses: 0, cancelled: 0, crashed: 0 }
  readonly #createParser: () => Parser
  readonly #table: TreeTable
  #parser: Parser | undefined
  #isBroken = false

  constructor(createParser: () => Parser, symbols: Symbols) {
    this.#createParser = createParser
    this.#table = new TreeTable(symbols)
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  read(text: string): Reading {
    const raw = checkRaw(text)
    if (raw?.code === 'too-long') return unknown(raw, rawCommands(text))
    return this.#script(text, raw, 0)
  }

  /** `depth`: how many islands it lies in. */
  #script(text: string, raw: Problem | undefined, depth: number): Reading {
    // The second reader first: it is quick, and what it refuses need not cost the grammar much.
    const second = opinion(text)
    const doubt = typeof second === 'string' ? CRASHED : doubtOf(second)
    const islands =
      doubt === undefined && typeof second !== 'string' ? this.#islands(text, second, depth) : NO_ISLANDS
    const first =
      'code' in islands ? nothing(islands) : this.#first(text, islands, doubt !== undefined, depth)
    try {
      return conclude(raw, first, doubt, second, 'code' in islands ? NO_ISLANDS : islands)
    } catch {
      return unknown(this.#crash(), first.commands)
    }
  }

  /** Finds the islands of a script and reads those that hold code. */
  #islands(text: string, second: SecondReading, depth: number): Islands | Problem {
    const found = findIslands(text, second)
    if (found === undefined)
      return { code: 'too-many-nodes', message: 'too many expansions', offset: undefined }
    if (found.length === 0) return NO_ISLANDS
    const programs = new Map<Island, Program>()
    for (const island of found) {
      if (island.kind !== 'code') continue
      const { start: offset } = island
      const inner = codeInside(text, island)
      if (inner === undefined) return { code: 'construct', message: 'quoting inside backticks', offset }
      if (depth >= MAX_ISLAND_DEPTH) return { code: 'too-deep', message: 'nested too deep', offset }
      const reading = this.#script(inner, undefined, depth + 1)
      if (reading.status !== 'read') return { code: reading.code, message: reading.message, offset }
      programs.set(island, reading.program)
    }
    return new Islands(found, programs)
  }

  #first(text: string, islands: Islands, isDoubtful: boolean, depth: number): FirstReading {
    const masked = mask(text, islands.found)
    const parsed = this.#parse(masked, parseBudget(masked, isDoubtful))
    if ('code' in parsed) return nothing(parsed)
    try {
      return this.#walk(text, parsed, islands, depth > 0)
    } catch {
      return nothing(this.#crash())
    }
  }

  /** Leaves the tree in the tables. */
  #parse(text: string, budget: number): Parsed | Problem {
    if (this.#isBroken) return CRASHED
    if (budget === 0) return CANCELLED
    this.counters.parses += 1
    try {
      this.#parser ??= this.#createParser()
      const tree = parse(this.#parser, text, budget)
      if (tree === null) {
        this.counters.cancelled += 1
        this.#discardParser()
        return CANCELLED
      }
      try {
        return { unsound: this.#table.fill(tree, text), hasError: tree.rootNode.hasError }
      } finally {
        tree.delete()
      }
    } catch {
      // Nothing says what state an error left the runtime's memory in, and it is the only one of its thread.
      this.#isBroken = true
      return this.#crash()
    }
  }

  #crash(): Problem {
    this.counters.crashed += 1
    return CRASHED
  }

  #walk(text: string, { unsound, hasError }: Parsed, islands: Islands, isInside: boolean): FirstReading {
    // The walk goes as deep as the tree, on the stack.
    if (unsound?.code === 'too-deep') return nothing(unsound)
    // Inside an island what the script around it assigns is not known.
    const blocked = isInside ? 'all' : NOTHING_BLOCKED
    let walk = this.#walkOnce(text, islands, blocked, isInside)
    const mistakes = walk.variables.mistakes()
    if (mistakes !== undefined) walk = this.#walkOnce(text, islands, mistakes, isInside)
    const { result, commands } = walk
    const problem = hasError
      ? ({ code: 'syntax', message: 'a syntax error', offset: unsound?.offset } as const)
      : (unsound ?? walk.problem)
    return { problem, program: result, commands }
  }

  #walkOnce(text: string, islands: Islands, blocked: Blocked, isInside: boolean): Walk {
    islands.forget()
    const walk = new Walk(text, this.#table, blocked, islands)
    walk.run(isInside)
    return walk
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

/** null where the budget did not suffice. */
function parse(parser: Parser, text: string, budget: number): Tree | null {
  let steps = budget
  let reads = readBudget(text)
  const tree = parser.parse(
    (start) => {
      reads -= 1
      // The text seems to end here, so that what looks ahead stops at once.
      return reads < 0 ? '' : text.slice(start, endOfChunk(text, start))
    },
    null,
    {
      progressCallback: () => {
        steps -= 1
        return steps < 0 || reads < 0
      }
    }
  )
  if (tree === null || reads >= 0) return tree
  tree.delete()
  return null
}

const CRASHED: Problem = { code: 'crashed', message: 'an error inside a parser', offset: undefined }
const CANCELLED: Problem = { code: 'cancelled', message: 'too hard to parse', offset: undefined }

const nothing = (problem: Problem): FirstReading => ({ problem, program: undefined, commands: [] })

function opinion(text: string): SecondReading | 'crashed' {
  try {
    return secondReading(text)
  } catch {
    return 'crashed'
  }
}

function doubtOf({ errors, commands }: SecondReading): Problem | undefined {
  const error = errors?.[0]
  if (error !== undefined) return { code: 'syntax', message: 'a syntax error', offset: error.pos }
  if (commands.length <= MAX_COMMANDS) return undefined
  return { code: 'too-many-commands', message: 'too many commands', offset: undefined }
}

function conclude(
  raw: Problem | undefined,
  first: FirstReading,
  doubt: Problem | undefined,
  second: SecondReading | 'crashed',
  islands: Islands
): Reading {
  // A doubtful script is parsed for its commands alone; that it was cut short says nothing of it.
  const own = first.problem?.code === 'cancelled' ? (doubt ?? first.problem) : first.problem
  const problem = raw ?? own ?? doubt ?? compare(first.program, second, islands)
  if (problem === undefined && first.program !== undefined) return { status: 'read', program: first.program }
  const more = second === 'crashed' ? [] : commandsOf(second)
  return unknown(problem ?? CRASHED, withoutRepeats([...first.commands, ...more]))
}

function compare(
  program: Program | undefined,
  second: SecondReading | 'crashed',
  islands: Islands
): Problem | undefined {
  if (program === undefined || second === 'crashed') return CRASHED
  const found = disagreement(program, second, islands)
  if (found === undefined) return undefined
  return { code: 'disagreement', message: `the readers differ in ${found.what}`, offset: found.offset }
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
