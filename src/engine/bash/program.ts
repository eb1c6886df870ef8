/**
 * A Bash script as plain data: what its text means, with nothing said about what its programs do.
 * A Program depends on the text alone (not on directory or home), so one reading serves every caller.
 */

/** UTF-16 offsets into the script, end exclusive. */
export type Span = readonly [start: number, end: number]

/** Why a part of a word is not statically known. */
export type DynamicReason =
  | 'variable'
  | 'substitution'
  | 'process-substitution'
  | 'arithmetic'
  | 'expansion'
  | 'brace'
  | 'tilde'
  | 'encoding'

/**
 * One part of a word.
 * - `text`: known characters; `quoted` when quotes or a backslash took away their special meaning
 * - `glob`: unquoted `*`, `?` or `[...]`, as written
 * - `home`: a leading unquoted `~`, or `$HOME` where the script never assigns HOME
 * - `directory`: `$PWD` where the script never assigns PWD
 * - `choice`: one of several known texts (the variable of a loop over literal words)
 * - `unknown`: anything else. Unquoted (`splits`) it stands for zero or more words, else for exactly one.
 */
export type Piece =
  | { readonly kind: 'text'; readonly value: string; readonly quoted: boolean }
  | {
      readonly kind: 'glob'
      readonly source: string
      /** The variable of a loop over a pattern, which has one of the names that match. */
      readonly variable?: string
    }
  | { readonly kind: 'home'; readonly source: string }
  | { readonly kind: 'directory'; readonly source: string }
  | { readonly kind: 'choice'; readonly name: string; readonly values: readonly string[] }
  | {
      readonly kind: 'unknown'
      readonly reason: DynamicReason
      readonly source: string
      readonly splits: boolean
      /** Name of the variable, where there is one. */
      readonly name?: string
      /** What runs to make the text, where the whole piece is one `$(...)` or pair of backticks. */
      readonly substitution?: Statement
    }

/** A path as an operand names it: a word, or the part of a word after `--option=` or `-o`. */
export interface Operand {
  /** As written, quotes and all. */
  readonly text: string
  readonly pieces: readonly Piece[]
}

export interface Word extends Operand {
  readonly span: Span
  /** The word bash sees, where every piece is `text`. */
  readonly value: string | undefined
}

/** `NAME=value` before a command or alone; `+=` sets `append`; `array` for `NAME=(...)`. */
export interface Assignment {
  readonly name: string
  readonly value: Word | undefined
  readonly append: boolean
  readonly array: boolean
  /** `NAME[...]=value`. */
  readonly subscript?: true
  readonly span: Span
}

export type RedirectionOperator =
  | '<'
  | '>'
  | '>>'
  | '>|'
  | '<>'
  | '&>'
  | '&>>'
  | '>&'
  | '<&'
  | '<<'
  | '<<-'
  | '<<<'

export interface Redirection {
  readonly operator: RedirectionOperator
  /** The descriptor written before the operator, if any. */
  readonly descriptor: number | undefined
  /** A file for `< > >> >| <> &> &>>`, a number or `-` for `>& <&`, the text for `<<<`, the delimiter for heredocs. */
  readonly target: Word
  /** True where a file may be created or changed (`>&` with a number or `-` writes none). */
  readonly writes: boolean
  /** Heredocs: the body, and whether bash expands it (unquoted delimiter). */
  readonly heredoc?: { readonly body: string; readonly expands: boolean }
  readonly span: Span
}

/** Where a command stands; the innermost fact wins. */
export type CommandContext =
  | 'main'
  | 'pipeline'
  | 'background'
  | 'subshell'
  | 'substitution'
  | 'condition'
  | 'loop'
  | 'function'

/** One simple command. No words: a bare assignment or a bare redirection. */
export interface SimpleCommand {
  readonly kind: 'command'
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
  /** Statements inside `$(...)`, backticks and `<(...)` of its words, assignments and redirections, in text order. */
  readonly substitutions: readonly Statement[]
  readonly text: string
  readonly span: Span
}

export type ListOperator = '&&' | '||' | ';' | '&'

/** Statements one after another. `after` is the operator that follows each (newline counts as `;`). */
export interface List {
  readonly kind: 'list'
  readonly items: readonly { readonly statement: Statement; readonly after: ListOperator }[]
  readonly span: Span
}

