/** One settings object read into typed rules, lists and scalars. Keys that decisions do not read are passed over. */
import { compilePathPattern, type PathPattern } from '../paths/pattern.ts'
import { compileExclusions } from '../rules/exclusions.ts'
import { parseRule } from '../rules/parse.ts'
import type { Rule } from '../rules/rule.ts'
import { compileRuleSet, type RuleSet } from '../rules/rule-set.ts'
import type { Behavior, Issue, LayerName, Warning } from '../verdict.ts'
import type { Guidance } from './auto-mode.ts'
import { dotted, isObject, type LayerReading, type Listener, refuse, remark, valueAt } from './findings.ts'
import { likelyKey, likelyTopKey } from './near-miss.ts'
import { checkContainers, checkEntryCount, type Entry, placeOf, readEntries } from './read-lists.ts'
import { readScalars } from './read-scalars.ts'
import { CONTAINERS, KNOWN_KEYS, type LayerScalars, LISTS } from './schema.ts'

/** A layer as typed values. */
export interface ParsedLayer {
  readonly name: LayerName
  readonly allow: RuleSet
  readonly ask: RuleSet
  readonly deny: RuleSet
  readonly additionalDirectories: readonly string[]
  readonly protectedPathExceptions: readonly PathPattern[]
  readonly exclusions: RuleSet
  readonly guidance: Guidance
  readonly scalars: Partial<LayerScalars>
  readonly warnings: readonly Warning[]
  /** What widens was taken out of it. */
  readonly onlyRestricts?: true
  /** Entries of all lists and their characters: what keeping the layer costs. */
  readonly entries: number
  readonly characters: number
}

/** A layer, or why it cannot be read. */
export type LayerResult = { readonly layer: ParsedLayer } | { readonly issues: readonly Issue[] }

/** So many keys of one object are compared with the known ones: a layer of a hundred thousand keys is not worth it. */
const MOST_KEYS = 500

const keysOf = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).slice(0, MOST_KEYS)

function checkKeys(reading: LayerReading): void {
  const unknown = (place: readonly string[], likely: string | undefined) => {
    const hint = likely === undefined ? '' : `; did you mean ${likely}?`
    remark(reading, place, { code: 'unknown-key', message: `${dotted(place)} is no known key${hint}` })
  }
  const top: readonly string[] = KNOWN_KEYS.top
  for (const key of keysOf(reading.settings)) {
    const likely = top.includes(key) ? undefined : likelyTopKey(key)
    if (likely !== undefined) unknown([key], likely)
  }
  for (const container of CONTAINERS) {
    const value = reading.settings[container]
    if (!isObject(value)) continue
    const known: readonly string[] = KNOWN_KEYS[container]
    for (const key of keysOf(value)) {
      if (!known.includes(key)) unknown([container, key], likelyKey(key, known))
    }
  }
}

function readRules(reading: LayerReading, behavior: Behavior, entries: readonly Entry[]): RuleSet {
  const rules: Rule[] = []
  for (const { text, index } of entries) {
    const parsed = parseRule(text, behavior, reading.layer)
    rules.push(...parsed.rules)
    for (const warning of parsed.warnings) {
      const code = warning.code === 'rule-read-as' && isWidened(parsed.rules) ? 'rule-widened' : warning.code
      remark(reading, placeOf(behavior, index), { ...warning, code })
    }
  }
  return compileRuleSet(rules)
}

/** Of a rule that is read in another form: it became one for a whole tool or host instead of what was written. */
const isWidened = (rules: readonly Rule[]): boolean =>
  rules.some(({ kind }) => kind === 'tool' || kind === 'domain')

function readExceptions(reading: LayerReading, entries: readonly Entry[]): readonly PathPattern[] {
  return entries.flatMap(({ text, index }) => {
    const pattern = compilePathPattern(text, 'allow', reading.layer)
    if ('steps' in pattern) return [pattern]
    const place = placeOf('protectedPathExceptions', index)
    remark(reading, place, { code: 'malformed-entry', message: `${dotted(place)}: ${pattern.problem}` })
    return []
  })
}

/** The prose of auto mode. A list that is set and empty replaces the built-in one as well. */
function readGuidance(reading: LayerReading): Guidance {
  const read = (list: 'environment' | 'autoAllow' | 'softDeny' | 'hardDeny') => {
    const { place, layers } = LISTS[list]
    const entries = readEntries(reading, list).map(({ text }) => text)
    const counts = (layers as readonly LayerName[]).includes(reading.layer)
    return counts && valueAt(reading.settings, place) !== undefined ? entries : undefined
  }
  return {
    environment: read('environment'),
    allow: read('autoAllow'),
    softDeny: read('softDeny'),
    hardDeny: read('hardDeny')
  }
}

interface ParseOptions {
  readonly path?: string
  readonly strict?: boolean
  readonly hear?: Listener
}

/** Reads one layer. `path` is its JSON pointer, for issues; `strict` makes bad entries and unknown keys issues. */
export function parseLayer(
  name: LayerName,
  value: unknown,
  { path = `/settings/${name}`, strict = false, hear }: ParseOptions = {}
): LayerResult {
  const settings = isObject(value) ? value : {}
  const reading: LayerReading = { layer: name, path, strict, settings, issues: [], warnings: [], hear }
  const { issues, warnings } = reading
  if (settings !== value) refuse(reading, [], 'wrong-type', `the ${name} layer must be an object`)
  else if (checkContainers(reading, CONTAINERS) && checkEntryCount(reading)) {
    checkKeys(reading)
    const allow = readEntries(reading, 'allow')
    const ask = readEntries(reading, 'ask')
    const deny = readEntries(reading, 'deny')
    const directories = readEntries(reading, 'additionalDirectories')
    const exceptions = readEntries(reading, 'protectedPathExceptions')
    const exclusions = readEntries(reading, 'excludedCommands')
    const guidance = readGuidance(reading)
    const prose = Object.values(guidance).flatMap((list: Guidance['allow']) => list ?? [])
    const entries = [allow, ask, deny, directories, exceptions, exclusions].flat()
    const layer: ParsedLayer = {
      name,
      allow: readRules(reading, 'allow', allow),
      ask: readRules(reading, 'ask', ask),
      deny: readRules(reading, 'deny', deny),
      additionalDirectories: directories.map(({ text }) => text),
      protectedPathExceptions: readExceptions(reading, exceptions),
      exclusions: compileExclusions(
        exclusions.map(({ text }) => text),
        name
      ),
      guidance,
      scalars: readScalars(reading),
      warnings,
      entries: entries.length + prose.length,
      characters: [...entries.map(({ text }) => text), ...prose].reduce((sum, { length }) => sum + length, 0)
    }
    if (issues.length === 0) return { layer }
  }
  return { issues }
}
