/** Redirections of the tree, and the arguments that the grammar hides among their targets. */
import { findHeredoc, type HeredocExtent } from './heredoc.ts'
import type { Redirection, RedirectionOperator, Word } from './program.ts'
import type { Walk } from './walk.ts'
import { literalWord, readHeredocBody, readWords } from './word.ts'

const FILE_OPERATORS: ReadonlyMap<string, RedirectionOperator> = new Map(
  (['<', '>', '>>', '>|', '&>', '&>>', '>&', '<&'] as const).map((operator) => [operator, operator])
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

/** Reads a `file_redirect`, `herestring_redirect` or `heredoc_redirect` node into `into`. */
export function readRedirection(walk: Walk, node: number, into: RedirectionParts): void {
  const { tree, text } = walk
  let child = node + 1
  let descriptor: number | undefined
  if (tree.name(child) === 'file_descriptor') {
    descriptor = readDescriptor(walk, child)
    child = tree.next(child)
  }
  const token = tree.name(child)
  const first = tree.next(child)
  if (token === '<<' || token === '<<-') {
    readHeredoc(walk, node, first, token, descriptor, into)
    return
  }
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
  if (text[tree.end(child)] === '&') walk.refuse('unverified', 'an operator the parser cuts', tree.end(child))
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
  if (operator === '>&' || operator === '<&') return !/^[0-9]+$/.test(target.text)
  return true
}

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

function readHeredoc(
  walk: Walk,
  node: number,
  first: number,
  operator: '<<' | '<<-',
  descriptor: number | undefined,
  into: RedirectionParts
): void {
  const { tree, text } = walk
  const start = tree.start(first)
  const end = tree.end(first)
  const extent = findHeredoc(text, start, end, operator === '<<-')
  const written = text.slice(start, end)
  const target: Word = {
    text: written,
    span: [start, end],
    pieces: [{ kind: 'text', value: extent?.delimiter ?? written, quoted: extent?.expands === false }],
    value: extent?.delimiter ?? written
  }
  const place = into.redirections.length
  let sawBody = extent !== undefined && extent.bodyStart === extent.bodyEnd
  let sawEnd = false
  for (let child = tree.next(first); child < tree.next(node); child = tree.next(child)) {
    const name = tree.name(child)
    if (name === 'heredoc_body') {
      sawBody = extent !== undefined && isBody(walk, child, extent, operator)
      if (extent?.expands === true) {
        readHeredocBody(walk, extent.bodyStart, extent.bodyEnd, child + 1, tree.next(child))
      }
    } else if (name === 'heredoc_end') {
      sawEnd = extent !== undefined && tree.end(child) === extent.end
    } else if (tree.isWord(child)) {
      // The first node of each word stands for all of it.
      const isFirst = tree.start(child) > tree.end(first) && /\s/.test(text[tree.start(child) - 1] ?? '')
      if (isFirst) walk.word(child, tree.endOfWord(child, tree.next(node)), into.words)
    } else if (name === 'file_redirect' || name === 'herestring_redirect') {
      readRedirection(walk, child, into)
    }
  }
  if (!sawBody || !sawEnd || extent === undefined) {
    walk.refuse('construct', 'a here-document whose end is not certain', start)
    return
  }
  const raw = text.slice(extent.bodyStart, extent.bodyEnd)
  into.redirections.splice(place, 0, {
    operator,
    descriptor,
    target,
    writes: false,
    heredoc: { body: operator === '<<-' ? raw.replace(/^\t+/gm, '') : raw, expands: extent.expands },
    span: [tree.start(node), end]
  })
}

/** The body is where the script's lines say; the grammar leaves tabs that `<<-` strips outside, or takes them in. */
function isBody(walk: Walk, node: number, extent: HeredocExtent, operator: '<<' | '<<-'): boolean {
  const { tree, text } = walk
  const before = text.slice(extent.bodyStart, tree.start(node))
  const after = text.slice(extent.bodyEnd, tree.end(node))
  const isInside = tree.start(node) >= extent.bodyStart && tree.end(node) >= extent.bodyEnd
  return isInside && (operator === '<<-' ? /^\t*$/.test(before + after) : before + after === '')
}
