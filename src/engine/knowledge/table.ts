/**
 * The shape of what is known of programs. A row says in data what the options, operands and subcommands of one
 * program do; `interpret.ts` is the only code that reads rows. How to add one: docs/knowledge.md.
 */
import type { Access, MeaningCode } from './facts.ts'
import type { Mark } from './mark.ts'
import { mayDestroy, type Risk, type RiskCode } from './risk-codes.ts'

/**
 * What an operand or an option's value is.
 * - `text`: names nothing on disk; `script`: read by the form's `script`; `shell`: text that a shell runs
 * - `setting`: a name of git's configuration, which is written where more operands follow
 * - `revision`: a git revision, a path, or both (`HEAD:path`)
 * - `checkout`: a path whose file git rewrites, or before `--` perhaps a branch
 * - `sent`: text in which `@FILE`, `name=@FILE` or `name@FILE` stands for what is in the file
 * - `argument`: perhaps a file: one where it is written like a path (with a dot or a slash), text where it is not known
 * - `archive`: one file that is read, or, with an option marked `creates`, written; `output`: one that is written
 * - what can be done with a path: that is done to it
 */
export type Role =
  | 'text'
  | 'script'
  | 'shell'
  | 'setting'
  | 'revision'
  | 'checkout'
  | 'sent'
  | 'argument'
  | 'archive'
  | 'output'
  | Access

export interface Option {
  /** `-n`, `--lines`; in forms of syntax `words` also `-name`. */
  readonly names: readonly string[]
  /**
   * `optional` values are attached ones only. `pair`: two words follow, the second in the role.
   * `command`: the following words up to `;`, `+` or the end.
   */
  readonly value: 'none' | 'required' | 'optional' | 'pair' | 'command'
  readonly role: Role
  readonly mark?: Mark
  readonly also?: readonly Mark[]
  /** Of a value that is run: the command in it, as its first group. Deny and ask rules see it. */
  readonly command?: RegExp
  /** With a value of this form the marks do not hold (`grep -d skip`). */
  readonly unless?: RegExp
  /** A value of another form, or one that is not known, has an effect of its own (`tar -f host:file`). */
  readonly only?: RegExp
  /** What such a value may do. */
  readonly otherwise?: string
  /** Why the call is not read-only, as a phrase after the program's name. */
  readonly harm?: string
  /** What it adds to the risk of the call; a file that it writes is taken to be overwritten. */
  readonly risk?: Risk
  /** With it the form's own risk of this code is none (`git clean --dry-run`). */
  readonly spares?: RiskCode
  /** With it nothing is known of the call any more (D13). */
  readonly meaning?: Meaning
}

export interface Operands {
  /** Roles of the first operands; an option marked `first` stands in for the first of them. */
  readonly first?: readonly Role[]
  /** Role of all others. Absent: there are no others. */
  readonly rest?: Role
  /** Role of the last one where there are two or more. */
  readonly last?: Role
  /** How the value of an option marked `destination` is used; where absent, it is written. */
  readonly destination?: Access
  /** How `.` is used where neither operand nor destination is given (`grep`: only with an option marked `noneIf`). */
  readonly none?: Access
  readonly noneIf?: Mark
  /** Every operand is known and has this form, else `excess`. */
  readonly only?: RegExp
  /** What an operand too many would do. */
  readonly excess?: string
  /** The risk of that. */
  readonly risk?: Risk
}

/** What a program in a small language does (sed, awk). `harm` undefined: nothing but output. */
export interface ScriptFacts {
  readonly harm: string | undefined
  /** The risk of the harm, where it is not that of code. */
  readonly risk?: Risk
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** It runs commands, or may; the program as such does not. */
  readonly escapes?: boolean
  /** Those of them that are known. */
  readonly commands?: readonly string[]
}

/** A word whose form alone says what the call does, wherever it stands (`+main` of `git push`). */
export interface TellingWord {
  readonly matches: RegExp
  readonly risk?: Risk
  /** It is run, as for options marked `escape`: what it does. The first group of `matches` is the command. */
  readonly escape?: string
  /** As the first word it takes the place of the form's own risk of this code (`chmod +x`). */
  readonly spares?: RiskCode
}

/** Built-ins and shells whose words follow a grammar of their own. */
export type Special =
  | 'cd'
  | 'export'
  | 'unset'
  | 'read'
  | 'set'
  | 'eval'
  | 'source'
  | 'exec'
  | 'shopt'
  | 'declare'
  | 'trap'
  | 'alias'
  | 'test'
  | 'shell'

/** How a form starts another command. */
export interface Wrapping {
  /** Operands of its own before the command (`timeout 5 CMD`). */
  readonly own: number
  /** Whether allow rules see the command: never, always, or only where no option is given. */
  readonly allow: 'never' | 'always' | 'without-options'
  /** Why a read-only command behind it does not make the whole read-only. Absent: it does. */
  readonly why?: string
  readonly via?: 'wrapper' | 'exec'
  /** Words of the form NAME=value come before the command. */
  readonly assignments?: true
  /** Adds operands nobody sees. */
  readonly addsOperands?: true
  /** What runs where no command is given. */
  readonly fallback?: string
  /** The words are joined and handed to a shell. */
  readonly joins?: true
  /** In place of the command: the next word is a script for a shell (`flock FILE -c TEXT`). */
  readonly textOption?: string
  /** That option may also come later (`runuser USER -c TEXT`). */
  readonly textAnywhere?: true
  /** Its other forms run nothing: a rule with a wildcard does not cover this one. */
  readonly escapes?: true
  /** So many operands of its own may come before the command besides: deny rules try each. */
  readonly perhaps?: number
}

