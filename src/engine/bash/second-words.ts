/** Words of the second parser: what they say literally and what runs inside them. */
import {
  type ArrayValue,
  type Assignment,
  type DoubleQuotedChild,
  forEachChild,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
  type Word,
  type WordPart
} from 'unbash'

/** A script inside a word; the positions in it may count from its own start. */
export interface InnerScript {
  readonly script: ParsedScript
  /** Where the substitution begins. */
  readonly start: number
}

/** Parts that mean exactly their characters, seen by type. */
const LITERAL = new Set(['Literal', 'SingleQuoted', 'AnsiCQuoted'])

/** Parts that stand for something only known later. */
const EXPANSIONS = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'ArithmeticExpansion',
  'CommandExpansion',
  'ProcessSubstitution'
])

type Part = WordPart | DoubleQuotedChild

/** The word where it holds no expansion, pattern or brace expansion. */
export function literalOf(word: Word): string | undefined {
  const { parts } = word
  return parts === undefined || parts.every(isLiteral) ? word.value : undefined
}

function isLiteral(part: Part): boolean {
  return part.type === 'DoubleQuoted' ? part.parts.every(isLiteral) : LITERAL.has(part.type)
}

/** Whether a word means its own characters where patterns have no meaning (in an assigned value, or unclosed). */
export function hasOnlyCharacters(word: Word): boolean {
  return word.parts === undefined || word.parts.every((part) => part.type === 'Glob' || isLiteral(part))
}

/** How many expansions a word holds, those inside double quotes included. */
export function countExpansions(word: Word): number {
  return word.parts === undefined ? 0 : countIn(word.parts)
}

function countIn(parts: readonly Part[]): number {
  let count = 0
  for (const part of parts) {
    if (part.type === 'DoubleQuoted') count += countIn(part.parts)
    else if (part.type === 'Glob') count += part.parts === undefined ? 0 : countIn(part.parts)
    else if (EXPANSIONS.has(part.type)) count += 1
  }
  return count
}

/** Adds the scripts of the substitutions in a word. */
export function scriptsInWord(word: Word, into: InnerScript[]): void {
  if (word.parts !== undefined) scriptsInParts(word.parts, into)
}

function scriptsInParts(parts: readonly Part[], into: InnerScript[]): void {
  for (const part of parts) {
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') scriptsInParts(part.parts, into)
    else if (part.type !== 'Literal' && part.type !== 'SingleQuoted') scriptsBelow(part, into)
  }
}

/** Adds the scripts of the substitutions anywhere in a node that is no statement. */
export function scriptsBelow(node: SyntaxNode, into: InnerScript[]): void {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      if (node.script !== undefined && node.script.commands.length > 0)
        into.push({ script: node.script, start: node.pos })
      return
    default:
      forEachChild(node, (child) => scriptsBelow(child, into))
  }
}

const isArray = (value: Word | ArrayValue): value is ArrayValue => value.type === 'ArrayValue'

/** Adds the scripts of the substitutions in an assigned value. */
export function scriptsInAssignment({ value }: Assignment, into: InnerScript[]): void {
  for (const word of isArray(value) ? value.elements : [value]) scriptsInWord(word, into)
}

/** Adds the scripts of the substitutions in a target or a heredoc's body. */
export function scriptsInRedirection(redirection: Redirection, into: InnerScript[]): void {
  if (redirection.type === 'HereDoc') {
    if (redirection.body.parts !== undefined) scriptsInParts(redirection.body.parts, into)
  } else if (redirection.target !== undefined) {
    scriptsInWord(redirection.target, into)
  }
}
