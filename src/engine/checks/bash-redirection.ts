/** Redirections: what is written counts as a file edit (R43 to R49), what is read as an operand of the command. */
import type { Redirection } from '../bash/program.ts'
import { isNetworkDevice } from '../paths/device-files.ts'
import { isInside } from '../paths/normalise.ts'
import type { Place } from '../paths/place.ts'
import type { Target } from '../paths/target.ts'
import type { LocatedRedirection } from './bash-located.ts'
import type { Findings } from './findings.ts'
import { allowingRule, type Bench, blockOutside, judgeUse, type PlacedUse, whereabouts } from './path-use.ts'

/** Adds parts and findings of one redirection; answers what it changes, as a sentence, if it does. */
export function judgeRedirection(
  { redirection, uses }: LocatedRedirection,
  bench: Bench,
  found: Findings
): string | undefined {
  if (uses.length === 0) return undefined
  const written = `${redirection.operator} ${redirection.target.text}`
  let change: string | undefined
  for (const placed of uses) {
    const { use, target } = placed
    if (mayOpenNetwork(target)) {
      openNetwork(written, found)
      change ??= `\`${written}\` opens a network connection`
      continue
    }
    judgeUse(placed, written, bench, found)
    const where = whereabouts(placed, bench.place)
    if (where === 'nowhere') continue
    if (use.access === 'write') {
      addWrite(placed, written, redirection, bench, found)
      change ??= `\`${written}\` writes a file`
    } else if (where !== 'inside') addRead(placed, written, where, bench, found)
    blockOutside(placed, written, bench, found)
  }
  return change
}

/** R46, for `/dev/tcp/$H/80` and `/dev/$X` as well. */
export function mayOpenNetwork(target: Target): boolean {
  switch (target.kind) {
    case 'path':
      return target.location.possible.some(({ path }) => isNetworkDevice(path))
    case 'glob':
      return isInside(target.directory.path, '/dev')
    case 'unknown':
      return /^\/+dev\//.test(target.head)
  }
}

/** Is a file changed, and not a device that swallows what it is sent? */
export const changesFile = (placed: PlacedUse, place: Place): boolean =>
  placed.use.access === 'write' &&
  whereabouts(placed, place) !== 'nowhere' &&
  !(
    placed.target.kind === 'path' &&
    placed.target.location.possible.every(({ path }) => isNetworkDevice(path))
  )

/** R45: whatever is not plain text is never approved as a file edit, only by somebody who allows all of Bash. */
const isPlain = (redirection: Redirection): boolean => redirection.target.value !== undefined

function addWrite(
  placed: PlacedUse,
  text: string,
  redirection: Redirection,
  bench: Bench,
  found: Findings
): void {
  const plain = isPlain(redirection)
  found.parts.push({
    text,
    acceptEdits: plain && whereabouts(placed, bench.place) === 'inside',
    rule: plain ? allowingRule(placed, bench) : undefined,
    free: undefined,
    open: plain ? 'writes a file' : 'writes a file whose name is not plain text'
  })
}

function addRead(placed: PlacedUse, text: string, where: string, bench: Bench, found: Findings): void {
  found.parts.push({
    text,
    acceptEdits: false,
    rule: allowingRule(placed, bench),
    free: undefined,
    open:
      where === 'outside'
        ? 'reads a file outside the working directories'
        : 'reads a file that is not known until it runs'
  })
}

function openNetwork(part: string, found: Findings): void {
  found.danger({
    kind: 'safetyCheck',
    code: 'network-device',
    part,
    why: 'the shell would open a network connection',
    approvable: true
  })
}
