/** What callers may claim: the `callers` of the policies that apply, as one value. */
import type { CallContext, CallerPins, PolicyFile } from './decision.ts'
import type { LayerName, Mode } from './verdict.ts'

/** undefined in a field: the caller's word counts. */
export interface CallerLimits {
  readonly modes: ReadonlySet<Mode> | undefined
  /** Layers that may widen what is allowed. */
  readonly layers: ReadonlySet<LayerName> | undefined
  readonly projectTrusted: boolean | undefined
  readonly headless: boolean | undefined
}

const TRUST = { always: true, declared: undefined, never: false } as const

/** The later policy's word counts; then those of which only the restrictions count narrow it. */
export function callerLimits(policies: readonly PolicyFile[]): CallerLimits {
  const { modes, layers, trustProject, headless } = pinsOf(policies, false).reduce(later, {})
  const limits: CallerLimits = {
    modes: modes === undefined ? undefined : new Set(modes),
    layers: layers === undefined ? undefined : new Set(layers),
    projectTrusted: TRUST[trustProject ?? 'declared'],
    headless
  }
  return pinsOf(policies, true).reduce(narrowed, limits)
}

const pinsOf = (policies: readonly PolicyFile[], restricting: boolean): readonly CallerPins[] =>
  policies.flatMap(({ callers, onlyRestricts }) =>
    callers === undefined || (onlyRestricts === true) !== restricting ? [] : [callers]
  )

const later = (before: CallerPins, pins: CallerPins): CallerPins => ({
  modes: pins.modes ?? before.modes,
  layers: pins.layers ?? before.layers,
  trustProject: pins.trustProject ?? before.trustProject,
  headless: pins.headless ?? before.headless
})

const narrowed = (limits: CallerLimits, pins: CallerPins): CallerLimits => ({
  modes: common(limits.modes, pins.modes),
  layers: common(limits.layers, pins.layers),
  projectTrusted: pins.trustProject === 'never' ? false : limits.projectTrusted,
  headless: pins.headless === true ? true : limits.headless
})

function common<T>(
  known: ReadonlySet<T> | undefined,
  listed: readonly T[] | undefined
): ReadonlySet<T> | undefined {
  if (listed === undefined) return known
  return new Set(known === undefined ? listed : listed.filter((one) => known.has(one)))
}

/** Whether the project counts as trusted. */
export const isTrusted = (request: CallContext, limits: CallerLimits): boolean =>
  limits.projectTrusted ?? request.projectTrusted === true

/** Whether nobody can answer. */
export const isHeadless = (request: CallContext, limits: CallerLimits): boolean =>
  limits.headless ?? request.headless === true
