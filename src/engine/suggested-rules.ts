import type { LocatedCommand } from './checks/bash-located.ts'
import type { Classification } from './decision.ts'
import type { Place } from './paths/place.ts'

export function suggestedRules(
  _commands: readonly LocatedCommand[],
  _place: Place
): Classification['suggestedRules'] {
  return []
}
