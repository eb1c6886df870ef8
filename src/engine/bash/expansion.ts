/** What `$` and backticks begin inside a word: parameters, arithmetic, substitutions. */
import type { Expansions } from './expansion-nodes.ts'
import { IslandLexer } from './island-lexer.ts'
import { type Parameter, readBareParameter, readBracedParameter } from './parameters.ts'
import type { Piece, StructureCode } from './program.ts'
import type { WordHost } from './word-host.ts'

const ARITHMETIC = /^\$\(\([0-9 \t+\-*/%()<>=!&|^~]*\)\)$/

/** A place in a word where an expansion may begin. */
export interface ExpansionPlace {
  readonly host: WordHost
  readonly nodes: Expansions
  readonly at: number
  /** Where the word ends. */
  readonly end: number
  readonly quoted: boolean
  /** Without quotes the value is split into words here. */
  readonly splits: boolean
}

export type Expansion =
  | { readonly kind: 'pieces'; readonly pieces: readonly Piece[]; readonly end: number }
  /** The dollar sign means itself. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: StructureCode; readonly message: string }

const refused = (code: StructureCode, message: string): Expansion => ({ kind: 'refused', code, message })

const UNSEEN = refused('unverified', 'an expansion the parser sees differently')

/** Reads what the dollar sign at this place begins; strings with a dollar sign before their quote are not among it. */
export function readDollar(place: ExpansionPlace): Expansion {
  const { host, nodes, at, end } = place
  const next = at + 1 < end ? host.text[at + 1] : undefined
  const hard = readHard(place, next)
  if (hard !== undefined) return hard
  switch (next) {
    case undefined:
      return { kind: 'none' }
    case '(': {
      const isArithmetic = host.text[at + 2] === '(' && nodes.has('arithmetic_expansion', at)
      return isArithmetic ? readArithmetic(place) : readCommandSubstitution(place)
    }
    case '{': {
      const parameter = readBracedParameter(host.text, at)
      if (parameter === undefined) return refused('construct', 'this form of parameter expansion')
      return readParameter(place, parameter, 'expansion')
    }
    case '[':
      return refused('construct', 'arithmetic')
    default: {
      const parameter = readBareParameter(host.text, at)
      return parameter === undefined ? { kind: 'none' } : readParameter(place, parameter, 'simple_expansion')
    }
  }
}

/** An expansion that the grammar did not see: an island, or inside the body of a heredoc. */
function readHard(place: ExpansionPlace, next: string | undefined): Expansion | undefined {
  const { host, nodes, at } = place
  if (host.islands.all.length === 0) return undefined
  // What `$(` begins is asked where the grammar's own substitutions are.
  if (next === '(' && host.text[at + 2] !== '(') return undefined
  if (next !== '{' && next !== '[' && next !== '(') return undefined
  if (next === '[') host.onlyBash = true
  const island = host.islands.take(next === '{' ? 'parameter' : 'arithmetic', at)
  if (island === undefined && nodes.tracked) return undefined
  const code = island === undefined && next === '(' ? readCode(place) : undefined
  return code ?? readFromText(place, next === '{', island?.end)
}

function readFromText(place: ExpansionPlace, isParameter: boolean, islandEnd: number | undefined): Expansion {
  const { host, at, quoted, splits } = place
  const lexer = new IslandLexer(host, at, islandEnd ?? place.end)
  const parameter = isParameter ? lexer.parameter(quoted) : undefined
  const isRead = isParameter ? parameter !== undefined : lexer.arithmetic()
  const end = lexer.place
  if (!isRead || (islandEnd ?? end) !== end) {
    return refused('construct', isParameter ? 'this form of parameter expansion' : 'this form of arithmetic')
  }
  const source = host.text.slice(at, end)
  const piece: Piece =
    parameter === undefined
      ? { kind: 'unknown', reason: 'arithmetic', source, splits }
      : {
          kind: 'unknown',
          reason: 'expansion',
          source,
          splits: parameter.many || splits,
          name: parameter.name
        }
  return { kind: 'pieces', pieces: [piece], end }
}

/** A substitution that the grammar did not see. */
function readCode({ host, at, splits }: ExpansionPlace): Expansion | undefined {
  const island = host.islands.take('code', at)
  if (island === undefined) return undefined
  host.enclose(island)
  const substitution = host.islands.statementOf(island)
  const source = host.text.slice(at, island.end)
  const piece: Piece = { kind: 'unknown', reason: 'substitution', source, splits }
  return {
    kind: 'pieces',
    pieces: [substitution === undefined ? piece : { ...piece, substitution }],
    end: island.end
  }
}

function readParameter(place: ExpansionPlace, parameter: Parameter, type: string): Expansion {
  const { host, nodes, at, quoted } = place
  const { name, end, plain, many } = parameter
  const source = host.text.slice(at, end)
  // Late in a word the grammar may see no more than the dollar sign.
  const isHidden = !nodes.has(type, at) && (source === '$$' || (source[1] !== '{' && nodes.has('$', at)))
  if (end > place.end || (!isHidden && nodes.take(type, at, end) === undefined)) return UNSEEN
  const splits = many || place.splits
  const pieces: readonly Piece[] = plain
    ? host.parameter(name, source, quoted || !place.splits, splits)
    : [{ kind: 'unknown', reason: 'expansion', source, splits, name }]
  return { kind: 'pieces', pieces, end }
}

function readArithmetic({ host, nodes, at, splits }: ExpansionPlace): Expansion {
  const node = nodes.take('arithmetic_expansion', at, undefined)
  if (node === undefined) return UNSEEN
  const end = host.tree.end(node)
  const source = host.text.slice(at, end)
  if (!ARITHMETIC.test(source)) return refused('construct', 'arithmetic with names')
  return { kind: 'pieces', pieces: [{ kind: 'unknown', reason: 'arithmetic', source, splits }], end }
}

/** Reads `$(...)` or a pair of backticks. */
export function readCommandSubstitution(place: ExpansionPlace): Expansion {
  const { host, nodes, at, quoted } = place
  const hard = readCode(place)
  if (hard !== undefined) return hard
  const node = nodes.take('command_substitution', at, undefined)
  if (node === undefined) return UNSEEN
  const inside = host.text.slice(at + 1, host.tree.end(node) - 1)
  // Bash takes one level of backslashes away before it reads what stands between backticks.
  const isTicked = host.text[at] === '`'
  if (isTicked && (/[\\`]/.test(inside) || (quoted && /["']/.test(inside)))) {
    return refused('construct', 'quoting inside backticks')
  }
  return substitution(place, node, 'substitution')
}

/** Reads `<(...)` or `>(...)`. */
export function readProcessSubstitution(place: ExpansionPlace): Expansion {
  const node = place.nodes.take('process_substitution', place.at, undefined)
  return node === undefined ? UNSEEN : substitution(place, node, 'process-substitution')
}

function substitution(
  { host, at, splits }: ExpansionPlace,
  node: number,
  reason: 'substitution' | 'process-substitution'
): Expansion {
  const end = host.tree.end(node)
  const statement = host.substitution(node)
  const piece: Piece = { kind: 'unknown', reason, source: host.text.slice(at, end), splits }
  return {
    kind: 'pieces',
    pieces: [statement === undefined ? piece : { ...piece, substitution: statement }],
    end
  }
}
