/** From the paths of a request and the settings to the place a call is judged in (D5, D16). */
import type { CallContext } from './decision.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import { absolute, join } from './paths/normalise.ts'
import type { Place, Platform } from './paths/place.ts'

const NO_LINKS: ReadonlyMap<string, string> = new Map()

type Paths = Pick<
  CallContext,
  'cwd' | 'projectDir' | 'homeDir' | 'additionalDirectories' | 'platform' | 'realPaths'
>

/** How many places are kept for one set of layers. */
const MAX_PLACES = 64

/** The places of one set of layers, and the one that was asked for last. */
interface Kept {
  readonly byKey: Map<string, Place>
  last: { readonly request: Paths; readonly place: Place } | undefined
}

const places = new WeakMap<CompiledLayers, Kept>()

/**
 * The place of a call. Kept per set of layers, since a session asks from few places and much hangs on one:
 * matching keeps what it works out for each.
 */
export function placeOf(request: Paths, layers: CompiledLayers): Place {
  if (request.realPaths !== undefined) return makePlace(request, layers)
  let kept = places.get(layers)
  if (kept === undefined) {
    kept = { byKey: new Map(), last: undefined }
    places.set(layers, kept)
  }
  if (kept.last !== undefined && isSame(kept.last.request, request)) return kept.last.place
  const { cwd, projectDir, homeDir, additionalDirectories, platform } = request
  const key = JSON.stringify([cwd, projectDir, homeDir, platform, additionalDirectories])
  let place = kept.byKey.get(key)
  if (place === undefined) {
    place = makePlace(request, layers)
    if (kept.byKey.size >= MAX_PLACES) kept.byKey.clear()
    kept.byKey.set(key, place)
  }
  kept.last = { request: { cwd, projectDir, homeDir, additionalDirectories, platform }, place }
  return place
}

/** Seen without looking into lists: two of them are never taken for the same. */
const isSame = (a: Paths, b: Paths): boolean =>
  a.cwd === b.cwd &&
  a.projectDir === b.projectDir &&
  a.homeDir === b.homeDir &&
  a.platform === b.platform &&
  a.additionalDirectories === undefined &&
  b.additionalDirectories === undefined

function makePlace(request: Paths, layers: CompiledLayers): Place {
  const platform = request.platform ?? 'linux'
  const cwd = join('/', request.cwd, platform)
  const projectDir = request.projectDir === undefined ? cwd : join('/', request.projectDir, platform)
  const homeDir = request.homeDir === undefined ? undefined : join('/', request.homeDir, platform)
  const workingDirectories = [projectDir]
  const add = (path: string): void => {
    // A directory below an unknown home is nowhere: it cannot be compared with anything.
    const directory = absolute(path, projectDir, homeDir, platform)
    if (directory !== undefined && !workingDirectories.includes(directory)) workingDirectories.push(directory)
  }
  for (const { value } of layers.additionalDirectories) add(value)
  for (const path of request.additionalDirectories ?? []) add(path)
  return {
    cwd,
    projectDir,
    homeDir,
    workingDirectories,
    platform,
    realPaths: linksOf(request.realPaths, cwd, platform)
  }
}

function linksOf(
  realPaths: CallContext['realPaths'],
  cwd: string,
  platform: Platform
): ReadonlyMap<string, string> {
  if (realPaths === undefined) return NO_LINKS
  const links = new Map<string, string>()
  for (const [link, target] of Object.entries(realPaths)) {
    const from = join(cwd, link, platform)
    const to = join(cwd, target, platform)
    if (from !== to) links.set(from, to)
  }
  return links
}
