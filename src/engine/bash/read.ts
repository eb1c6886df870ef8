/** Reading a script: raw checks, the second reader, a parse with a counted budget, verification and comparison. */
import type { Parser, Tree } from 'web-tree-sitter'
import { parseBudget } from './budget.ts'
import { commandsOf, rawCommands } from './candidates.ts'
import type { Problem } from './problem.ts'
import { MAX_COMMANDS, type Program, type Reading, type SimpleCommand } from './program.ts'
import { checkRaw } from './raw-checks.ts'
import type { BashReader } from './reader.ts'
import { disagreement, type SecondReading, secondReading } from './second-reader.ts'
import type { Symbols } from './symbols.ts'
import { TreeTable } from './tree.ts'
import type { Blocked } from './variables.ts'
import { Walk } from './walk.ts'

/** Candidates are for deny rules only; more than this many helps nobody. */
const MAX_CANDIDATES = 1_000

const NOTHING_BLOCKED: Blocked = new Set()

/** What one of the readers made of a script. */
interface FirstReading {
  readonly problem: Problem | undefined
  readonly program: Program | undefined
  readonly commands: readonly SimpleCommand[]
}

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
    // The second reader first: it is quick, and what it refuses need not cost the grammar much.
    const second = opinion(text)
    const doubt = typeof second === 'string' ? CRASHED : doubtOf(second)
    const first = this.#first(text, parseBudget(text, doubt !== undefined))
    try {
      return conclude(raw, first, doubt, second)
    } catch {
      return unknown(CRASHED, first.commands)
    }
  }

  #first(text: string, budget: number): FirstReading {
    try {
      return this.#walk(text, budget)
    } catch {
      this.#discardParser()
      return nothing(CRASHED)
    }
  }

  #walk(text: string, budget: number): FirstReading {
    this.#parser ??= this.#createParser()
    const tree = budget === 0 ? null : parse(this.#parser, text, budget)
    if (tree === null) {
      this.#discardParser()
      return nothing(CANCELLED)
    }
    try {
      const unsound = this.#table.fill(tree, text)
      let walk = this.#walkOnce(text, NOTHING_BLOCKED)
      const mistakes = walk.variables.mistakes()
      if (mistakes !== undefined) walk = this.#walkOnce(text, mistakes)
      const { result, commands } = walk
      const problem = tree.rootNode.hasError
        ? ({ code: 'syntax', message: 'a syntax error', offset: unsound?.offset } as const)
        : (unsound ?? walk.problem)
      return { problem, program: result, commands }
    } finally {
      tree.delete()
    }
  }

  #walkOnce(text: string, blocked: Blocked): Walk {
    const walk = new Walk(text, this.#table, blocked)
    walk.run()
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

function parse(parser: Parser, text: string, budget: number): Tree | null {
  let left = budget
  return parser.parse(text, null, {
    progressCallback: () => {
      left -= 1
      return left < 0
    }
  })
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
  second: SecondReading | 'crashed'
): Reading {
  // A doubtful script is parsed for its commands alone; that it was cut short says nothing of it.
  const own = first.problem?.code === 'cancelled' ? (doubt ?? first.problem) : first.problem
  const problem = raw ?? own ?? doubt ?? compare(first.program, second)
  if (problem === undefined && first.program !== undefined) return { status: 'read', program: first.program }
  const more = second === 'crashed' ? [] : commandsOf(second)
  return unknown(problem ?? CRASHED, [...first.commands, ...more])
}

function compare(program: Program | undefined, second: SecondReading | 'crashed'): Problem | undefined {
  if (program === undefined || second === 'crashed') return CRASHED
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
