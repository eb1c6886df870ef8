/** The denial state of a session, and when it closes the way to the classifier (D10). Pure transitions. */

/** How many denials a session may have before a person is asked instead of the classifier. */
export interface DenialLimits {
  readonly consecutive: number
  readonly total: number
}

export const DENIAL_LIMITS: DenialLimits = { consecutive: 3, total: 20 }

/** Denials of one session: in a row, and in all. */
export interface DenialCounts {
  readonly consecutive: number
  readonly total: number
}

export const NO_DENIALS: DenialCounts = { consecutive: 0, total: 0 }

/** What happened to a call, as far as the counts are concerned. */
export type DenialEvent = 'block' | 'success'

/** A block counts twice; a success ends the run and leaves the total, which only the session's owner takes back. */
export const afterEvent = (counts: DenialCounts, event: DenialEvent): DenialCounts =>
  event === 'block'
    ? { consecutive: counts.consecutive + 1, total: counts.total + 1 }
    : { consecutive: 0, total: counts.total }

export const isBreakerOpen = (counts: DenialCounts, limits: DenialLimits): boolean =>
  counts.consecutive >= limits.consecutive || counts.total >= limits.total

/** The state as answers carry it. */
export interface Denials extends DenialCounts {
  readonly limits: DenialLimits
  readonly breakerOpen: boolean
}

export const denialsOf = ({ consecutive, total }: DenialCounts, limits: DenialLimits): Denials => ({
  consecutive,
  total,
  limits,
  breakerOpen: isBreakerOpen({ consecutive, total }, limits)
})

/** The state of a session of which nothing is known. */
export const UNCOUNTED: Denials = denialsOf(NO_DENIALS, DENIAL_LIMITS)

/** What one event made of the state. */
export interface Transition {
  readonly denials: Denials
  /** The breaker was closed before this event, and is open after it. A replay opens nothing. */
  readonly opened: boolean
}

/** Counts an event; without limits, under those of the event before. */
export function transition(before: Denials, event: DenialEvent, limits = before.limits): Transition {
  const denials = denialsOf(afterEvent(before, event), limits)
  return { denials, opened: denials.breakerOpen && !before.breakerOpen }
}