export interface Meaning {
  readonly code: MeaningCode
  readonly message: string
  readonly lasts: boolean
}

export interface Form {
  readonly names: readonly string[]
  readonly options?: readonly Option[]
  /** `gnu`: clusters of letters and `--long=value`. `words`: every option is a word of its own (find, java). */
  readonly syntax?: 'gnu' | 'words'
  /** The first word may be a cluster of options without its dash (`tar tf FILE`). */
  readonly bundled?: true
  /** What is asked for goes over the network: words that are not known could carry data out. */
  readonly sends?: true
  /** A word that begins with `@` names a file with more words (binutils). */
  readonly responseFiles?: true
  /** Options are `name=value`, their names given with the `=` (dd). */
  readonly keyed?: true
  /** `first`: options end at the first operand. */
  readonly order?: 'anywhere' | 'first'
  /** A word that is no known option is an operand, whatever it begins with (`echo ---`). */
  readonly otherOptionsAreText?: true
  /** `-5` is an option. */
  readonly numbers?: true
  /** Words that are neither option nor operand (parentheses of find). */
  readonly tokens?: readonly string[]
  /** No option that the program has, known here or not, writes or runs anything: a word that may be an option is fine. */
  readonly everyOptionHarmless?: true
  readonly operands?: Operands
  readonly recursive?: true
  /** What is read below its operands ends up under its own name (`cp -r`). */
  readonly copies?: true
  /** What is written, or removed, is read as well (editors, `mv`). */
  readonly alsoReads?: 'write' | 'remove'
  /** Paths of the form HOST:PATH lie elsewhere. */
  readonly remote?: true
  readonly skipsHidden?: true
  /** Output is a list of names of files. */
  readonly lists?: true
  /** The options with which such a list still holds plain names, as the program was given them, and nothing else. */
  readonly keepsNames?: RegExp
  /** Output is words that never begin with `-` and hold no blank; a RegExp: where every operand matches it. */
  readonly output?: 'plain' | RegExp
  readonly script?: (text: string) => ScriptFacts
  /** Why it is not read-only (unless an option marked `shows` is given). */
  readonly effect?: string
  /** Its operands and options say all that it does to files, and it runs nothing unless one of them is harmful. */
  readonly edits?: true
  /** What a call of this form does, unless an option marked `shows` is given. */
  readonly risk?: Risk
  /** Words that say more; where the program reads its input, what is fed to it is searched as well. */
  readonly telling?: readonly TellingWord[]
  /** Of a form that is not read-only: known to destroy nothing, unless a code says so. */
  readonly destructive?: false
  readonly subcommands?: readonly Form[]
  /** With subcommands: the form without one only prints. */
  readonly bare?: 'shows'
  /**
   * Why nothing is known of what it does. Its `options` say only what they add to the risk; where `operands` are
   * given, they and the options also name files that it reads or writes among others.
   */
  readonly opaque?: string
  readonly wraps?: Wrapping
  readonly meaning?: Meaning
  /** git's global options: `git` facts are given. */
  readonly repository?: true
  /** Read by code of its own in `builtins.ts`, because its words are no options and operands. */
  readonly special?: Special
}

/** A program. */
export interface Row extends Form {
  /** Calls of this program that are read-only, and calls that are not; tested. */
  readonly examples: { readonly readOnly: readonly string[]; readonly not: readonly string[] }
}

type Extra = Partial<Omit<Option, 'names' | 'value'>>

const option = (value: Option['value'], names: string, extra: Extra): Option => ({
  names: names.split(' '),
  value,
  role: 'text',
  ...(extra.role === 'write' && { risk: 'overwrites-file' }),
  ...extra
})

/** Options without a value, separated by blanks. */
export const flags = (names: string, extra: Extra = {}): Option => option('none', names, extra)

/** One-letter options without a value: `letters('aAb')` is `-a -A -b`. */
export const letters = (all: string, extra: Extra = {}): Option =>
  option('none', [...all].map((letter) => `-${letter}`).join(' '), extra)

/** Options that take a value, attached or as the next word. */
export const values = (names: string, extra: Extra = {}): Option => option('required', names, extra)

/** Options whose value is run. */
export const escapes = (names: string, extra: Extra = {}): Option =>
  values(names, { mark: 'escape', command: WHOLE, ...extra })

const WHOLE = /^([\s\S]+)$/

/** Options that may take an attached value. */
export const optional = (names: string, extra: Extra = {}): Option => option('optional', names, extra)

/** Options that are followed by a name and a value (`jq --arg x 1`). */
export const pairs = (names: string, extra: Extra = {}): Option => option('pair', names, extra)

/** Options that are followed by a command. */
export const commands = (names: string, extra: Extra = {}): Option => option('command', names, extra)

/** Forms of which only the effect is known. */
export const effects = (names: string, opaque: string, risk: Risk): Form[] =>
  names.split(' ').map((name) => ({
    names: [name],
    opaque,
    risk,
    ...(!mayDestroy(risk) && { destructive: false })
  }))

/** `--help` and `--version`: known to only print in every GNU program. */
export const ABOUT = flags('--help --version')
