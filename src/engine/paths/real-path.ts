/** Symlinks that the client resolved (D5): the engine sees no file system, only this map. */
import { join, parentOf, slashed } from './normalise.ts'
import type { Place } from './place.ts'

// A chain longer than this is a loop: the kernel gives up at the same number, counted over the whole path.
const MAX_LINKS = 40

/** Where a normalised path leads: a mapped folder counts for everything below it, the longest one first. */
export function realPathOf(path: string, place: Place): string {
  return place.realPaths.size === 0 ? path : new Follower(place).follow(path)
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
  const follower = new Follower(place)
  let current = text.startsWith('/') ? '/' : follower.follow(base)
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') current = parentOf(current)
    else current = current === '/' ? `/${segment}` : `${current}/${segment}`
    // What precedes the last segment was followed already.
    if (follower.isLink(current)) current = follower.follow(current)
  }
  return current
}

// Only prefixes as long as some link are looked up: long paths cost one pass.
const lengths = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<number>>()

function lengthsOf(realPaths: ReadonlyMap<string, string>): ReadonlySet<number> {
  let known = lengths.get(realPaths)
  if (known === undefined) {
    known = new Set(Array.from(realPaths.keys(), (link) => link.length))
    lengths.set(realPaths, known)
  }
  return known
}

/** Follows the links of one path. */
class Follower {
  readonly #place: Place
  readonly #lengths: ReadonlySet<number>
  #left = MAX_LINKS

  constructor(place: Place) {
    this.#place = place
    this.#lengths = lengthsOf(place.realPaths)
  }

  isLink(path: string): boolean {
    return this.#lengths.has(path.length) && this.#place.realPaths.has(path)
  }

  follow(path: string): string {
    let current = path
    for (; this.#left > 0; this.#left -= 1) {
      const next = this.#followOnce(current)
      if (next === undefined || next === current) break
      current = next
    }
    return current
  }

  #followOnce(path: string): string | undefined {
    const { realPaths, platform } = this.#place
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (!this.#lengths.has(end)) continue
      const link = path.slice(0, end)
      const target = realPaths.get(link)
      if (target !== undefined)
        return join(linkTarget(link, target, this.#place), `.${path.slice(end)}`, platform)
    }
    return undefined
  }
}
