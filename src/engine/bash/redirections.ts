/** Redirections of the tree, and the arguments that the grammar hides among their targets. */
import { findHeredoc } from './heredoc.ts'
import type { Island } from './islands.ts'
import type { Redirection, RedirectionOperator, Word } from './program.ts'
import type { Walk } from './walk.ts'
import { literalWord, readHeredocBody, readWords } from './word.ts'

const FILE_OPERATORS: ReadonlyMap<string, RedirectionOperator> = new Map(
  (['<', '>', '>>', '>|', '&>', '&>>', '>&', '<&', '<>'] as const).map((operator) => [operator, operator])
)

const CLOSING: ReadonlyMap<string, RedirectionOperator> = new Map([
  ['>&-', '>&'],
  ['<&-', '<&']
])

const BEFORE_DESCRIPTOR = /[\s;&|(){}!`]/

/** What one redirection node holds. */
export interface RedirectionParts {
  redirections: Redirection[]
  /** Arguments of the command that stand after the target. */
  words: Word[]
}

/** Reads a `file_redirect` node into `into`; heredocs and here-strings have been made to look like one. */
export function readRedirection(walk: Walk, node: number, into: RedirectionParts): void {
  const { tree, text } = walk
  let child = node + 1
  let descriptor: number | undefined
  if (tree.name(child) === 'file_descriptor') {
    descriptor = readDescriptor(walk, child)
    child = tree.next(child)
  }
  const heredoc = walk.islands.take('heredoc', tree.start(child))
  if (heredoc !== undefined) {
    readHeredoc(walk, heredoc, child, descriptor, into, node)
    return
  }
  const isString = walk.islands.take('here-string', tree.start(child)) !== undefined
  const isBoth = walk.islands.take('read-write', tree.start(child)) !== undefined
  const token = isString ? '<<<' : isBoth ? '<>' : tree.name(child)
  const first = tree.next(child)
  const span = [tree.start(node), tree.end(child)] as const
  const closing = CLOSING.get(token)
  if (closing !== undefined) {
    if (first < tree.next(node))
      walk.refuse('construct', 'a word after a closed descriptor', tree.start(first))
    into.redirections.push({
      operator: closing,
      descriptor,
      target: dash(tree.end(child)),
      writes: false,
      span
    })
    return
  }
  const operator = token === '<<<' ? token : FILE_OPERATORS.get(token)
  if (operator === undefined || first >= tree.next(node)) {
    walk.refuse('construct', `the redirection \`${token}\``, tree.start(child))
    return
  }
  const [target, rest] = readTarget(walk, first, tree.next(node), operator)
  if (ONLY_BASH.has(operator)) walk.onlyBash = true
  if (operator === '>&' && !isDuplicated(target)) {
    walk.onlyBash = true
    // As `&>`, but what the target gave is expanded once more.
    if (!isPlain(target))
      walk.refuse('construct', '`>&` before a word that is expanded twice', target.span[0])
  }
  into.redirections.push({
    operator,
    descriptor,
    target,
    writes: writes(operator, target),
    span: [span[0], target.span[1]]
  })
  if ((operator === '>&' || operator === '<&') && /^-|-$/.test(target.text)) {
    walk.refuse('construct', `\`${operator}\` before a word with a dash`, target.span[0])
  }
  if (!isString && !isBoth && text[tree.end(child)] === '&')
    walk.refuse('unverified', 'an operator the parser cuts', tree.end(child))
  walk.wordsBetween(rest, tree.next(node), into.words)
}

function readDescriptor(walk: Walk, node: number): number | undefined {
  const { tree, text } = walk
  const start = tree.start(node)
  const digits = text.slice(start, tree.end(node))
  const before = text[start - 1]
  if (/^[0-9]{1,9}$/.test(digits) && (before === undefined || BEFORE_DESCRIPTOR.test(before)))
    return Number(digits)
  walk.refuse('construct', `the descriptor \`${digits}\``, start)
  return undefined
}

