/** The events that clients of one session send: by number, so that every process knows them. */
import type { DenialEvent } from '../../src/engine/breaker.ts'

export interface SentEvent {
  readonly event: DenialEvent
  readonly id: string
}

/** Every fourth is a success. */
export const eventOf = (at: number): SentEvent => ({
  event: at % 4 === 3 ? 'success' : 'block',
  id: `decide:toolu_${at}`
})
