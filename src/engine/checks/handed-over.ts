/**
 * What `xargs` hands to a command that removes or writes: the names that the pipeline, or a here-string, plainly shows.
 * Only denials and safety checks are drawn from it, so what it does not see costs nothing but a chance to warn.
 */
import type { Word } from '../bash/program.ts'
import type { Access, PathUse } from '../knowledge/facts.ts'
import { UNSEEN } from '../knowledge/words.ts'
import type { Place } from '../paths/place.ts'
import type { LocatedCommand } from './bash-located.ts'
import { type PlacedUse, placeUse } from './path-use.ts'

/** Programs that print what their words say. */
const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf'])
/** Programs that print the names of what they were pointed at, or of what is in it. */
const LISTERS: ReadonlySet<string> = new Set(['find', 'ls'])

export function handedOver(located: LocatedCommand, place: Place): readonly PlacedUse[] {
  const access = located.uses.find(({ use }) => use.operand === UNSEEN && changes(use.access))?.use.access
  if (access === undefined) return []
  const { analysed, directories, feeder } = located
  const shown = analysed.command.redirections
    .filter(({ operator }) => operator === '<<<')
    .map(({ target }) => target)
  const here = shown.flatMap((word) => placeUse(asUse(word, access), directories, place))
  return feeder === undefined ? here : [...here, ...fromPipeline(feeder, access, place)]
}

const changes = (access: Access): boolean => access === 'write' || access === 'remove'

const asUse = (operand: Word, access: Access): PathUse => ({ operand, access, recursive: true })

function fromPipeline(source: LocatedCommand, access: Access, place: Place): readonly PlacedUse[] {
  const { command, facts } = source.analysed
  const program = facts.program ?? ''
  if (PRINTERS.has(program)) {
    return command.words.slice(1).flatMap((word) => placeUse(asUse(word, access), source.directories, place))
  }
  if (!LISTERS.has(program)) return []
  return source.uses.map(({ use, target, at }) => ({ use: { ...use, access, recursive: true }, target, at }))
}
