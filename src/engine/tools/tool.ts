/** What every tool is described by. Whatever a tool does not declare is the careful value. */
import type { z } from 'zod'

/** Which check reads the input (step 1c). */
export type ToolCheck =
  | 'bash'
  | 'powershell'
  | 'monitor'
  | 'file-read'
  | 'file-write'
  | 'search'
  | 'fetch'
  | 'agent'
  | 'skill'
  | 'worktree'
  | 'none'

/** `null`: depends on the input, the tool's check says. */
export type Feature = boolean | null

/** One tool: its input, its check and its risk features. */
export interface ToolDefinition {
  readonly name: string
  /** Older names of the same tool. */
  readonly aliases: readonly string[]
  /** The input as documented, unknown keys refused; undefined: any object. */
  readonly input: z.ZodType<Record<string, unknown>> | undefined
  readonly check: ToolCheck
  /** The fields that content rules speak of; no parameter rule reads them. */
  readonly contentFields: readonly string[]
  /** The field holding a glob whose literal beginning is a path. */
  readonly pathPatternField: string | undefined
  readonly readOnly: Feature
  readonly concurrencySafe: Feature
  /** `null`: not known. */
  readonly destructive: boolean | null
  /** Whether step 2d lets the call pass without a rule (false) or not (true). */
  readonly requiresPermission: boolean
  readonly requiresUserInteraction: boolean
  /** Asks in plan mode (step 1h). Tools whose `readOnly` depends on the input ask where that says no. */
  readonly planBlocked: boolean
  /** On the closed list of auto.3: no side effects outside the session, no external reach. */
  readonly safeInAuto: boolean
  /** Can start arbitrary work: never on the fast path of auto.2, never without permission in auto mode. */
  readonly startsWork: boolean
  readonly interruptBehavior: 'block' | 'cancel'
  /** `Infinity`: never persisted. */
  readonly maxResultSizeChars: number
  readonly shouldDefer: boolean
}

const CAREFUL: Omit<ToolDefinition, 'name'> = {
  aliases: [],
  input: undefined,
  check: 'none',
  contentFields: [],
  pathPatternField: undefined,
  readOnly: false,
  concurrencySafe: false,
  destructive: null,
  requiresPermission: true,
  requiresUserInteraction: false,
  planBlocked: true,
  safeInAuto: false,
  startsWork: true,
  interruptBehavior: 'block',
  maxResultSizeChars: 50_000,
  shouldDefer: false
}

/** A tool of that name; features left out take the careful value. */
export const defineTool = (
  tool: Pick<ToolDefinition, 'name'> & Partial<Omit<ToolDefinition, 'name'>>
): ToolDefinition => ({ ...CAREFUL, ...tool })

/** Needs permission and may change things, but starts nothing beyond what its input says. */
export const ACTS = { startsWork: false } as const

/** Needs no permission in default mode and passes plan mode. */
export const QUIET = { requiresPermission: false, planBlocked: false, startsWork: false } as const

/** Shows, changes nothing. */
export const SHOWS = { ...QUIET, readOnly: true, destructive: false } as const
