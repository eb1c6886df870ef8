import { describe, expect, test } from 'vitest'
import { LINT_CODES, type LintCodeEntry, type LintExample } from '../../../src/policies/lint/codes.ts'
import { lint } from '../../../src/policies/lint/lint.ts'
import type { LintFile } from '../../../src/policies/lint/lint-file.ts'
import { readLintFile } from '../../../src/policies/lint/lint-file.ts'

const entries: readonly (readonly [string, LintCodeEntry])[] = Object.entries(LINT_CODES)

const codesOf = (example: LintExample): readonly string[] => lint(filesOf(example)).map(({ code }) => code)

function filesOf(example: LintExample): readonly (LintFile | ReturnType<typeof readLintFile>)[] {
  if ('text' in example) return [readLintFile('example.json', example.text)]
  if ('settings' in example) {
    const { settings, layer = 'user' } = example
    return [{ kind: 'settings', name: 'settings.json', layer, value: settings }]
  }
  return example.policies.map((value, index) => ({ kind: 'policy', name: `${index}.json`, value }))
}

describe.each(entries)('%s', (code, { meaning, advice, example }) => {
  test('is found in its example', () => expect(codesOf(example.fires)).toContain(code))

  test('is not found in what is right', () => expect(codesOf(example.silent)).not.toContain(code))

  test('is explained in sentences of the house', () => {
    for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^[a-z`][^\n]*[^.\s]$/)
  })
})
