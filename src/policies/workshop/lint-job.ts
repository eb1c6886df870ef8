/** Lints the files that a caller sends. */
import { lint } from '../lint/lint.ts'
import { type LintFile, readLintFile, type UnreadableFile } from '../lint/lint-file.ts'
import { type Policy, policyFile } from '../policy-file.ts'
import { policySet } from '../policy-set.ts'
import type { LintReport, SentFile } from './jobs.ts'

/** A caller cannot make an answer longer than this. */
const MOST_FINDINGS = 1_000

/** A file as lint takes it; the settings of a request's layers count together. */
export function lintFileOf(file: SentFile): LintFile | UnreadableFile {
  if ('text' in file) return readLintFile(file.name, file.text, file.layer)
  if ('policy' in file) return { kind: 'policy', name: file.name, value: file.policy }
  const { name, layer, settings } = file
  return { kind: 'settings', name, layer, value: settings, group: 'layers of the request' }
}

/** What lint finds, within bounds, and the digest of the policies where there are some and all can be read. */
export function lintJob(files: readonly SentFile[]): LintReport {
  const read = files.map(lintFileOf)
  const findings = lint(read)
  const valid = !findings.some(({ severity }) => severity === 'error')
  return {
    kind: 'lint',
    valid,
    digest: valid ? digestOf(read) : undefined,
    findings: findings.slice(0, MOST_FINDINGS),
    more: Math.max(0, findings.length - MOST_FINDINGS)
  }
}

function digestOf(files: readonly (LintFile | UnreadableFile)[]): string | undefined {
  const policies = files.flatMap((file): readonly Policy[] => {
    const parsed = file.kind === 'policy' ? policyFile.safeParse(file.value) : undefined
    return parsed?.success ? [parsed.data] : []
  })
  return policies.length === 0 ? undefined : policySet(policies).digest
}
