/** Symlinks that the client resolved (D5): the engine sees no file system, only this map. */
import { join, slashed } from './normalise.ts'
import type { Place } from './place.ts'

// A chain longer than this is a loop: the kernel gives up at the same number.
const MAX_LINKS = 40

/** Where a normalised path leads: a mapped folder counts for everything below it, the longest one first. */
export function realPathOf(path: string, place: Place): string {
  if (place.realPaths.size === 0) return path
  let current = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const next = followOnce(current, place)
    if (next === undefined || next === current) return current
    current = next
  }
  return current
}

function followOnce(path: string, place: Place): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = place.realPaths.get(path.slice(0, end))
    if (target !== undefined)
      return join(linkTarget(path.slice(0, end), target, place), `.${path.slice(end)}`, place.platform)
  }
  return undefined
}

/** What the map says of a link, made absolute. */
export function linkTarget(link: string, target: string, place: Place): string {
  return join(join(link, '..', place.platform), target, place.platform)
}

/**
 * The path as the kernel walks it: every link is followed before the `..` behind it is read,
 * so `link/..` is the parent of where the link leads.
 */
export function walkLinks(base: string, path: string, place: Place): string {
  const text = slashed(path, place.platform)
  let current = text.startsWith('/') ? '/' : realPathOf(base, place)
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue
    current = realPathOf(join(current, `./${segment}`, place.platform), place)
  }
  return current
}
