/** What has been found out so far about one simple command. */
import type { Assignment, Operand, Word } from '../bash/program.ts'
import type { Access, CommandFacts, InnerCommand, InnerScript, NameFilter, PathUse } from './facts.ts'
import { RISK_CODES, type Risk, type RiskCode } from './risk-codes.ts'
import type { Meaning, TellingWord } from './table.ts'
import { type IsPlain, isPipe, operandValue } from './words.ts'

/** Interprets a command that another one runs. */
export type Again = (words: readonly Word[], assignments: readonly Assignment[]) => CommandFacts

const NO_USES: readonly PathUse[] = []
const NO_INNER: readonly InnerCommand[] = []
const NO_SCRIPTS: readonly InnerScript[] = []
const NO_RISKS: readonly RiskCode[] = []

/** Writing there changes nothing. */
export const SINKS: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

const NOTHING_MORE = {} as const
const DRY_RUN: readonly RiskCode[] = ['dry-run']
const OVERWRITES: readonly RiskCode[] = ['overwrites-file']

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
  /** Known to destroy nothing, unless a risk says so. */
  harmsNothing = false
  telling: readonly TellingWord[] | undefined = undefined
  private risks: RiskCode[] | undefined = undefined
  private spared: RiskCode[] | undefined = undefined
  private removes = false
  /** The form's own risk says all that its options and operands could add. */
  accounted = false
  private unsure = false
  private escaped: string | undefined = undefined

  constructor(
    readonly isPlain: IsPlain,
    readonly again: Again
  ) {}

  /** Something the tables do not know. The first reason stays; of `risk` as for `harm`. */
  doubt(why: string, risk?: Risk): void {
    this.opaque(why)
    if (risk === undefined) this.unsure = true
    else this.risk(risk)
  }

  /** A form of which only the effect is known. The first reason stays. */
  opaque(why: string): void {
    this.known = false
    this.why ??= why
  }

  /** What this command does or may do. */
  risk(risk: Risk): void {
    if (risk.length === 0) return
    this.risks ??= []
    if (typeof risk === 'string') this.risks.push(risk)
    else this.risks.push(...risk)
  }

  /** What it does not do although its form does. */
  spare(code: RiskCode): void {
    this.spared ??= []
    this.spared.push(code)
  }

  /**
   * Something known that is more than output, and more than the uses say. The first reason stays.
   * Without a `risk` the call has the one of what nobody knows.
   */
  harm(why: string, risk?: Risk): void {
    this.beyondUses = true
    this.why ??= why
    if (risk === undefined) this.unsure = true
    else this.risk(risk)
  }

  /** Something known that is more than output, of which the uses give account. The first reason stays. */
  edits(why: string): void {
    this.why ??= why
  }

  /** Code runs that no rule with a wildcard was written for; the reason goes before all others. */
  escape(why: string): void {
    this.harm(why, 'runs-code')
    this.escaped ??= why
    this.why = this.escaped
  }

  use(
    operand: Operand,
    access: Access,
    recursive: boolean,
    filter: NameFilter | undefined,
    more: { readonly copies?: boolean; readonly own?: boolean } = NOTHING_MORE
  ): void {
    if (isPipe(operand) || (access === 'write' && SINKS.has(operandValue(operand) ?? ''))) return
    this.uses ??= []
    this.uses.push(
      filter === undefined && more === NOTHING_MORE
        ? { operand, access, recursive }
        : {
            operand,
            access,
            recursive,
            ...(filter !== undefined && { filter }),
            ...(more.copies === true && access === 'read' && { copies: true }),
            ...(more.own === true && { own: true })
          }
    )
    if (access === 'write') this.edits(operand.text === '' ? 'writes files' : `writes ${operand.text}`)
    else if (access === 'remove') {
      this.edits(operand.text === '' ? 'removes files' : `removes ${operand.text}`)
      this.removes = true
    }
  }

  script(text: string, value: string | undefined, reader: InnerScript['reader'] = 'sh'): void {
    this.scripts ??= []
    this.scripts.push({ text, value, reader })
  }

  runs(command: InnerCommand): void {
    this.inner ??= []
    this.inner.push(command)
  }

  /** The meaning of this command, or of all later ones, is not known. The first one stays. */
  unclear(meaning: Meaning): void {
    this.meaning ??= meaning
    this.harm(meaning.message, NO_RISKS)
  }

  facts(): CommandFacts {
    const { meaning } = this
    const alone = this.inner === undefined && this.scripts === undefined
    const harmless = this.known && this.why === undefined
    const readOnly = harmless && alone
    const risks = readOnly ? this.asked() : this.allRisks()
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
      escape: this.escaped,
      listsFiles: this.lists,
      anyOperands: readOnly && this.anyOperands,
      onlyEdits: this.onlyEdits && this.known && !this.beyondUses && alone,
      destructive: readOnly ? false : this.isDestructive(risks),
      risks,
      telling: this.telling
    }
  }

  /** What only reads may still ask over the network. */
  private asked(): readonly RiskCode[] {
    return (
      this.risks?.filter(
        (code) => RISK_CODES[code].destructive === undefined && 'network' in RISK_CODES[code]
      ) ?? NO_RISKS
    )
  }

  /** Whatever is more than output has a code, unless something else that is run says it. */
  private allRisks(): readonly RiskCode[] {
    const { spared, risks = NO_RISKS } = this
    if (this.unsure && !this.accounted) return [...risks, 'unknown-form']
    if (spared !== undefined && !this.unsure) {
      const left = risks.filter((code) => !spared.includes(code))
      return left.length > 0 ? left : DRY_RUN
    }
    if (risks.length > 0) return risks
    return this.uses?.some((use) => use.access === 'write') === true ? OVERWRITES : NO_RISKS
  }

  private isDestructive(risks: readonly RiskCode[]): boolean | null {
    if (this.removes || risks.some((code) => RISK_CODES[code].destructive === true)) return true
    return this.harmsNothing ? false : null
  }
}
