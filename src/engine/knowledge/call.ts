/** What has been found out so far about one simple command. */
import type { Assignment, Operand, Word } from '../bash/program.ts'
import type { Access, CommandFacts, InnerCommand, InnerScript, NameFilter, PathUse } from './facts.ts'
import type { Meaning } from './table.ts'
import { type IsPlain, isPipe, operandValue } from './words.ts'

/** Interprets a command that another one runs. */
export type Again = (words: readonly Word[], assignments: readonly Assignment[]) => CommandFacts

const NO_USES: readonly PathUse[] = []
const NO_INNER: readonly InnerCommand[] = []
const NO_SCRIPTS: readonly InnerScript[] = []

/** Writing there changes nothing. */
const SINKS: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

/** The facts of a command while they are collected. */
export class Call {
  program: string | undefined = undefined
  known = true
  why: string | undefined = undefined
  uses: PathUse[] | undefined = undefined
  inner: InnerCommand[] | undefined = undefined
  scripts: InnerScript[] | undefined = undefined
  directory: { readonly to: Operand | undefined } | undefined = undefined
  meaning: Meaning | undefined = undefined
  git: CommandFacts['git'] | undefined = undefined
  lists = false
  runsInput = false
  plain = false
  anyOperands = false
  onlyEdits = false
  private beyondUses = false
  destructive: boolean | undefined = undefined

  constructor(
    readonly isPlain: IsPlain,
    readonly again: Again
  ) {}

  /** Something the tables do not know. The first reason stays. */
  doubt(why: string): void {
    this.known = false
    this.why ??= why
  }

  /** Something known that is more than output, and more than the uses say. The first reason stays. */
  harm(why: string): void {
    this.beyondUses = true
    this.why ??= why
  }

  /** Something known that is more than output, of which the uses give account. The first reason stays. */
  edits(why: string): void {
    this.why ??= why
  }

  use(
    operand: Operand,
    access: Access,
    recursive: boolean,
    filter: NameFilter | undefined,
    copies = false
  ): void {
    if (isPipe(operand) || (access === 'write' && SINKS.has(operandValue(operand) ?? ''))) return
    this.uses ??= []
    this.uses.push({
      operand,
      access,
      recursive,
      ...(filter === undefined ? {} : { filter }),
      ...(copies && access === 'read' ? { copies } : {})
    })
    if (access === 'write') this.edits(operand.text === '' ? 'writes files' : `writes ${operand.text}`)
    else if (access === 'remove') {
      this.edits(operand.text === '' ? 'removes files' : `removes ${operand.text}`)
      this.destructive = true
    }
  }

  script(text: string, value: string | undefined): void {
    this.scripts ??= []
    this.scripts.push({ text, value })
  }

  runs(command: InnerCommand): void {
    this.inner ??= []
    this.inner.push(command)
  }

  /** The meaning of this command, or of all later ones, is not known. The first one stays. */
  unclear(meaning: Meaning): void {
    this.meaning ??= meaning
    this.harm(meaning.message)
  }

  facts(): CommandFacts {
    const { meaning } = this
    const alone = this.inner === undefined && this.scripts === undefined
    const harmless = this.known && this.why === undefined
    const readOnly = harmless && alone
    return {
      program: this.program,
      known: this.known,
      readOnly,
      harmless,
      why: readOnly ? undefined : (this.why ?? this.inner?.[0]?.why ?? 'runs another command'),
      uses: this.uses ?? NO_USES,
      inner: this.inner ?? NO_INNER,
      scripts: this.scripts ?? NO_SCRIPTS,
      runsInput: this.runsInput,
      directory: this.directory,
      meaning: meaning === undefined ? undefined : { code: meaning.code, message: meaning.message },
      meaningLasts: meaning?.lasts === true,
      git: this.git,
      listsFiles: this.lists,
      anyOperands: readOnly && this.anyOperands,
      onlyEdits: this.onlyEdits && this.known && !this.beyondUses && alone,
      destructive: readOnly ? false : (this.destructive ?? null)
    }
  }
}
