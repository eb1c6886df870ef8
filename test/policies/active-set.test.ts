import { expect, test } from 'vitest'
import { createEngine, createMemory } from '../../src/engine/engine.ts'
import { nameOf, type OffloadSet } from '../../src/offload/messages.ts'
import { activeSet, type EngineOver } from '../../src/policies/active-set.ts'
import type { Policy } from '../../src/policies/policy-file.ts'
import { policySet } from '../../src/policies/policy-set.ts'
import { decide, sharedReader } from '../engine-fixture.ts'

const reader = await sharedReader()
const memory = createMemory(reader)

interface Asked {
  readonly names: readonly string[]
  readonly set: OffloadSet | undefined
}

/** A set in force, and for which policies it had engines made. */
function activeOver(policies: readonly Policy[]) {
  const asked: Asked[] = []
  const engineOver: EngineOver = (applied, set) => {
    asked.push({ names: applied.map(nameOf), set })
    return createEngine({ reader, memory, policies: applied })
  }
  const active = activeSet({ set: policySet(policies), files: new Map(), loadedAt: new Date(0), engineOver })
  if ('problem' in active) throw new Error(JSON.stringify(active.issues))
  return { active, asked }
}

const denies = (id: string, rule: string, match?: Policy['match']): Policy => ({
  id,
  settings: { permissions: { deny: [rule] } },
  ...(match === undefined ? {} : { match })
})

const POLICIES = [
  denies('all', 'Bash(rm *)'),
  denies('acme', 'Bash(curl *)', { tenants: ['acme'] }),
  denies('ci', 'Bash(npm *)', { projects: ['/srv/CI/**'] })
]

test('without a match every call has the one engine there is', () => {
  const { active, asked } = activeOver([denies('a', 'Bash(rm *)'), denies('b', 'Bash(curl *)')])
  const first = active.select({ tenant: 'acme', projectDir: '/srv' })
  expect(active.select({ tenant: 'other', projectDir: '/', agent: { id: 'x' } })).toBe(first)
  expect(first.policy).toEqual({ digest: active.set.digest, ids: ['a', 'b'] })
  expect(asked).toHaveLength(1)
})

test.each([
  ['other', '/srv/app', ['all'], ['rm a']],
  ['acme', '/srv/app', ['all', 'acme'], ['rm a', 'curl a']],
  ['acme', '/srv/CI/app', ['all', 'acme', 'ci'], ['rm a', 'curl a', 'npm a']],
  ['other', '/srv/ci', ['all', 'ci'], ['rm a', 'npm a']]
])('a call of %s in %s is decided by %j', async (tenant, projectDir, ids, denied) => {
  const { active } = activeOver(POLICIES)
  const { engine, policy } = active.select({ tenant, projectDir })
  expect([...policy.ids].sort()).toEqual([...ids].sort())
  for (const command of ['rm a', 'curl a', 'npm a']) {
    const { decision } = await decide(engine, { tool: 'Bash', input: { command }, cwd: projectDir })
    expect([command, decision === 'deny']).toEqual([command, denied.includes(command)])
  }
})

test('the engine of a selection is made once, and workers hold every policy that it names', () => {
  const { active, asked } = activeOver(POLICIES)
  const subjects = [
    { tenant: 'acme', projectDir: '/srv/ci' },
    { tenant: 'acme', projectDir: '/srv' }
  ]
  const first = subjects.map((subject) => active.select(subject))
  expect(subjects.map((subject) => active.select(subject))).toEqual(first)
  expect(asked).toHaveLength(3)
  expect(asked[1]?.names).toContain('ci restricts')
  for (const { names, set } of asked)
    expect(set?.policies.map(nameOf)).toEqual(expect.arrayContaining([...names]))
})

test('policies that are broken together are no set', () => {
  const engineOver: EngineOver = (policies) => createEngine({ reader, memory, policies })
  const set = policySet([denies('a', 'Bash(rm *)'), denies('b', 'WebFetch(https://x)')])
  expect(activeSet({ set, files: new Map(), loadedAt: new Date(0), engineOver })).toMatchObject({
    problem: 'invalid-layer',
    issues: [{ path: '/policies/b/settings/permissions/deny/0' }]
  })
})
