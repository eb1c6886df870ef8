/** Which names an arithmetic expression assigns. */
import type { IslandHost } from './island-host.ts'

/** Collects while an expression is read; what it evaluates is evaluated before it assigns. */
export class ExpressionNames {
  readonly #all: string[] = []
  readonly #assigned: string[] = []
  /** The next name stands behind `++` or `--`. */
  isStepped = false
  /** Signs that meet only in values may step any of the names. */
  stepsAny = false
  /** Parts of it may not be evaluated (`0 && (x = 1)`). */
  mayBeSkipped = false

  add(name: string): void {
    this.#all.push(name)
  }

  /** The name was read, with an assignment behind it or not. */
  used(name: string, isAssigned: boolean): void {
    if (isAssigned || this.isStepped) this.#assigned.push(name)
    this.isStepped = false
  }

  /** The expression ends: the host learns what it assigned. */
  settle(host: IslandHost, isSure: boolean): void {
    const assigned = this.stepsAny ? this.#all : this.#assigned
    for (const name of new Set(assigned)) host.assigns(name, true, isSure && !this.mayBeSkipped)
    this.#assigned.length = 0
    this.#all.length = 0
    this.stepsAny = false
    this.mayBeSkipped = false
  }
}
