/** Compiled layers kept by content: most requests of a session carry the same settings. */
import { LRUCache } from 'lru-cache'
import type { SettingsProblem } from '../decision.ts'
import { type Issue, LAYERS, type LayerName } from '../verdict.ts'
import {
  type Compilation,
  type LayerSettings,
  type LayersResult,
  type PolicySettings,
  parsePolicies,
  problemOf
} from './compile.ts'
import type { CompiledLayers } from './compiled.ts'
import { fingerprint, keepsake, sameContent } from './content.ts'
import { mergeLayers } from './merge.ts'
import { accepted } from './only-restricts.ts'
import { type ParsedLayer, parseLayer } from './parse-layer.ts'

/** What a cache is made over. */
export interface LayerCacheOptions extends LayerMemoryBounds {
  readonly policies: readonly PolicySettings[]
  /** Layers of a request that may widen what is allowed. Default: every one. */
  readonly accepts?: ReadonlySet<LayerName> | undefined
  /** Default: one of its own, within the bounds given. */
  readonly memory?: LayerMemory
}

export interface LayerMemoryBounds {
  /** How many layers, and how many combinations of them, are kept. */
  readonly maxEntries?: number
  /** How many rule entries all kept layers, and all kept combinations, may hold. */
  readonly maxRules?: number
}

/** What caches over different policies keep together: one bound holds for all of them. */
export interface LayerMemory {
  readonly layers: LRUCache<number, readonly Kept[]>
  readonly merged: LRUCache<string, Merged>
  /** Fingerprints of layers that were asked about. */
  readonly seen: LRUCache<number, true>
  readonly policies: WeakMap<PolicySettings, LayersResult>
  readonly counters: { hits: number; misses: number }
  /** Of layers and of caches: never the same twice. */
  readonly nextId: () => number
}

/** Compiles layers, and remembers. */
export interface LayerCache {
  readonly compile: (layers: LayerSettings, projectTrusted: boolean) => Compilation
  /** Whether all these layers were asked about before, as far as a glance tells; remembers that they are now. */
  readonly isFamiliar: (layers: LayerSettings) => boolean
}

interface Kept {
  readonly settings: unknown
  readonly layer: ParsedLayer
  /** Stands for the layer in the key of a combination. */
  readonly id: number
}

interface Merged {
  readonly compiled: CompiledLayers
  readonly weight: number
}

/** Settings with one fingerprint, of any layer; more than a few would be an attempt to slow the cache down. */
const LONGEST_BUCKET = 4

/** A rule costs about as much as this many characters of text. */
const RULE_WEIGHT = 256

const weigh = ({ entries, characters }: ParsedLayer): number =>
  1 + entries + Math.ceil(characters / RULE_WEIGHT)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

export function createLayerMemory({
  maxEntries = 2000,
  maxRules = 100_000
}: LayerMemoryBounds = {}): LayerMemory {
  let lastId = 0
  return {
    layers: new LRUCache({
      max: maxEntries,
      maxSize: maxRules,
      sizeCalculation: (bucket) => sum(bucket.map(({ layer }) => weigh(layer)))
    }),
    seen: new LRUCache({ max: maxEntries }),
    merged: new LRUCache({ max: maxEntries, maxSize: maxRules, sizeCalculation: ({ weight }) => weight }),
    policies: new WeakMap(),
    counters: { hits: 0, misses: 0 },
    nextId: () => ++lastId
  }
}

/** The layers of the policies; each is parsed once, however many selections it is in. */
function policyLayersOf(policies: readonly PolicySettings[], { policies: known }: LayerMemory): LayersResult {
  const layers: ParsedLayer[] = []
  for (const policy of policies) {
    const parsed = known.get(policy) ?? parsePolicies([policy])
    known.set(policy, parsed)
    // What is wrong is told of all of them together.
    if ('problem' in parsed) return parsePolicies(policies)
    layers.push(...parsed.layers)
  }
  return { layers }
}

/** A cache over the service's policies, or what is wrong with these. */
export function createLayerCache(options: LayerCacheOptions): LayerCache | SettingsProblem {
  const { memory = createLayerMemory(options), accepts } = options
  const parsed = policyLayersOf(options.policies, memory)
  if ('problem' in parsed) return parsed
  const policyLayers = parsed.layers
  const policyWeight = 1 + sum(policyLayers.map(weigh))
  const { layers: layerCache, merged: mergedCache } = memory
  const id = memory.nextId()
  const trusted = `${id}:trusted`
  const untrusted = `${id}:untrusted`

  const read = (name: LayerName, settings: unknown): Kept | readonly Issue[] => {
    const key = fingerprint(settings)
    const bucket = layerCache.get(key)
    if (bucket) {
      for (const kept of bucket) {
        if (kept.layer.name !== name || !sameContent(kept.settings, settings)) continue
        memory.counters.hits += 1
        return kept
      }
    }
    memory.counters.misses += 1
    const result = parseLayer(name, settings)
    if ('issues' in result) return result.issues
    const kept: Kept = { settings: keepsake(settings), layer: result.layer, id: memory.nextId() }
    layerCache.set(key, [kept, ...(bucket ?? [])].slice(0, LONGEST_BUCKET))
    return kept
  }

  const merge = (layers: readonly ParsedLayer[], projectTrusted: boolean): Merged => ({
    compiled: mergeLayers(
      [...layers.map((layer) => accepted(layer, accepts)), ...policyLayers],
      projectTrusted
    ),
    weight: policyWeight + sum(layers.map(weigh))
  })

  const compile = (layers: LayerSettings, projectTrusted: boolean): Compilation => {
    const issues: Issue[] = []
    const found: ParsedLayer[] = []
    let key = projectTrusted ? trusted : untrusted
    for (const name of LAYERS) {
      const settings = layers[name]
      if (settings === undefined) continue
      const kept = read(name, settings)
      if ('layer' in kept) {
        found.push(kept.layer)
        key += `:${kept.id}`
      } else issues.push(...kept)
    }
    if (issues.length > 0) return problemOf(issues)
    let merged = mergedCache.get(key)
    if (!merged) {
      merged = merge(found, projectTrusted)
      mergedCache.set(key, merged)
    }
    return merged
  }

  const isFamiliar = (layers: LayerSettings): boolean => {
    let familiar = true
    for (const name of LAYERS) {
      const settings = layers[name]
      if (settings === undefined) continue
      const key = fingerprint(settings)
      familiar = memory.seen.has(key) && familiar
      memory.seen.set(key, true)
    }
    return familiar
  }

  return { compile, isFamiliar }
}
