/** Findings as SARIF 2.1.0, for code scanning and editors. */
import { LINT_CODES, type LintCode, type LintCodeEntry } from './codes.ts'
import type { Finding } from './finding.ts'

const RULES: readonly (readonly [string, LintCodeEntry])[] = Object.entries(LINT_CODES)
const INDEXES: ReadonlyMap<string, number> = new Map(RULES.map(([code], index) => [code, index]))

const descriptors = RULES.map(([id, { severity, meaning, advice }]) => ({
  id,
  shortDescription: { text: meaning },
  help: { text: advice },
  defaultConfiguration: { level: severity }
}))

/** One run over the files; `version` is that of the service. */
export function sarif(findings: readonly Finding[], version: string) {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'portcullis', version, rules: descriptors } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(resultOf)
      }
    ]
  } as const
}

function resultOf(finding: Finding) {
  const { code, severity, message, advice, file, path, line = 1, column = 1 } = finding
  return {
    ruleId: code,
    ruleIndex: indexOf(code),
    level: severity,
    message: { text: `${message}: ${advice}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          // Most viewers show no result without a line, so what has none stands at the first.
          region: { startLine: line, startColumn: column }
        },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path }] })
      }
    ]
  }
}

const indexOf = (code: LintCode): number => INDEXES.get(code) ?? -1

/** A relative or absolute path as a URI reference; a drive letter is no scheme. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  return /^[A-Za-z]%3A\//.test(path) ? `file:///${path.replace('%3A', ':')}` : path
}
