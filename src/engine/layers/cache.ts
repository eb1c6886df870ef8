/** Compiled layers kept by content: most requests of a session carry the same settings. */
import { LRUCache } from 'lru-cache'
import type { SettingsProblem } from '../decision.ts'
import type { LayerName } from '../verdict.ts'
import {
  type Compilation,
  type LayerSettings,
  type PolicySettings,
  parseLayers,
  parsePolicies
} from './compile.ts'
import type { CompiledLayers } from './compiled.ts'
import { fingerprint, keepsake, sameContent } from './content.ts'
import { mergeLayers } from './merge.ts'
import { type LayerResult, type ParsedLayer, parseLayer } from './parse-layer.ts'

export interface LayerCacheOptions {
  readonly policies: readonly PolicySettings[]
  /** How many layers, and how many combinations of them, are kept. */
  readonly maxEntries?: number
  /** How many rule entries all kept layers, and all kept combinations, may hold. */
  readonly maxRules?: number
}

export interface LayerCache {
  readonly compile: (layers: LayerSettings, projectTrusted: boolean) => Compilation
}

interface Kept {
  readonly settings: unknown
  readonly layer: ParsedLayer
  /** Stands for the layer in the key of a combination. */
  readonly id: number
}

/** Settings with one fingerprint; more than a few would be an attempt to slow the cache down. */
const LONGEST_BUCKET = 4

/** A rule costs about as much as this many characters of text. */
const RULE_WEIGHT = 256

const weigh = ({ entries, characters }: ParsedLayer): number =>
  1 + entries + Math.ceil(characters / RULE_WEIGHT)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** A cache over the service's policies, or what is wrong with these. */
export function createLayerCache({
  policies,
  maxEntries = 2000,
  maxRules = 100_000
}: LayerCacheOptions): LayerCache | SettingsProblem {
  const parsed = parsePolicies(policies)
  if ('problem' in parsed) return parsed
  const policyLayers = parsed.layers
  const policyWeight = sum(policyLayers.map(weigh))
  const ids = new WeakMap<ParsedLayer, number>()
  let lastId = 0

  const layerCache = new LRUCache<string, readonly Kept[]>({
    max: maxEntries,
    maxSize: maxRules,
    sizeCalculation: (bucket) => sum(bucket.map(({ layer }) => weigh(layer)))
  })
  const mergedCache = new LRUCache<string, { compiled: CompiledLayers; weight: number }>({
    max: maxEntries,
    maxSize: maxRules,
    sizeCalculation: ({ weight }) => weight
  })

  const parse = (name: LayerName, value: unknown): LayerResult => {
    const key = `${name}:${fingerprint(value)}`
    const bucket = layerCache.get(key) ?? []
    const kept = bucket.find(({ settings }) => sameContent(settings, value))
    if (kept) return kept
    const result = parseLayer(name, value)
    if ('issues' in result) return result
    const { layer } = result
    const id = ++lastId
    ids.set(layer, id)
    layerCache.set(key, [{ settings: keepsake(value), layer, id }, ...bucket].slice(0, LONGEST_BUCKET))
    return result
  }

  const compile = (layers: LayerSettings, projectTrusted: boolean): Compilation => {
    const result = parseLayers(layers, parse)
    if ('problem' in result) return result
    let key = projectTrusted ? 'trusted' : 'untrusted'
    for (const layer of result.layers) key += `:${ids.get(layer)}`
    const kept = mergedCache.get(key)
    if (kept) return kept
    const compiled = mergeLayers([...result.layers, ...policyLayers], projectTrusted)
    const weight = 1 + sum(result.layers.map(weigh)) + policyWeight
    mergedCache.set(key, { compiled, weight })
    return { compiled }
  }

  return { compile }
}
