/** Collects what a check finds; duplicates are dropped, certain findings and unapprovable dangers come first. */
import type { Danger, Part, RuleFinding, ToolRefusal } from './examination.ts'

const NOTHING: readonly never[] = Object.freeze([])

export class Findings {
  private denied: RuleFinding[] | undefined
  private asked: RuleFinding[] | undefined
  private dangerous: Danger[] | undefined
  private refused: ToolRefusal[] | undefined
  private excepted: string[] | undefined
  readonly parts: Part[] = []

  deny(finding: RuleFinding): void {
    this.denied ??= []
    if (!has(this.denied, finding)) this.denied.push(finding)
  }

  ask(finding: RuleFinding): void {
    this.asked ??= []
    if (has(this.asked, finding)) return
    if (finding.guess === undefined) this.asked.unshift(finding)
    else this.asked.push(finding)
  }

  refuse(refusal: ToolRefusal): void {
    this.refused ??= []
    this.refused.push(refusal)
  }

  danger(danger: Danger): void {
    this.dangerous ??= []
    if (this.dangerous.some((one) => one.code === danger.code && one.part === danger.part)) return
    if (danger.approvable) this.dangerous.push(danger)
    else this.dangerous.unshift(danger)
  }

  exception(text: string): void {
    this.excepted ??= []
    if (!this.excepted.includes(text)) this.excepted.push(text)
  }

  get denyRules(): readonly RuleFinding[] {
    return this.denied ?? NOTHING
  }

  get askRules(): readonly RuleFinding[] {
    return this.asked ?? NOTHING
  }

  get refusals(): readonly ToolRefusal[] {
    return this.refused ?? NOTHING
  }

  get dangers(): readonly Danger[] {
    return this.dangerous ?? NOTHING
  }

  get exceptions(): readonly string[] {
    return this.excepted ?? NOTHING
  }
}

const has = (list: readonly RuleFinding[], finding: RuleFinding): boolean =>
  list.some((one) => one.rule === finding.rule && one.part === finding.part)