const dash = (end: number): Word => literalWord('-', end - 1)

function writes(operator: RedirectionOperator, target: Word): boolean {
  if (operator === '<' || operator === '<<<') return false
  if (operator === '>&' || operator === '<&') return !isDuplicated(target)
  return true
}

const ONLY_BASH: ReadonlySet<RedirectionOperator> = new Set(['<<<', '&>', '&>>'])

/** `>&2`: a copy of a descriptor, no file. */
const isDuplicated = ({ value }: Word): boolean => value !== undefined && /^[0-9]+$/.test(value)

const isPlain = ({ pieces }: Word): boolean =>
  pieces.every(
    (piece) =>
      piece.kind === 'home' ||
      piece.kind === 'directory' ||
      (piece.kind === 'text' && /^[A-Za-z0-9_./+,:@%=-]*$/.test(piece.value))
  )

function readTarget(walk: Walk, from: number, to: number, operator: RedirectionOperator): [Word, number] {
  const { tree } = walk
  const last = tree.endOfWord(from, to)
  const start = tree.start(from)
  const end = tree.endBefore(from, last)
  walk.checkWordEnd(start, end)
  if (!tree.isWord(from)) walk.refuse('construct', `the redirection target`, start)
  const [word] = readWords(walk, start, end, from, last, operator === '<<<' ? 'value' : 'target')
  return [word ?? dash(end), last]
}

/** A heredoc, of which the tree sees `< DELIMITER` and blanks in place of the body. */
function readHeredoc(
  walk: Walk,
  island: Island,
  child: number,
  descriptor: number | undefined,
  into: RedirectionParts,
  node: number
): void {
  const { tree, text } = walk
  const first = tree.next(child)
  const last = tree.endOfWord(first, tree.next(node))
  const start = tree.start(first)
  const end = tree.endBefore(first, last)
  const operator = text.startsWith('<<-', island.start) ? '<<-' : '<<'
  const bodyStart = island.body?.start ?? 0
  const extent = findHeredoc(text, start, end, bodyStart, operator === '<<-')
  if (
    extent === undefined ||
    extent.end !== island.body?.close ||
    text.slice(tree.start(child), island.end) !== operator ||
    !isBodyPlaced(walk, island, end)
  ) {
    walk.refuse('construct', 'a here-document whose end is not certain', start)
    return
  }
  walk.checkWordEnd(start, end)
  const { delimiter, expands } = extent
  const target: Word = {
    text: text.slice(start, end),
    span: [start, end],
    pieces: [{ kind: 'text', value: delimiter, quoted: !expands }],
    value: delimiter
  }
  if (expands) readHeredocBody(walk, bodyStart, extent.bodyEnd)
  const raw = text.slice(bodyStart, extent.bodyEnd)
  into.redirections.push({
    operator,
    descriptor,
    target,
    writes: false,
    heredoc: { body: operator === '<<-' ? raw.replace(/^\t+/gm, '') : raw, expands },
    span: [tree.start(node), end]
  })
  walk.wordsBetween(last, tree.next(node), into.words)
}

/**
 * The body begins after the line of its operator, or after the body before it; the newline that ends that line is
 * part of nothing that begins on it.
 */
function isBodyPlaced({ tree, text, islands }: Walk, island: Island, delimiterEnd: number): boolean {
  const lineEnd = text.indexOf('\n', delimiterEnd)
  if (lineEnd === -1 || text[lineEnd - 1] === '\\') return false
  let expected = lineEnd + 1
  for (const other of islands.heredocs) {
    const isBefore = other.start < island.start && text.indexOf('\n', other.start) === lineEnd
    if (isBefore && other.body !== undefined) expected = other.body.close + 1
  }
  if (island.body?.start !== expected) return false
  for (let node = 0; node < tree.count; node += 1) {
    const coversLineEnd = tree.start(node) <= lineEnd && tree.end(node) > lineEnd
    if (coversLineEnd && tree.start(node) > island.start) return false
  }
  return true
}
