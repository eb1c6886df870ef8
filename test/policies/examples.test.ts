import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BashReader, loadBashReader } from '../../src/engine/engine.ts'
import { readGrammar } from '../../src/offload/grammar-files.ts'
import { lint } from '../../src/policies/lint/lint.ts'
import { readLintFile } from '../../src/policies/lint/lint-file.ts'
import { testTexts } from '../../src/policies/text-tests.ts'

const FOLDER = new URL('../../policies/examples/', import.meta.url)

/** What is dangerous on purpose, by file: codes of severity error or warning. */
const INTENDED: Readonly<Record<string, readonly string[]>> = {
  'careful-company.yaml': [],
  'ci-headless.yaml': [],
  'throwaway-container.yaml': [
    'allow-every-command',
    'default-mode-open',
    'protected-path-opened',
    'trusts-every-project',
    'undecidable-allowed'
  ]
}

const examples = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(new URL(name, FOLDER), 'utf8')
}))

let reader: BashReader

beforeAll(async () => {
  reader = await loadBashReader(await readGrammar())
})

test('the examples are those that are described', () => {
  expect(examples.map(({ name }) => name)).toEqual(Object.keys(INTENDED))
})

describe.each(examples)('$name', ({ name, text }) => {
  test('passes at least twenty tests of its own, and none fails', async () => {
    const tested = await testTexts([{ name, text }], [], reader)
    if ('faults' in tested) throw new Error(tested.faults.map(({ reason }) => reason).join('\n'))
    expect(tested.results.filter(({ pass }) => !pass)).toEqual([])
    expect(tested.results.length).toBeGreaterThanOrEqual(20)
  })

  test('tests what is allowed and what is not', async () => {
    const tested = await testTexts([{ name, text }], [], reader)
    const expected = 'results' in tested ? tested.results.map(({ expect: wanted }) => wanted) : []
    expect(expected).toEqual(expect.arrayContaining(['allow', 'deny']))
  })

  test('holds nothing dangerous but what it is for', () => {
    const codes = lint([readLintFile(name, text)]).flatMap(({ severity, code }) =>
      severity === 'note' ? [] : [code]
    )
    expect([...new Set(codes)].sort()).toEqual(INTENDED[name])
  })
})

test('the examples can stand in one folder', async () => {
  const tested = await testTexts(examples, [], reader)
  expect('faults' in tested ? tested.faults : []).toEqual([])
})
