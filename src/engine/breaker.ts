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
