/** Lint: what is wrong, odd or dangerous in policy and settings files. Pure; the engine's own readers read the rules. */

import { isObject } from '../../engine/layers/findings.ts'
import { issuesOf } from '../../engine/schema-issues.ts'
import { compileMappings } from '../../engine/tools/mapping.ts'
import type { LayerName } from '../../engine/verdict.ts'
import { policyFile } from '../policy-file.ts'
import { canonicalJson } from '../policy-set.ts'
import type { Position } from '../policy-text.ts'
import { conflictsIn } from '../set-conflicts.ts'
import { below, type Finding, type Place, type Report, reporter } from './finding.ts'
import { lintHooks } from './hook-findings.ts'
import { lintKeys } from './key-findings.ts'
import { placeOf, readLayer } from './layer-findings.ts'
import type { LintFile, UnreadableFile } from './lint-file.ts'
import type { PlacedLayer } from './placed-rule.ts'
import { lintPolicyParts, type ReadPolicy } from './policy-findings.ts'
import { lintRules } from './rule-findings.ts'
import { lintShadows } from './shadow-findings.ts'

/** All findings of files that form one set, in the order of the files and of their lines. */
export function lint(files: readonly (LintFile | UnreadableFile)[]): readonly Finding[] {
  const perFile = files.map((file): Linted => {
    const findings: Finding[] = []
    const locate = file.kind === 'unreadable' ? undefined : file.locate
    return { file, findings, report: reporter(file.name, locate, findings) }
  })
  const policies = perFile.flatMap((linted) => readPolicy(linted))
  lintSet(policies)
  lintHooks(policies)
  const tools = new Set(policies.flatMap(({ policy }) => (policy.tools ?? []).map(({ name }) => name)))
  lintShadows(perFile.flatMap((linted, index) => lintSettings(linted, index, tools)))
  return perFile.flatMap(({ findings }) => inOrder(findings))
}

interface Linted {
  readonly file: LintFile | UnreadableFile
  readonly findings: Finding[]
  readonly report: Report
}

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))

/** A policy file that fits its schema; what does not is reported. */
function readPolicy({ file, report }: Linted): readonly ReadPolicy[] {
  if (file.kind === 'unreadable') {
    for (const { place, reason, line, column } of file.faults) {
      report('unreadable', placeOf(place), reason, { position: { line, column } })
    }
  }
  if (file.kind !== 'policy') return []
  const parsed = policyFile.safeParse(file.value)
  if (parsed.success) return [{ policy: parsed.data, file: file.name, report }]
  for (const { path, message, code } of issuesOf(parsed.error.issues, file.value).issues) {
    report(code === 'unknown-key' ? 'unknown-key' : 'wrong-shape', placeOf(path), message)
  }
  return []
}

/** What the policies are besides their settings, each by itself and together. */
function lintSet(policies: readonly ReadPolicy[]): void {
  for (const read of policies) {
    lintPolicyParts(read)
    const mappings = compileMappings([read.policy])
    if (!('issues' in mappings)) continue
    for (const { path, message } of mappings.issues) {
      read.report('wrong-tool', placeOf(path).slice(POLICY_PLACE), message)
    }
  }
  const origins = policies.map(({ policy, file }) => ({ policy, origin: { file, positionOf: unplaced } }))
  for (const { file, place, code, reason } of conflictsIn(origins)) {
    const found = origins.findIndex(({ origin }) => origin.file === file)
    policies[found]?.report(code === 'duplicate-id' ? 'same-id' : 'wrong-tool', placeOf(place), reason)
  }
}

/** Findings are placed by their report. */
const unplaced = (): Position => ({ line: 1, column: 1 })

/** `/policies/<id>` begins what the engine says of a policy. */
const POLICY_PLACE = 2

/** The settings of a file, read and seen by themselves. */
function lintSettings(
  { file, report }: Linted,
  index: number,
  tools: ReadonlySet<string>
): readonly PlacedLayer[] {
  if (file.kind === 'unreadable') return []
  if (file.kind === 'settings') {
    return lintLayer(file.layer, file.value, file.group ?? `file ${index}`, tools, report)
  }
  const { value } = file
  if (!isObject(value) || !isObject(value.settings)) return []
  const group = value.match === undefined ? '' : canonicalJson(value.match)
  return lintLayer('policy', value.settings, group, tools, below(report, SETTINGS))
}

const SETTINGS: Place = ['settings']

function lintLayer(
  layer: LayerName,
  settings: unknown,
  group: string,
  tools: ReadonlySet<string>,
  report: Report
): readonly PlacedLayer[] {
  const read = readLayer(layer, settings, tools, report)
  if (read === undefined) return []
  const { parsed, rules } = read
  lintRules(rules, tools, report)
  lintKeys(parsed, settings, report)
  return [{ layer, group, rules, report }]
}
