/** The name of a simple command: what may not be one, and the words that are read because of it. */
import { IslandLexer } from './island-lexer.ts'
import { NO_ISLANDS } from './islands.ts'
import type { Word } from './program.ts'
import type { Walk } from './walk.ts'

/** Words that are no commands where a command begins. */
const RESERVED = new Set(
  '! { } [[ ]] if then elif else fi for while until do done case esac select function time coproc in'.split(
    ' '
  )
)

/** `time` may stand before the first command of a pipeline only. */
const TIMED = /(^|[;&({\n]|&&|\|\||\b(?:then|do|else|elif|if|while|until)\b)[ \t]*$/

const PIPED = /(^|[^|])\|&?[ \t\n]*$/

/** A word that would be an assignment where one may stand. */
export const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(\[.*\])?\+?=/

/** Takes `time` away, and refuses words that begin something other than a command. */
export function checkName(walk: Walk, words: readonly Word[]): readonly Word[] {
  const [first] = words
  if (first === undefined) return words
  const [start] = first.span
  // After a pipe it is the program of that name.
  if (first.text === 'time') {
    return PIPED.test(walk.text.slice(0, start)) ? words : withoutTime(walk, words)
  }
  if (RESERVED.has(first.text)) walk.refuse('construct', `\`${first.text}\` as the name of a command`, start)
  // Behind these a built-in is found as well, but not its operands.
  const isBehind = first.value === 'command' || first.value === 'builtin'
  if (isBehind && words.some((word) => word.value === 'let')) walk.refuse('construct', 'arithmetic', start)
  if (first.value === 'let') for (const word of words.slice(1)) readExpression(walk, word)
  if (/^[^'"]*\{/.test(first.text) && first.text !== '{}') {
    walk.refuse('construct', 'braces in the name of a command', start)
  }
  return words
}

/** An operand of `let`. */
function readExpression(walk: Walk, word: Word): void {
  const [offset] = word.span
  const text = word.value
  const host = {
    text: text ?? '',
    islands: NO_ISLANDS,
    onlyBash: false,
    enclose: () => {},
    assigns: (name: string, isNumber: boolean, isCertain: boolean) => walk.assigns(name, isNumber, isCertain),
    assignsElement: () => walk.assignsElement(),
    evaluates: (name: string | undefined) => walk.evaluates(name, offset)
  }
  const isRead = text !== undefined && new IslandLexer(host, 0, text.length).expression()
  if (!isRead) walk.refuse('construct', 'this form of arithmetic', offset)
}

function withoutTime(walk: Walk, words: readonly Word[]): readonly Word[] {
  const [first] = words
  let skip = 1
  if (words[skip]?.text === '-p') skip += 1
  if (words[skip]?.text === '--') skip += 1
  const start = first?.span[0] ?? 0
  const next = words[skip]
  if (next === undefined || !TIMED.test(walk.text.slice(0, start)) || next.text.startsWith('-')) {
    walk.refuse('construct', '`time` here', start)
    return words
  }
  if (RESERVED.has(next.text) || ASSIGNMENT.test(next.text)) walk.refuse('construct', '`time` here', start)
  return words.slice(skip)
}
