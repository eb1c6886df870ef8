/** Collects what a check finds; duplicates are dropped, certain findings and unapprovable dangers come first. */
import type { Rule } from '../rules/rule.ts'
import type { Danger, Examination, Part, RuleFinding, ToolRefusal } from './examination.ts'

/** One finding decides; more than these only cost time. */
const MAX_FINDINGS = 100

class Once {
  private readonly seen = new Map<unknown, Set<string>>()

  /** Is this the first time that the key met the part? */
  add(key: unknown, part: string): boolean {
    const parts = this.seen.get(key)
    if (parts === undefined) this.seen.set(key, new Set([part]))
    else if (parts.has(part)) return false
    else parts.add(part)
    return true
  }
}

const NOTHING: readonly never[] = Object.freeze([])

/** What a check says beside its findings. */
type Rest = Omit<Examination, 'denyRules' | 'refusals' | 'askRules' | 'dangers' | 'parts' | 'exceptions'>

export class Findings {
  private denied: RuleFinding[] | undefined
  private asked: RuleFinding[] | undefined
  private guessed: RuleFinding[] | undefined
  private grave: Danger[] | undefined
  private approvable: Danger[] | undefined
  private refused: ToolRefusal[] | undefined
  private excepted: Set<string> | undefined
  private once: Once | undefined
  readonly parts: Part[] = []

  deny(finding: RuleFinding): void {
    this.denied ??= []
    this.keep(this.denied, finding.rule, finding.part, finding)
  }

  ask(finding: RuleFinding): void {
    if (finding.guess === undefined) {
      this.asked ??= []
      this.keep(this.asked, finding.rule, finding.part, finding)
    } else {
      this.guessed ??= []
      this.keep(this.guessed, `${finding.rule.text}?`, finding.part, finding)
    }
  }

  refuse(refusal: ToolRefusal): void {
    this.refused ??= []
    this.keep(this.refused, refusal.why, refusal.part, refusal)
  }

  danger(danger: Danger): void {
    if (danger.approvable) {
      this.approvable ??= []
      this.keep(this.approvable, danger.code, danger.part, danger)
    } else {
      this.grave ??= []
      this.keep(this.grave, danger.code, danger.part, danger)
    }
  }

  exception(text: string): void {
    this.excepted ??= new Set()
    this.excepted.add(text)
  }

  private keep<T>(list: T[], key: Rule | string, part: string, entry: T): void {
    if (list.length >= MAX_FINDINGS) return
    this.once ??= new Once()
    if (this.once.add(key, part)) list.push(entry)
  }

  /** All this as an examination. Written out field by field: one shape, and nothing is copied twice. */
  examination(rest: Rest): Examination {
    return {
      denyRules: this.denied ?? NOTHING,
      refusals: this.refused ?? NOTHING,
      askRules: both(this.asked, this.guessed),
      dangers: both(this.grave, this.approvable),
      parts: this.parts,
      exceptions: this.excepted === undefined ? NOTHING : [...this.excepted],
      mayChange: rest.mayChange,
      needsPerson: rest.needsPerson,
      sandbox: rest.sandbox,
      parse: rest.parse,
      optedOut: rest.optedOut,
      readOnly: rest.readOnly,
      concurrencySafe: rest.concurrencySafe,
      destructive: rest.destructive,
      changesDirectory: rest.changesDirectory
    }
  }
}

const both = <T>(first: readonly T[] | undefined, second: readonly T[] | undefined): readonly T[] => {
  if (first === undefined) return second ?? NOTHING
  return second === undefined ? first : [...first, ...second]
}