export interface Pipeline {
  readonly kind: 'pipeline'
  /** At least two. */
  readonly members: readonly Statement[]
  readonly span: Span
}

/** `! statement`. */
export interface Negation {
  readonly kind: 'negation'
  readonly statement: Statement
  readonly span: Span
}

/** `( ... )` and `{ ...; }`; only the first has a directory and variables of its own. */
export interface Group {
  readonly kind: 'subshell' | 'group'
  readonly body: Statement
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
  readonly span: Span
}

/** `if`/`elif`/`else`: conditions and bodies in text order. Any of them may run. */
export interface If {
  readonly kind: 'if'
  readonly branches: readonly { readonly condition: Statement | undefined; readonly body: Statement }[]
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
  readonly span: Span
}

/** `for NAME in ...`, `for ((...))`, `while`, `until`. The body runs zero or more times. */
export interface Loop {
  readonly kind: 'for' | 'while' | 'until'
  /** `for NAME` only: the variable and the words it takes. */
  readonly variable?: string
  readonly words?: readonly Word[]
  /** `while` and `until`. */
  readonly condition?: Statement
  readonly body: Statement
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
  readonly span: Span
}

export interface Case {
  readonly kind: 'case'
  readonly subject: Word
  readonly arms: readonly { readonly patterns: readonly string[]; readonly body: Statement | undefined }[]
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
  readonly span: Span
}

/** `[[ ... ]]` and `(( ... ))`: no program runs; `operands` may hold expansions. */
export interface Condition {
  readonly kind: 'condition'
  readonly operands: readonly Word[]
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
  readonly span: Span
}

/** A definition. The body may run wherever the name is called. */
export interface FunctionDefinition {
  readonly kind: 'function'
  readonly name: string
  readonly body: Statement
  readonly span: Span
}

export type Statement =
  | SimpleCommand
  | List
  | Pipeline
  | Negation
  | Group
  | If
  | Loop
  | Case
  | Condition
  | FunctionDefinition

export interface Program {
  readonly text: string
  /** `undefined`: nothing runs (empty, blanks, comments). */
  readonly body: Statement | undefined
  /** Names assigned anywhere (prefix, bare, `export`, `for`, `read`). */
  readonly assigned: ReadonlySet<string>
  /** Holds a construct that smaller shells (`sh`) read otherwise. */
  readonly onlyBash: boolean
  /** A command in it may take functions away. */
  readonly unsets: boolean
  /** How often each function is defined; an `unset` anywhere counts as one more definition of each. */
  readonly functions: ReadonlyMap<string, number>
  /** Simple commands in it, substitutions included. */
  readonly commandCount: number
  /**
   * Where the value of a variable, or the output of a command, is evaluated as an expression and not known to be a
   * number: bash runs what a subscript in such a value says. Offsets of the expressions.
   */
  readonly evaluated: readonly number[]
}

/** Why the structure of a script is not known. Closed list; documented in docs/bash.md. */
export const STRUCTURE_CODES = {
  'too-long': 'the command is longer than 16,384 characters',
  character: 'a character that shells and people read differently',
  syntax: 'not valid Bash as far as the parser can tell',
  unverified: 'the syntax tree does not account for every character',
  construct: 'a construct whose reading is not proved',
  disagreement: 'two independent parsers read it differently',
  'too-many-commands': 'more than 1,000 simple commands',
  'too-deep': 'nested deeper than 200 levels',
  'too-many-nodes': 'more than 20,000 syntax nodes',
  cancelled: 'parsing took more than its counted budget',
  crashed: 'the parser failed'
} as const
export type StructureCode = keyof typeof STRUCTURE_CODES

/**
 * What reading a script gave.
 * `structure-unknown`: nothing may be concluded except that `candidates` (every command that either parser
 * found, best effort) might run; deny rules are tried on them.
 */
export type Reading =
  | { readonly status: 'read'; readonly program: Program }
  | {
      readonly status: 'structure-unknown'
      readonly code: StructureCode
      /** One sentence fragment for a person, e.g. the construct's name. */
      readonly message: string
      readonly offset: number | undefined
      readonly candidates: readonly SimpleCommand[]
    }

/** Over this a read script still asks (deny rules are tried as usual). */
export const ASK_LENGTH = 10_000
/** Over this nothing is parsed. */
export const PARSE_LENGTH = 16_384
export const MAX_COMMANDS = 1_000
export const MAX_DEPTH = 200
export const MAX_NODES = 20_000
