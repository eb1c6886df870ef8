/** Which calls of one model response may run side by side. */
import type { BatchPlan } from './decision.ts'

/** At most so many calls of a concurrent batch run at once. */
export const MAX_CONCURRENCY = 10

/** A call with what its tool says of this input. */
export interface ScheduledCall {
  readonly toolUseId: string
  readonly concurrencySafe: boolean
}

/**
 * Consecutive concurrency-safe calls form one batch, every other call is a batch of its own; the order never changes.
 * A batch may be longer than `MAX_CONCURRENCY`: that is how many of it run at once.
 */
export function partition(calls: readonly ScheduledCall[]): readonly BatchPlan[] {
  const batches: { concurrent: boolean; toolUseIds: string[] }[] = []
  for (const { toolUseId, concurrencySafe } of calls) {
    const last = batches.at(-1)
    if (concurrencySafe && last?.concurrent) last.toolUseIds.push(toolUseId)
    else batches.push({ concurrent: concurrencySafe, toolUseIds: [toolUseId] })
  }
  return batches
}
