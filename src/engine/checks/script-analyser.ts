/** From text to analysis, kept per text. */
import { LRUCache } from 'lru-cache'
import { rawCommands } from '../bash/candidates.ts'
import type { Reading, SimpleCommand } from '../bash/program.ts'
import type { BashReader } from '../bash/reader.ts'
import type { CacheFigures } from '../cache-figures.ts'
import type { ScriptAnalysis, StructureProblem } from './bash-analysis.ts'
import { Collector } from './bash-collector.ts'

/** Scripts inside scripts deeper than this are not read. */
const MAX_NESTING = 3

export interface ScriptAnalyser {
  analyse(text: string): ScriptAnalysis | Promise<ScriptAnalysis>
  /** What is not to be parsed: its raw words, for deny rules alone. */
  skim(text: string, why: StructureProblem): ScriptAnalysis
}

/** An analyser that tells how well it remembers. */
export interface RememberingAnalyser extends ScriptAnalyser {
  figures(): CacheFigures
}

/** About how many bytes of analyses are kept. */
const KEPT_BYTES = 64_000_000

/** Keeps the analyses of the last `max` different scripts, at most about 64 MB of them. */
export function createScriptAnalyser(reader: BashReader, max = 2_000): RememberingAnalyser {
  const counters = { hits: 0, misses: 0 }
  const kept = new LRUCache<string, ScriptAnalysis>({ max, maxSize: KEPT_BYTES, sizeCalculation: weigh })

  const nested =
    (depth: number) =>
    (text: string): ScriptAnalysis => {
      if (depth > MAX_NESTING) return unread(text, { ...TOO_DEEP, offset: undefined })
      const reading = reader.read(text)
      // A reader that answers later cannot be waited for here: code inside code stays unread.
      return reading instanceof Promise ? unread(text, LATE) : build(text, reading, depth)
    }

  function build(text: string, reading: Reading, depth: number): ScriptAnalysis {
    if (reading.status === 'structure-unknown') {
      const { code, message, offset, candidates } = reading
      return suspect(text, { code, message, offset }, candidates, nested(depth + 1))
    }
    const { program } = reading
    const collector = new Collector(program, nested(depth + 1))
    if (program.body !== undefined) collector.statement(program.body, 'main', undefined)
    collector.finish()
    const { commands, redirections } = collector
    return {
      text,
      program,
      structure: problemInside(collector),
      commands,
      redirections,
      memo: { last: undefined }
    }
  }

  const regulars = new Regulars(max)
  const keep = (analysis: ScriptAnalysis): ScriptAnalysis => {
    // Whatever depended on the moment is not kept (D14).
    if (analysis.structure?.code !== 'crashed' && regulars.knows(analysis.text)) {
      kept.set(analysis.text, analysis)
    }
    return analysis
  }

  return {
    analyse(text) {
      const known = kept.get(text)
      if (known !== undefined) {
        counters.hits += 1
        return known
      }
      counters.misses += 1
      const reading = reader.read(text)
      return reading instanceof Promise
        ? reading.then((late) => keep(build(text, late, 0)))
        : keep(build(text, reading, 0))
    },
    skim: (text, why) => suspect(text, why, rawCommands(text, SKIMMED), () => undefined),
    figures: () => ({ ...counters, entries: kept.size })
  }
}

/** Skimming is for calls that have cost enough: what it takes is a small part of what others may wait. */
const SKIMMED = { commands: 100, words: 600 } as const

/** What is not known but for commands that may be in it. */
function suspect(
  text: string,
  structure: StructureProblem,
  candidates: readonly SimpleCommand[],
  nested: (text: string) => ScriptAnalysis | undefined
): ScriptAnalysis {
  const collector = new Collector(undefined, nested)
  for (const candidate of candidates) collector.statement(candidate, 'main', undefined)
  return { ...unread(text, structure), commands: collector.commands }
}

/**
 * Who came before. Most commands come once and only once: keeping what was found out about them would cost more, in
 * memory that outlives the call, than it could save. A text is remembered for `size` to twice as many others.
 */
class Regulars {
  private recent = new Set<string>()
  private before = new Set<string>()

  constructor(private readonly size: number) {}

  knows(text: string): boolean {
    if (this.recent.has(text)) return true
    if (this.recent.size >= this.size) {
      this.before = this.recent
      this.recent = new Set()
    }
    this.recent.add(text)
    return this.before.has(text)
  }
}

const TOO_DEEP = { code: 'too-deep', message: 'commands inside commands are nested too deep' } as const
const LATE: StructureProblem = {
  code: 'cancelled',
  message: 'code inside code was not read in time',
  offset: undefined
}

/** What is not read, or not any more: closed. */
const unread = (text: string, structure: StructureProblem): ScriptAnalysis => ({
  text,
  program: undefined,
  structure,
  commands: [],
  redirections: [],
  memo: { last: undefined }
})

/** A script is read only if all that its commands run is read as well: bounds count all the way down. */
function problemInside({ commands }: Collector): StructureProblem | undefined {
  for (const { command, levels, scripts } of commands) {
    if (levels.some((level) => level.isCutShort)) return { ...TOO_DEEP, offset: command.span[0] }
    for (const { analysis } of scripts) if (analysis?.structure !== undefined) return analysis.structure
  }
  return undefined
}

/** Bytes, roughly: words are kept with their pieces and once more for every level that sees them. */
function weigh({ text, commands }: ScriptAnalysis): number {
  let bytes = 2 * text.length + 500
  for (const { levels, scripts } of commands) {
    bytes += 1_500
    for (const { words } of levels) bytes += 600 + 500 * words.length
    for (const { analysis } of scripts) if (analysis !== undefined) bytes += weigh(analysis)
  }
  return bytes
}
