import { describe, expect, test } from 'vitest'
import type { Policy } from '../../src/policies/policy-file.ts'
import { policiesFor } from '../../src/policies/tenant-policies.ts'

const testOf = (tenant?: string) => ({
  name: `of ${tenant}`,
  call: { tool: 'Bash', input: { command: 'make' }, cwd: '/srv' },
  expect: 'ask' as const,
  tenant
})

const SHARED: Policy = {
  id: 'shared',
  match: { tenants: ['build', 'bank-*', 'b*'], agents: ['bot'] },
  settings: {},
  tests: [testOf('build'), testOf('bank-1'), testOf()]
}
const EVERYBODY: Policy = { id: 'everybody', settings: {}, tests: [testOf('bank-1')] }
const BANK: Policy = { id: 'bank', match: { tenants: ['bank-*'] }, settings: {} }

describe('what a tenant reads of the policies', () => {
  test.each([
    ['build', ['shared', 'everybody']],
    ['bank-1', ['shared', 'everybody', 'bank']],
    ['Build', ['everybody']]
  ])('%s: those that can apply', (tenant, ids) => {
    expect(policiesFor([SHARED, EVERYBODY, BANK], tenant).map(({ id }) => id)).toEqual(ids)
  })

  test('is nothing that names other tenants', () => {
    expect(policiesFor([SHARED, EVERYBODY, BANK], 'build')).toEqual([
      { ...SHARED, match: { tenants: ['build', 'b*'], agents: ['bot'] }, tests: [testOf('build'), testOf()] },
      { ...EVERYBODY, tests: [] }
    ])
  })

  test('leaves the policies in force as they are', () => {
    const before = structuredClone(SHARED)
    policiesFor([SHARED], 'build')
    expect(SHARED).toEqual(before)
  })
})
