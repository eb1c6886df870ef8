/** YAML text as a tree of places: version 1.2, core schema, one document, no tags, no merge keys. */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser
} from 'yaml'
import { MAX_NESTING, type SourceFault, type SourceMember, type SourceNode, tooDeep } from './source-tree.ts'

type Tokens = readonly (ReturnType<Parser['parse']> extends Generator<infer Token> ? Token : never)[]

/** Aliases of one text may stand for so many values: a text of a line can spell a billion. */
const MOST_ALIASED = 10_000

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  stringKeys: true,
  // Told apart by the tree, in linear time.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent'
} as const

/** Total. */
export function yamlSource(text: string): { readonly root: SourceNode } | { readonly fault: SourceFault } {
  try {
    const tokens = tokensOf(text)
    const unwanted = tokens.find(({ type }) => type === 'directive')
    if (unwanted !== undefined) return { fault: notYaml(unwanted.offset, 'no directives are accepted') }
    const [document, another] = new Composer(OPTIONS).compose(tokens, true, text.length)
    if (document === undefined) return { fault: notYaml(0, undefined) }
    const [error] = document.errors
    if (error !== undefined) return { fault: notYaml(error.pos[0], EXPECTED[error.code]) }
    if (another !== undefined) return { fault: notYaml(another.range[0], 'a file holds one document') }
    return { root: new Reading().document(document) }
  } catch (error) {
    if (error instanceof Unacceptable) return { fault: error.fault }
    return { fault: notYaml(0, undefined) }
  }
}

class Unacceptable extends Error {
  constructor(readonly fault: SourceFault) {
    super(fault.reason)
  }
}

const notYaml = (offset: number, expected: string | undefined): SourceFault => ({
  code: 'syntax',
  place: '',
  offset,
  reason: expected === undefined ? 'this is not YAML' : `this is not YAML as read here: ${expected}`
})

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection'])

/** What builds the document calls itself for each level, so that the nesting is looked at before. */
function tokensOf(text: string): Tokens {
  const parser = new Parser()
  const tokens: Tokens[number][] = []
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    const { stack } = parser
    if (stack.length > MAX_NESTING && stack.filter(({ type }) => COLLECTIONS.has(type)).length > MAX_NESTING)
      throw new Unacceptable(tooDeep(parser.offset))
  }
  tokens.push(...parser.end())
  return tokens
}

/** One walk over a document. */
class Reading {
  readonly #anchors = new Map<string, ParsedNode>()
  /** Values that aliases may still stand for. */
  #left = MOST_ALIASED
  #isAliased = false

  document({ contents }: Document.Parsed): SourceNode {
    return contents === null ? { offset: 0, scalar: null } : this.#read(contents, 0)
  }

  #read(node: ParsedNode, depth: number): SourceNode {
    const [offset] = node.range
    if (depth > MAX_NESTING) throw new Unacceptable(tooDeep(offset))
    if (isAlias(node)) return this.#follow(node.source, offset, depth)
    this.#count(offset)
    this.#accept(node)
    if (isSeq(node)) return { offset, items: node.items.map((item) => this.#read(item, depth + 1)) }
    if (!isMap(node)) return { offset, scalar: scalarOf(node.value, offset) }
    const members = node.items.map(({ key, value }): SourceMember => {
      const [at] = key.range
      if (!isScalar(key) || typeof key.value !== 'string') {
        throw new Unacceptable(notYaml(at, 'a key must be text'))
      }
      // Taken for a plain key, it would leave out unsaid what it stands for.
      if (key.value === '<<' && key.type === 'PLAIN') {
        throw new Unacceptable(notYaml(at, 'merge keys are not accepted'))
      }
      this.#accept(key)
      const held: SourceNode = value === null ? { offset: at, scalar: null } : this.#read(value, depth + 1)
      return { key: key.value, offset: at, node: held }
    })
    return { offset, members }
  }

  #accept(node: Exclude<ParsedNode, { source: string; value?: never }>): void {
    const [offset] = node.range
    if ('tag' in node && node.tag !== undefined)
      throw new Unacceptable(notYaml(offset, 'no tags are accepted'))
    // Within an alias, anchors were seen before.
    if ('anchor' in node && node.anchor !== undefined && !this.#isAliased)
      this.#anchors.set(node.anchor, node)
  }

  #follow(name: string, offset: number, depth: number): SourceNode {
    const target = this.#anchors.get(name)
    if (target === undefined) throw new Unacceptable(notYaml(offset, 'this alias names no anchor before it'))
    const outer = this.#isAliased
    this.#isAliased = true
    const node = this.#read(target, depth)
    this.#isAliased = outer
    return node
  }

  #count(offset: number): void {
    if (!this.#isAliased) return
    this.#left -= 1
    if (this.#left < 0) {
      throw new Unacceptable(notYaml(offset, `aliases stand for more than ${MOST_ALIASED} values`))
    }
  }
}

function scalarOf(value: unknown, offset: number): string | number | boolean | null {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value
  }
  throw new Unacceptable(notYaml(offset, 'this value is none that JSON knows'))
}

const EXPECTED: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias has neither anchor nor tag',
  BAD_ALIAS: 'an alias needs a name',
  BAD_DIRECTIVE: 'no directives are accepted',
  BAD_DQ_ESCAPE: 'this escape is none that YAML knows',
  BAD_INDENT: 'the indentation does not fit',
  BAD_PROP_ORDER: 'anchors and tags stand before their value',
  BAD_SCALAR_START: 'a text that begins like this needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key stands within a key: does a text with a colon lack quotes?',
  BLOCK_IN_FLOW: 'a block cannot stand within brackets or braces',
  KEY_OVER_1024_CHARS: 'a key may have 1,024 characters',
  MISSING_CHAR: 'a closing character, a colon or a comma is missing',
  MULTILINE_IMPLICIT_KEY: 'a key stands on one line',
  MULTIPLE_ANCHORS: 'a value has one anchor',
  MULTIPLE_DOCS: 'a file holds one document',
  MULTIPLE_TAGS: 'no tags are accepted',
  NON_STRING_KEY: 'a key must be text',
  RESOURCE_EXHAUSTION: 'it is nested too deep',
  TAB_AS_INDENT: 'tabs cannot indent',
  TAG_RESOLVE_FAILED: 'no tags are accepted',
  UNEXPECTED_TOKEN: 'something stands here that does not belong here'
}
