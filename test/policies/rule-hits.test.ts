import { describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import { fixedPolicies, type LivePolicies } from '../../src/policies/live.ts'
import type { Policy } from '../../src/policies/policy-file.ts'
import { policySet } from '../../src/policies/policy-set.ts'
import { RuleHitCounter } from '../../src/policies/rule-hits.ts'
import { decide, newEngine } from '../engine-fixture.ts'

const POLICY: Policy = {
  id: 'org',
  settings: {
    permissions: { deny: ['Bash(rm *)', 'Bash(rm *)'], ask: ['Bash(git push:*)'], allow: ['Bash(npm *)'] }
  }
}

const engine = await newEngine([POLICY])
const policies = fixedPolicies(engine, policySet([POLICY]))

const principal = { tenant: 'acme' }

/** Decides the commands by the policy, counts, and says how often each rule decided. */
async function hits(
  commands: readonly string[],
  { live = policies, ...rest }: Partial<DecideRequest> & { live?: LivePolicies } = {}
) {
  const counter = new RuleHitCounter(live)
  for (const command of commands) {
    const request = { tool: 'Bash', input: { command }, cwd: '/srv', ...rest }
    counter.count({ principal, decision: await decide(engine, request), policy: policies.current().set })
  }
  return Object.fromEntries(
    counter.of(POLICY, 'acme').map(({ rule, behavior, count }) => [`${behavior} ${rule}`, count])
  )
}

const NONE = { 'allow Bash(npm *)': 0, 'ask Bash(git push:*)': 0, 'deny Bash(rm *)': 0 }

describe('the hits of a rule', () => {
  test('are the calls that it decided', async () => {
    expect(await hits(['rm a', 'rm b', 'npm test', 'ls', 'git push x'])).toEqual({
      'allow Bash(npm *)': 1,
      'ask Bash(git push:*)': 1,
      'deny Bash(rm *)': 2
    })
  })

  test('count for the rule that asked, also where nobody can answer', async () => {
    expect(await hits(['git push x'], { headless: true })).toEqual({ ...NONE, 'ask Bash(git push:*)': 1 })
    expect(await hits(['git push x'], { mode: 'dontAsk' })).toEqual({ ...NONE, 'ask Bash(git push:*)': 1 })
  })

  test('are no calls that a rule of the caller decided', async () => {
    const settings = { user: { permissions: { deny: ['Bash(npm *)'] } } }
    expect(await hits(['npm test'], { settings })).toEqual(NONE)
  })

  test('begin anew with another set, and leave out calls by the one before', async () => {
    const live = fixedPolicies(engine, policySet([POLICY, { id: 'more', settings: {} }]))
    expect(await hits(['rm a'], { live })).toEqual(NONE)
  })

  test('are not counted for rules that no file holds', async () => {
    const settings = { policy: { permissions: { deny: ['Bash(ls *)'] } } }
    expect(await hits(['ls a'], { settings })).toEqual(NONE)
  })

  test('are those of the tenant alone that asks for them', async () => {
    const counter = new RuleHitCounter(policies)
    const decision = await decide(engine, { tool: 'Bash', input: { command: 'rm a' }, cwd: '/srv' })
    const policy = policies.current().set
    for (const tenant of ['acme', 'acme', 'acme:eu'])
      counter.count({ principal: { tenant }, decision, policy })
    const removals = (tenant: string) => counter.of(POLICY, tenant).find(({ rule }) => rule === 'Bash(rm *)')
    expect(removals('acme')).toMatchObject({ count: 2 })
    expect(removals('acme:eu')).toMatchObject({ count: 1 })
    expect(removals('other')).toMatchObject({ count: 0 })
  })

  test('are kept for so many tenants and rules at once, those of the latest calls', async () => {
    const counter = new RuleHitCounter(policies, 2)
    const decision = await decide(engine, { tool: 'Bash', input: { command: 'rm a' }, cwd: '/srv' })
    const policy = policies.current().set
    for (const tenant of ['a', 'b', 'a', 'c']) counter.count({ principal: { tenant }, decision, policy })
    const total = (tenant: string) => counter.of(POLICY, tenant).reduce((sum, { count }) => sum + count, 0)
    expect([total('a'), total('b'), total('c')]).toEqual([2, 0, 1])
  })
})
