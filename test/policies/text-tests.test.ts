import { expect, test } from 'vitest'
import { isFurther, testTexts } from '../../src/policies/text-tests.ts'
import { sharedReader } from '../engine-fixture.ts'

const CALL = { tool: 'Bash', input: { command: 'make' }, cwd: '/srv/shop' }
const TEST = { name: 'make asks', call: CALL, expect: 'ask' as const }

test('tests of a file are told from further ones, whatever its policy is called', async () => {
  const names = ['further-tests', 'further-tests-2', 'org']
  const files = names.map((id) => ({
    name: `${id}.json`,
    text: JSON.stringify({ id, settings: {}, tests: [TEST] })
  }))
  const outcome = await testTexts(files, [TEST], await sharedReader())
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults))
  expect(outcome.results.map((result) => [result.policy, isFurther(result)])).toEqual(
    expect.arrayContaining(names.map((name) => [name, false]))
  )
  expect(outcome.results.filter(isFurther)).toHaveLength(1)
  expect(outcome.results).toHaveLength(4)
})
