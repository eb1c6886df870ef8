/** What the verifier knows of each node type of the grammar. Whatever is not named here is refused. */

/** Named node types that may appear in a tree. */
const ALLOWED = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'redirected_statement',
  'file_redirect',
  'file_descriptor',
  'subshell',
  'compound_statement',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'for_statement',
  'do_group',
  'case_statement',
  'case_item',
  'negated_command',
  'test_command',
  'unary_expression',
  'binary_expression',
  'parenthesized_expression',
  'test_operator',
  'extglob_pattern',
  // Operands of parameter expansions; their text is checked as part of the whole.
  'regex',
  'variable_assignment',
  'variable_assignments',
  'variable_name',
  'subscript',
  'declaration_command',
  'unset_command',
  'function_definition',
  'word',
  'string',
  'string_content',
  'raw_string',
  'ansi_c_string',
  'concatenation',
  'number',
  'brace_expression',
  'simple_expansion',
  'special_variable_name',
  'expansion',
  'arithmetic_expansion',
  'command_substitution',
  'process_substitution',
  'array',
  'comment'
])

/** Types that never have children, so that the walk need not look for any. */
const LEAVES = new Set([
  'word',
  'number',
  'raw_string',
  'ansi_c_string',
  'string_content',
  'variable_name',
  'special_variable_name',
  'file_descriptor',
  'comment'
])

/** Types whose text the word and heredoc lexers read again from the script: their inner gaps say nothing. */
const LEXED = new Set([
  'string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'arithmetic_expansion',
  'brace_expression',
  'variable_assignment',
  'subscript'
])

/** Types inside which a newline may stand between two children. */
const MULTILINE = new Set([
  'program',
  'list',
  'pipeline',
  'subshell',
  'compound_statement',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'for_statement',
  'do_group',
  'case_statement',
  'case_item',
  'command_substitution',
  'process_substitution',
  'array',
  'function_definition',
  'heredoc_redirect'
])

/** Types that make up words. */
const WORDS = new Set([
  'word',
  'string',
  'raw_string',
  'ansi_c_string',
  'concatenation',
  'number',
  'brace_expression',
  'simple_expansion',
  'expansion',
  'arithmetic_expansion',
  'command_substitution',
  'process_substitution',
  'test_operator',
  '$'
])

/** Bits of `Symbols.traits`. */
export const TRAIT = {
  allowed: 1,
  anonymous: 2,
  leaf: 4,
  lexed: 8,
  multiline: 16,
  word: 32,
  keepsBlanks: 64
} as const

/** Names and traits by the grammar's numeric type. */
export interface Symbols {
  readonly names: readonly string[]
  readonly traits: Uint8Array
}

/** Looks up every node type of a grammar once. */
export function describeSymbols(names: readonly string[], isNamed: (type: number) => boolean): Symbols {
  const traits = new Uint8Array(names.length)
  names.forEach((name, type) => {
    const named = isNamed(type)
    let bits = 0
    if (!named) bits |= TRAIT.anonymous | TRAIT.leaf
    if (named && ALLOWED.has(name)) bits |= TRAIT.allowed
    if (named && LEAVES.has(name)) bits |= TRAIT.leaf
    if (named && LEXED.has(name)) bits |= TRAIT.lexed
    if (named && MULTILINE.has(name)) bits |= TRAIT.multiline
    if (WORDS.has(name)) bits |= TRAIT.word
    if (name === 'string_content') bits |= TRAIT.keepsBlanks
    traits[type] = bits
  })
  return { names, traits }
}
