/** Behaviors, steps and kinds: the words every decision is made of. */

export type Behavior = 'allow' | 'ask' | 'deny'

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const

export const strictest = (a: Behavior, b: Behavior): Behavior => (STRICTNESS[a] >= STRICTNESS[b] ? a : b)

export const isStricter = (a: Behavior, b: Behavior): boolean => STRICTNESS[a] > STRICTNESS[b]

export const MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk', 'auto'] as const
export type Mode = (typeof MODES)[number]

/** Who decided, in one word; the full sentence is in `reason`. */
export const KINDS = [
  'rule',
  'mode',
  'safetyCheck',
  'tool',
  'hook',
  'classifier',
  'breaker',
  'sandbox',
  'readOnly',
  'invalidInput',
  'undecidable',
  'unattended',
  'degraded',
  'default'
] as const
export type Kind = (typeof KINDS)[number]

/** Where settings come from, weakest scalar first. `session` holds rules only and ranks as `user`. */
export const LAYERS = ['user', 'session', 'project', 'local', 'flag', 'policy'] as const
export type LayerName = (typeof LAYERS)[number]

/** A remark on the settings or the request; never a reason to refuse it. */
export interface Warning {
  readonly code: string
  readonly message: string
  readonly layer?: LayerName
  readonly rule?: string
}

/** What was expected of a malformed field. `path` is a JSON pointer. */
export interface Issue {
  readonly path: string
  readonly message: string
  readonly code: string
}

export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
