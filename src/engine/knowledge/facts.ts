/**
 * What a simple command would do, as far as the tables know. Place-independent: operands are still words;
 * `paths/` makes them absolute.
 */
import type { Assignment, Operand, Word } from '../bash/program.ts'
import type { RiskCode } from './risk-codes.ts'
import type { TellingWord } from './table.ts'

/**
 * - `read`: content may be shown
 * - `list`: only names or metadata are shown (`ls`, `stat`, `find` without an action)
 * - `write`: created, changed or replaced
 * - `remove`: deleted, or moved away
 */
export type Access = 'read' | 'list' | 'write' | 'remove'

/** Which names below a recursive use are touched. Globs as the program reads them, compared with the base name. */
export interface NameFilter {
  /** Only names that match one of these (empty: no such condition). */
  readonly includes: readonly string[]
  readonly excludes: readonly string[]
  /** Folders of these names are not entered (`grep --exclude-dir`; globs that leave out both stand here too). */
  readonly excludedFolders?: readonly string[]
  /** Names that begin with a dot are skipped (`rg`, `fd`). */
  readonly skipsHidden: boolean
}

export interface PathUse {
  readonly operand: Operand
  readonly access: Access
  /** Everything below the operand too. */
  readonly recursive: boolean
  /** What is read ends up elsewhere under its own name (sources of `cp -r`, `mv`, `rsync`): nothing is shown. */
  readonly copies?: true
  readonly filter?: NameFilter
  /** Proves who asks, or is handed to the program that is started: its content goes to nobody else. */
  readonly own?: true
}

/**
 * A command that this command runs.
 * - `wrapper`: the same process goes on with it (`timeout 5 CMD`, `sudo CMD`, `env CMD`)
 * - `exec`: started once or many times with operands of its own making (`xargs`, `find -exec`)
 */
export interface InnerCommand {
  readonly via: 'wrapper' | 'exec'
  /** Program first. Empty words never occur. */
  readonly words: readonly Word[]
  /** `env A=1 CMD`. */
  readonly assignments: readonly Assignment[]
  /** Table 2.5: allow rules and read-only see through this (`timeout`, bare `xargs`; not `sudo`). */
  readonly transparentToAllow: boolean
  /** Operands nobody can see from the text are added (`xargs`, `{}` of `find -exec`). */
  readonly addsOperands: boolean
  /** Where the added operands come from (the start paths of `find`), in the access the inner command gives them. */
  readonly operandsFrom: readonly PathUse[]
  /** The wrapper itself changes nothing else: with a read-only inner command the whole is read-only. */
  readonly harmless: boolean
  /** The wrapper's own reason where it is not harmless, e.g. `sudo raises privileges`. */
  readonly why?: string
}

/** Shell text handed to another shell (`sh -c TEXT`, `eval TEXT`); `value` undefined: not statically known. */
export interface InnerScript {
  readonly text: string
  readonly value: string | undefined
  /** `sh`: perhaps bash, perhaps a smaller shell, to which some constructs are something else. */
  readonly reader: 'bash' | 'sh'
}

/** Why the meaning of a command is not known although its structure is (D13, second kind). */
export const MEANING_CODES = {
  'dynamic-program': 'the name of the program is not known until it runs',
  eval: 'text is run as code',
  source: 'a file is run in this shell',
  alias: 'an alias changes what names mean',
  'shell-options': '`set` or `shopt` changes how what follows is read',
  trap: 'text is run later as code',
  function: 'a function stands in for a program',
  'lookup-changed': 'how programs are found is changed (`PATH`, `hash`, `enable`)',
  'splitting-changed': '`IFS` changes how words split',
  'environment-changed': 'a variable that changes what programs do is assigned',
  exec: 'the shell itself is replaced or its descriptors are changed',
  'dynamic-script': 'code that is not known until it runs is handed to a shell',
  builtin: 'a shell built-in whose effect is not modelled',
  evaluated: 'a value that is not known to be a number is evaluated as an expression, which may run code',
  'nested-script': 'code nested too deep or not readable is handed to a shell'
} as const
export type MeaningCode = keyof typeof MEANING_CODES

export interface CommandFacts {
  /** Canonical program name (directory of /bin, /usr/bin, /sbin, /usr/sbin dropped); undefined when dynamic or absent. */
  readonly program: string | undefined
  /** The tables know this program and understood every word of this form. */
  readonly known: boolean
  /** No effect but output. Says nothing of where its paths lie. False whenever in doubt. */
  readonly readOnly: boolean
  /** The command itself does nothing but run `inner` and `scripts`: with these read-only the whole is read-only. */
  readonly harmless: boolean
  /** Where not read-only: why, as a phrase that follows the program's name, e.g. "-delete removes files". */
  readonly why: string | undefined
  readonly uses: readonly PathUse[]
  readonly inner: readonly InnerCommand[]
  readonly scripts: readonly InnerScript[]
  /** A shell that runs what it reads from its input. */
  readonly runsInput: boolean
  /** Set by `cd`, `pushd`, `popd`; `to` undefined: unknown (or `cd -`). `cd` alone: to = a `home` piece. */
  readonly directory: { readonly to: Operand | undefined } | undefined
  readonly meaning: { readonly code: MeaningCode; readonly message: string } | undefined
  /** True where the meaning problem also holds for every later command of the script. */
  readonly meaningLasts: boolean
  /** `git`: values of `-C`, `--git-dir`, `--work-tree`; the repository it stands in must be trusted (D17). */
  readonly git:
    | {
        readonly directories: readonly Operand[]
        /** `--git-dir`/`--work-tree`/`--exec-path`... was used: never read-only. */
        readonly elsewhere: boolean
        /** argv without global options, for deny and ask rules. */
        readonly plainWords: readonly Word[]
        /** The only global options are `-C DIR`: an allow rule for the plain form covers it (D17). */
        readonly onlyDirectory: boolean
      }
    | undefined
  /**
   * What runs code or a command by way of an option or a script, though the program is none that runs others: a rule
   * with a wildcard was not written for it. undefined: nothing.
   */
  readonly escape: string | undefined
  /** Output is a list of file names inside the directories it was given (`find`, `fd`, `rg -l`, `git ls-files`, `ls`). */
  readonly listsFiles: boolean
  /** Reads no files and has no harmful option: operands appended by xargs are harmless. */
  readonly anyOperands: boolean
  /** Apart from the reads, writes and removals in `uses` it runs nothing and writes nothing. False whenever in doubt. */
  readonly onlyEdits: boolean
  /** Removes, overwrites, rewrites history and the like; null: not known. */
  readonly destructive: boolean | null
  /** What the command itself does or may do beyond output, as far as its words alone say. */
  readonly risks: readonly RiskCode[]
  /** What to look for in text that is fed to it. */
  readonly telling: readonly TellingWord[] | undefined
}
