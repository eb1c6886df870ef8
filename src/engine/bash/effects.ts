/** Built-ins that give variables new values, as far as reading the rest of the script depends on it. */
import type { Word } from './program.ts'

/**
 * - `names`: operands name variables (`NAME` or `NAME=value`); a subscript in them is evaluated
 * - `first-option`: only where `-v` comes first
 * - `text`: runs text or a file, which may assign anything
 */
type Effect = 'names' | 'first-option' | 'text'

const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['export', 'names'],
  ['declare', 'names'],
  ['typeset', 'names'],
  ['local', 'names'],
  ['readonly', 'names'],
  ['unset', 'names'],
  ['read', 'names'],
  ['mapfile', 'names'],
  ['readarray', 'names'],
  ['getopts', 'names'],
  ['wait', 'names'],
  ['printf', 'first-option'],
  ['test', 'first-option'],
  ['[', 'first-option'],
  ['command', 'names'],
  ['builtin', 'names'],
  ['eval', 'text'],
  ['source', 'text'],
  ['.', 'text'],
  ['trap', 'text']
])

/** What is assigned where no name is given, or besides. */
const DEFAULTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['REPLY']],
  ['mapfile', ['MAPFILE']],
  ['readarray', ['MAPFILE']],
  ['getopts', ['OPTARG', 'OPTIND']]
])

/** `NAME=(...)` as an operand, written out. */
const WRITTEN_ARRAY = /^([A-Za-z_]\w*)\+?=\(/

/** They fill arrays, whatever their options. */
const MAKES_ARRAYS = new Set(['mapfile', 'readarray'])

/** Whose value is a name; a subscript in it is evaluated. */
const NAME_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['printf', '-v'],
  ['test', '-v'],
  ['[', '-v'],
  ['wait', '-p']
])

function suffixes(option: string): readonly string[] {
  const names: string[] = []
  for (let at = 2; at < Math.min(option.length, 200); at += 1) {
    const name = IDENTIFIER.exec(option.slice(at))?.[0]
    if (name !== undefined) names.push(name)
  }
  return names
}

/** With the option `-n` a name is another name for a variable, through which that is assigned. */
const MAKES_REFERENCES = new Set(['declare', 'typeset', 'local'])

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*/

export interface AssignedNames {
  readonly names: readonly string[]
  /** Anything might be assigned. */
  readonly anything: boolean
  /** A subscript that bash would evaluate as an expression. */
  readonly subscript: boolean
  /** Some name may become an array. */
  readonly array: boolean
  /** An operand may be `-v`, and the next one a name whose subscript is evaluated. */
  readonly evaluates: boolean
  /** Names that are declared with a value nobody knows. */
  readonly reread: readonly string[]
}

const NOTHING: AssignedNames = {
  names: [],
  anything: false,
  subscript: false,
  array: false,
  reread: [],
  evaluates: false
}
const ANYTHING: AssignedNames = { ...NOTHING, anything: true }

/** Of these, values are read once more where the name is an array. */
const DECLARES = new Set(['declare', 'typeset', 'local', 'readonly', 'export'])

/** What a simple command may assign. */
export function assignedBy(words: readonly Word[]): AssignedNames {
  const [program, ...operands] = words
  if (program === undefined) return NOTHING
  if (program.value === undefined) return program.pieces[0]?.kind === 'home' ? NOTHING : ANYTHING
  const effect = EFFECTS.get(program.value)
  if (effect === undefined) return NOTHING
  if (program.value === 'command' || program.value === 'builtin') {
    const next = operands.findIndex(({ value }) => value?.startsWith('-') !== true)
    return next === -1 ? NOTHING : assignedBy(operands.slice(next))
  }
  if (effect === 'text') return ANYTHING
  if (effect === 'first-option' && !operands.some((word) => nameOf(word).text.startsWith('-v'))) {
    return mayTakeName(program.value, operands) ? { ...NOTHING, evaluates: true } : NOTHING
  }
  const names: string[] = []
  let anything = false
  let subscript = false
  let array = MAKES_ARRAYS.has(program.value)
  const reread: string[] = []
  for (const [index, word] of operands.entries()) {
    const head = nameOf(word)
    const name = IDENTIFIER.exec(head.text)?.[0]
    if (name !== undefined) names.push(name)
    // `read -ra NAME`, `printf -vNAME`: where the letters of a cluster end is not asked.
    if (head.text.startsWith('-')) names.push(...suffixes(head.text))
    const option = NAME_OPTIONS.get(program.value)
    const isName = head.text.startsWith(option ?? '--') || operands[index - 1]?.value === option
    if (option !== undefined && isName && !head.known) subscript = true
    if (head.text.includes('[')) subscript = true
    const isWritten = WRITTEN_ARRAY.test(word.text)
    if (/^-.*[aA]/.test(head.text) || isWritten) array = true
    const isUnknown = word.value === undefined && !isWritten
    if (DECLARES.has(program.value) && name !== undefined && isUnknown) reread.push(name)
    const isReference = MAKES_REFERENCES.has(program.value) && /^-[A-Za-z]*n/.test(head.text)
    if (!head.known || isReference) anything = true
  }
  names.push(...(DEFAULTS.get(program.value) ?? []))
  return { names, anything, subscript, array, reread, evaluates: false }
}

/** `test $y "$x"`, `[ $y ]`, `printf $v "$x"`: what is not known may be `-v` and a name. */
function mayTakeName(program: string, operands: readonly Word[]): boolean {
  if (program === 'printf') return operands.length > 1 && isOpen(operands[0])
  const words = operands.filter(({ value }) => value !== ']')
  if (words.length === 1)
    return words[0]?.pieces.some((piece) => piece.kind === 'unknown' && piece.splits) === true
  return words.some((word, index) => isOpen(word) && isOpen(words[index + 1]))
}

const isOpen = (word: Word | undefined): boolean => word?.pieces[0]?.kind === 'unknown'

/** The part of an operand before its first `=`. */
function nameOf(word: Word): { text: string; known: boolean } {
  const array = WRITTEN_ARRAY.exec(word.text)?.[1]
  if (array !== undefined) return { text: array, known: true }
  let text = ''
  for (const piece of word.pieces) {
    if (piece.kind === 'text') {
      const equals = piece.value.indexOf('=')
      if (equals !== -1) return { text: text + piece.value.slice(0, equals), known: true }
      text += piece.value
    } else if (piece.kind === 'glob') {
      text += piece.source
    } else {
      return { text, known: false }
    }
  }
  return { text, known: true }
}
