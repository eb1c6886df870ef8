/** Commands that may run although a script could not be read: best effort, for deny rules only. */
import {
  type Command,
  forEachChild,
  type ParsedScript,
  type Word as SecondWord,
  type SyntaxNode
} from 'unbash'
import type { Piece, SimpleCommand, Word } from './program.ts'
import { literalOf } from './second-words.ts'

const MAX_CANDIDATES = 1_000
const MAX_VISITS = 20_000
/** Scripts inside scripts. */
const MAX_SCRIPTS = 12

/** Every simple command of the second reading, errors or not, in text order. */
export function commandsOf(script: ParsedScript): SimpleCommand[] {
  const found: SimpleCommand[] = []
  const waiting: { node: SyntaxNode; depth: number }[] = [{ node: script, depth: 0 }]
  for (let visits = 0; visits < MAX_VISITS && found.length < MAX_CANDIDATES; visits += 1) {
    const next = waiting.pop()
    if (next === undefined) break
    const { node, depth } = next
    if (node.type === 'Command') {
      const command = commandFrom(node)
      if (command !== undefined) found.push(command)
    }
    // Each level of substitutions is read again from its text, so that depth costs most.
    const below = node.type === 'Script' ? depth + 1 : depth
    if (below > MAX_SCRIPTS) continue
    forEachChild(node, (child) => {
      waiting.push({ node: child, depth: below })
    })
  }
  return found.sort((a, b) => a.span[0] - b.span[0])
}

function commandFrom(node: Command): SimpleCommand | undefined {
  const words: Word[] = []
  if (node.name !== undefined) words.push(wordFrom(node.name))
  for (const part of node.suffix) {
    if (part.type === 'Word') words.push(wordFrom(part))
    else if (part.type === 'Assignment') words.push(wordOf(part.text, part.pos, undefined))
  }
  return words.length === 0 ? undefined : commandOf(words)
}

const wordFrom = (word: SecondWord): Word => wordOf(word.text, word.pos, literalOf(word))

/** How much of a text that is not parsed is looked at. */
export interface RawBounds {
  readonly commands: number
  readonly words: number
}

const RAW_BOUNDS: RawBounds = { commands: MAX_CANDIDATES, words: 20_000 }
const MAX_SEGMENTS = 20_000

/**
 * The commands of a text that is not parsed: its words, split at blanks and operators, quotes taken away.
 */
export function rawCommands(text: string, bounds: RawBounds = RAW_BOUNDS): SimpleCommand[] {
  const found: SimpleCommand[] = []
  const repeats = new Repeats()
  const spelled = new Map<string, number>()
  const segments = /[^\n;&|(){}`]+/g
  let left = bounds.words
  for (let visits = 0; visits < MAX_SEGMENTS && left > 0; visits += 1) {
    const match = segments.exec(text)
    if (match === null) break
    // The same text is the same command: that need not be read to be known.
    const alike = (spelled.get(match[0]) ?? 0) + 1
    spelled.set(match[0], alike)
    if (alike > MAX_ALIKE) continue
    const words: Word[] = []
    for (const [raw] of match[0].slice(0, 2_000).matchAll(/[^ \t<>]+/g)) {
      const value = raw.replaceAll(/['"\\]/g, '')
      if (value !== '' && value !== '$' && words.length < 100) words.push(wordOf(raw, match.index, value))
    }
    if (words.length === 0) continue
    const command = commandOf(words)
    if (!repeats.admit(command)) continue
    found.push(command)
    left -= words.length
    if (found.length >= bounds.commands) break
  }
  return found
}

/** The same command over and over tells deny rules nothing new; a few count, since `cd` may stand between them. */
const MAX_ALIKE = 8

class Repeats {
  readonly #seen = new Map<string, number>()

  admit({ text }: SimpleCommand): boolean {
    const count = (this.#seen.get(text) ?? 0) + 1
    this.#seen.set(text, count)
    return count <= MAX_ALIKE
  }
}

/** The commands, each at most a few times. */
export function withoutRepeats(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const repeats = new Repeats()
  return commands.filter((command) => repeats.admit(command))
}

function wordOf(text: string, start: number, value: string | undefined): Word {
  const piece: Piece =
    value === undefined
      ? { kind: 'unknown', reason: 'expansion', source: text, splits: true }
      : { kind: 'text', value, quoted: false }
  return { text, span: [start, start + text.length], pieces: [piece], value }
}

function commandOf(words: readonly Word[]): SimpleCommand {
  const text = words.map((word) => word.text).join(' ')
  const start = words[0]?.span[0] ?? 0
  return {
    kind: 'command',
    assignments: [],
    words,
    redirections: [],
    substitutions: [],
    text,
    span: [start, words.at(-1)?.span[1] ?? start]
  }
}
