import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LINT_CODES } from '../../../src/policies/lint/codes.ts'
import { lint } from '../../../src/policies/lint/lint.ts'
import { readLintFile } from '../../../src/policies/lint/lint-file.ts'
import { sarif } from '../../../src/policies/lint/sarif.ts'

const message = z.strictObject({ text: z.string().min(1) })
const level = z.enum(['none', 'note', 'warning', 'error'])

/** The parts of the published schema that these documents use, with what it requires of them. */
const document = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string().min(1),
            version: z.string().min(1),
            rules: z.array(
              z.strictObject({
                id: z.string().min(1),
                shortDescription: message,
                help: message,
                defaultConfiguration: z.strictObject({ level })
              })
            )
          })
        }),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        results: z.array(
          z.strictObject({
            ruleId: z.string().min(1),
            ruleIndex: z.int().min(0),
            level,
            message,
            locations: z.array(
              z.strictObject({
                physicalLocation: z.strictObject({
                  artifactLocation: z.strictObject({ uri: z.string().regex(/^[\w./:%~!'()*-]+$/) }),
                  region: z.strictObject({ startLine: z.int().min(1), startColumn: z.int().min(1) })
                }),
                logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string() })).optional()
              })
            )
          })
        )
      })
    )
    .length(1)
})

const TEXT = 'id: a\nsettings:\n  permissions:\n    allow: [Bash, "Bash(git:* push)"]\n'

/** Findings with a text, without one, of a broken file, and of an odd name. */
const files = [
  readLintFile('policies/a.yaml', TEXT),
  readLintFile('my policies/ä.json', '{'),
  readLintFile('C:\\work\\settings.json', '{"permissions": {"allow": ["Bash(npm run *)"]}}'),
  { kind: 'policy' as const, name: 'b.json', value: { id: 'b', settings: { permissions: { denny: [] } } } }
]

describe('findings as SARIF', () => {
  const findings = lint(files)
  const written: unknown = JSON.parse(JSON.stringify(sarif(findings, '1.2.3')))

  test('have the shape that the standard requires', () => {
    expect(document.parse(written)).toEqual(written)
  })

  test('are one result each, of the rule that they name', () => {
    const [run] = document.parse(written).runs
    const rules = run?.tool.driver.rules ?? []
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(LINT_CODES))
    expect(run?.results.map(({ ruleId }) => ruleId)).toEqual(findings.map(({ code }) => code))
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(rules[ruleIndex]?.id).toBe(ruleId)
  })

  test('stand where they were found', () => {
    const [run] = document.parse(written).runs
    expect(run?.results.find(({ ruleId }) => ruleId === 'inert-rule')?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'policies/a.yaml' },
          region: { startLine: 4, startColumn: 19 }
        },
        logicalLocations: [{ fullyQualifiedName: '/settings/permissions/allow/1' }]
      }
    ])
  })

  test('name files as addresses', () => {
    const [run] = document.parse(written).runs
    const names = run?.results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri)
    expect([...new Set(names)]).toEqual([
      'policies/a.yaml',
      'my%20policies/%C3%A4.json',
      'file:///C:/work/settings.json',
      'b.json'
    ])
  })
})
