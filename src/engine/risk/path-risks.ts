/** What the paths that a command or a redirection names add to its risk. */
import { changesFile, mayOpenNetwork } from '../checks/bash-redirection.ts'
import { criticalAt, type PlacedUse } from '../checks/path-use.ts'
import type { RiskCode } from '../knowledge/risk-codes.ts'
import type { Place } from '../paths/place.ts'
import { protectedTarget } from '../paths/protected.ts'
import type { Target } from '../paths/target.ts'
import { isDisk, isRunLater, isSecret, isSystem } from './sensitive-paths.ts'

/** A code, and what is special about this case. */
export interface Found {
  readonly code: RiskCode
  readonly detail?: string
}

/** The risks of one use of one path. */
export function risksOfUse(placed: PlacedUse, place: Place): readonly Found[] {
  const { use, target } = placed
  switch (use.access) {
    case 'list':
      return []
    case 'read':
      // A key by which it proves who asks is shown to nobody.
      if (use.own === true) return []
      return matches(target, isSecret) ? [{ code: 'reads-secret', detail: quoted(target) }] : []
    case 'remove': {
      const critical = criticalAt(placed, place)
      const removed: readonly Found[] =
        critical === undefined ? [] : [{ code: 'removes-critical', detail: `${quoted(target)} ${critical}` }]
      return [...removed, ...changed(target, true)]
    }
    case 'write':
      return changed(target, false)
  }
}

function changed(target: Target, whole: boolean): readonly Found[] {
  const detail = quoted(target)
  if (matches(target, isRunLater) && !whole) return [{ code: 'persistence', detail }]
  const guarded = protectedTarget(target, whole)
  if (guarded !== undefined) return [{ code: 'guarded-path', detail: `${detail} ${guarded.reason}` }]
  if (matches(target, isDisk)) return [{ code: 'disk-tool', detail }]
  return matches(target, isSystem) ? [{ code: 'changes-system', detail }] : []
}

/** The risks of what a redirection opens: a file that is written, or a connection. */
export function risksOfOpening(placed: PlacedUse, appends: boolean, place: Place): readonly Found[] {
  const { target } = placed
  const detail = quoted(target)
  const found: Found[] = []
  if (mayOpenNetwork(target)) found.push({ code: 'network', detail })
  if (changesFile(placed, place)) found.push({ code: appends ? 'writes-file' : 'overwrites-file', detail })
  return found
}

const quoted = ({ text }: Target): string => `\`${text}\``

/** Of a glob, the folder in which it looks. */
function matches(target: Target, test: (path: string) => boolean): boolean {
  switch (target.kind) {
    case 'path':
      return target.location.possible.some(({ path }) => test(path))
    case 'glob':
      return target.directory.possible.some(
        ({ path }) => test(path) || test(`${path}/${lastName(target.text)}`)
      )
    case 'unknown':
      // `$HOME/.env` and `"$D"/id_rsa`: the name is known although the folder is not.
      return target.slash && test(`/${lastName(target.text)}`)
  }
}

/** As far as it is known: without quotes and wildcards. */
const lastName = (text: string): string => text.slice(text.lastIndexOf('/') + 1).replace(/["'*?[\]]/g, '')
