/** JSON text, with or without comments, as a tree of places. */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { MAX_NESTING, type SourceFault, type SourceMember, type SourceNode, tooDeep } from './source-tree.ts'

/** `lenient`: comments and a comma after the last entry are no faults (`*.jsonc`). Total. */
export function jsonSource(
  text: string,
  lenient: boolean
): { readonly root: SourceNode } | { readonly fault: SourceFault } {
  const deep = nestedAt(text)
  if (deep !== undefined) return { fault: tooDeep(deep) }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient })
  const [error] = errors
  if (error !== undefined) return { fault: notJson(error.offset, EXPECTED[printParseErrorCode(error.error)]) }
  if (root === undefined || (!lenient && !isJson(text))) return { fault: notJson(0, undefined) }
  return { root: nodeOf(root) }
}

const notJson = (offset: number, expected: string | undefined): SourceFault => ({
  code: 'syntax',
  place: '',
  offset,
  reason: expected === undefined ? 'this is not JSON' : `this is not JSON: ${expected}`
})

/** The parser finds places, but the language's own says what JSON is. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const DEPTH: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** Where the nesting passes the bound. The parser calls itself for each level, so this is looked for before. */
function nestedAt(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  // INVARIANT: each scan moves on, and the last token is empty.
  while (scanner.scan() && scanner.getTokenLength() > 0) {
    depth += scanner.getTokenLength() === 1 ? (DEPTH[text.charAt(scanner.getTokenOffset())] ?? 0) : 0
    if (depth > MAX_NESTING) return scanner.getTokenOffset()
  }
  return undefined
}

function nodeOf({ type, value, offset, children = [] }: Node): SourceNode {
  if (type === 'array') return { offset, items: children.map(nodeOf) }
  if (type !== 'object') return { offset, scalar: value }
  const members = children.flatMap(({ children: [key, held] = [] }): readonly SourceMember[] =>
    key === undefined || held === undefined
      ? []
      : [{ key: key.value, offset: key.offset, node: nodeOf(held) }]
  )
  return { offset, members }
}

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this word is no value',
  InvalidNumberFormat: 'this number is none that JSON knows',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected nothing after the value',
  InvalidCommentToken: 'comments may stand in *.jsonc only',
  UnexpectedEndOfComment: 'this comment does not end',
  UnexpectedEndOfString: 'this text does not end on its line',
  UnexpectedEndOfNumber: 'this number does not end',
  InvalidUnicode: 'this escape is none that JSON knows',
  InvalidEscapeCharacter: 'this escape is none that JSON knows',
  InvalidCharacter: 'this character may stand in a text as an escape only'
}
