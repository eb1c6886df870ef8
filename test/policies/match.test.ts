import { describe, expect, test } from 'vitest'
import type { PolicySubject } from '../../src/policies/live.ts'
import { policySelector, selectPolicies } from '../../src/policies/match.ts'
import type { Policy } from '../../src/policies/policy-file.ts'

const policy = (id: string, match?: Policy['match'], more: Partial<Policy> = {}): Policy => ({
  id,
  settings: {},
  ...(match === undefined ? {} : { match }),
  ...more
})

const subject = (more: Partial<PolicySubject> = {}): PolicySubject => ({
  tenant: 'acme',
  projectDir: '/srv/ci/app',
  agent: { type: 'Explore', id: 'a-1' },
  ...more
})

/** The ids that apply; of one that counts with its restrictions only, in brackets. */
const applied = (policies: readonly Policy[], asked: PolicySubject): readonly string[] =>
  policySelector(policies)
    .select(asked)
    .policies.map(({ id, onlyRestricts }) => (onlyRestricts === true ? `(${id})` : id))

const applies = (match: Policy['match'], asked: Partial<PolicySubject>): string => {
  const [found = 'no'] = applied([policy('p', match)], subject(asked))
  return found === 'p' ? 'yes' : found === '(p)' ? 'restricts' : found
}

describe('a match of projects', () => {
  test.each([
    ['/srv/ci/app', '/srv/ci/app', 'yes'],
    ['/srv/ci/app', '/srv/ci/app/', 'yes'],
    ['/srv/ci/app', '/srv/./x/../ci//app', 'yes'],
    ['/srv/ci/app', '/srv/ci/app/sub', 'no'],
    ['/srv/ci/app', '/srv/ci/app2', 'no'],
    ['/srv/ci/**', '/srv/ci/app', 'yes'],
    ['/srv/ci/**', '/srv/ci', 'yes'],
    ['/srv/ci/**', '/srv/ci/a/b/c', 'yes'],
    ['/srv/ci/**', '/srv/ci2/a', 'no'],
    ['/srv/ci/**', '/srv/ci/../other', 'no'],
    ['/srv/*/app', '/srv/ci/app', 'yes'],
    ['/srv/*/app', '/srv/a/b/app', 'no'],
    ['/srv/**/app', '/srv/a/b/app', 'yes'],
    ['/srv/**/app', '/srv/app', 'yes'],
    ['/srv/c*i/**', '/srv/c-1-i', 'yes'],
    ['/srv/[ci]', '/srv/c', 'no'],
    ['/srv/[ci]', '/srv/[ci]', 'yes'],
    ['/srv/c?', '/srv/ci', 'no'],
    ['/**', '/', 'yes'],
    ['/', '/', 'yes'],
    ['/', '/srv', 'no'],
    ['/srv/ci/**', '/SRV/ci/app', 'restricts'],
    ['/SRV/CI/**', '/srv/ci', 'restricts'],
    ['/srv/ﬁ', '/srv/fi', 'restricts']
  ])('%s is for %s: %s', (pattern, projectDir, expected) => {
    expect(applies({ projects: [pattern] }, { projectDir })).toBe(expected)
  })

  test.each([
    ['C:/work/**', 'c:\\work\\app', 'yes'],
    ['C:\\work\\**', 'C:\\work\\app\\..\\other', 'yes'],
    ['C:/work/**', 'C:\\work\\..\\x', 'no'],
    ['/c/work/**', 'C:\\work', 'yes'],
    ['C:/work/**', 'C:\\Work\\app', 'restricts'],
    ['//server/share/**', '\\\\server\\share\\app', 'yes']
  ])('%s is for %s on Windows: %s', (pattern, projectDir, expected) => {
    expect(applies({ projects: [pattern] }, { projectDir, platform: 'win32' })).toBe(expected)
  })

  test('takes time in proportion to the path, whatever the pattern', () => {
    const project = `/${'a/'.repeat(2000)}b`
    const names = `/${'a'.repeat(4000)}b`
    for (const pattern of [`${'/**/a'.repeat(600)}/c`, `/${'*a'.repeat(2000)}c`]) {
      expect(applies({ projects: [pattern] }, { projectDir: project })).toBe('no')
      expect(applies({ projects: [pattern] }, { projectDir: names })).toBe('no')
    }
  })
})

describe('a match of tenants', () => {
  test.each([
    ['acme', 'acme', 'yes'],
    ['acme', 'Acme', 'no'],
    ['a*', 'acme', 'yes'],
    ['a*', 'Acme', 'no'],
    ['*-prod', 'acme-prod', 'yes'],
    ['*-prod', 'acme-prod2', 'no'],
    ['*', 'x', 'yes'],
    ['a.me', 'acme', 'no']
  ])('%s is for %s: %s', (pattern, tenant, expected) => {
    expect(applies({ tenants: [pattern] }, { tenant })).toBe(expected)
  })
})

describe('a match of agents', () => {
  test.each([
    ['Explore', { type: 'Explore' }, 'yes'],
    ['a-*', { type: 'Explore', id: 'a-1' }, 'yes'],
    ['Explore', { id: 'a-1' }, 'no'],
    ['*', undefined, 'no'],
    ['*', {}, 'no'],
    ['explore', { type: 'Explore' }, 'restricts'],
    ['A-*', { type: 'x', id: 'a-1' }, 'restricts']
  ])('%s is for %j: %s', (pattern, agent, expected) => {
    expect(applies({ agents: [pattern] }, { agent })).toBe(expected)
  })
})

describe('a match of several lists', () => {
  const match = { tenants: ['x', 'acme'], projects: ['/srv/ci/**'], agents: ['Explore', 'Plan'] }

  test.each<[Partial<PolicySubject>, string]>([
    [{}, 'yes'],
    [{ tenant: 'x', agent: { type: 'Plan' } }, 'yes'],
    [{ tenant: 'y' }, 'no'],
    [{ projectDir: '/srv' }, 'no'],
    [{ agent: { type: 'Other' } }, 'no'],
    [{ projectDir: '/SRV/ci' }, 'restricts'],
    [{ projectDir: '/SRV/ci', agent: { type: 'Other' } }, 'no'],
    [{ agent: { type: 'plan' } }, 'restricts']
  ])('needs one entry of each, asked for %j: %s', (asked, expected) => {
    expect(applies(match, asked)).toBe(expected)
  })
})

describe('the policies that apply', () => {
  test.each<[string, readonly Policy[], readonly string[]]>([
    ['by id', [policy('b'), policy('a')], ['a', 'b']],
    ['priority before id', [policy('a', undefined, { priority: 1 }), policy('b')], ['b', 'a']],
    [
      'a match before priority',
      [policy('a', { tenants: ['*'] }), policy('b', undefined, { priority: 9 })],
      ['b', 'a']
    ],
    [
      'more lists before exact names',
      [policy('a', { tenants: ['a*'], projects: ['/**'] }), policy('b', { tenants: ['acme'] })],
      ['b', 'a']
    ],
    [
      'an exact name before a pattern',
      [policy('a', { tenants: ['acme'] }), policy('b', { tenants: ['acm*'] }, { priority: 9 })],
      ['b', 'a']
    ],
    [
      'a list of exact names before one that also holds a pattern',
      [policy('a', { tenants: ['acme'] }), policy('b', { tenants: ['acme', 'b*'] })],
      ['b', 'a']
    ],
    [
      'a longer pattern before a shorter one',
      [policy('a', { projects: ['/srv/ci/**'] }), policy('b', { projects: ['/srv/**'] }, { priority: 9 })],
      ['b', 'a']
    ],
    [
      'priority between exact names',
      [policy('a', { tenants: ['acme', 'umbrella'] }, { priority: 1 }), policy('b', { tenants: ['acme'] })],
      ['b', 'a']
    ]
  ])('come weakest first: %s', (_, policies, ids) => {
    expect(applied(policies, subject())).toEqual(ids)
    expect(applied([...policies].reverse(), subject())).toEqual(ids)
  })

  test('are the same value for every call where none has a match', () => {
    const { all, select } = policySelector([policy('a'), policy('b')])
    expect(select(subject())).toBe(all)
    expect(select(subject({ tenant: 'other', agent: undefined }))).toBe(all)
  })

  test('are the same value for calls they apply to alike', () => {
    const policies = [policy('a'), policy('b', { projects: ['/srv/**'] }), policy('c', { tenants: ['x'] })]
    const { select } = policySelector(policies)
    const known = select(subject())
    expect(select(subject({ projectDir: '/srv/other', agent: undefined }))).toBe(known)
    expect(selectPolicies(policies, subject())).toBe(selectPolicies(policies, subject()))
    for (const other of [{ projectDir: '/' }, { projectDir: '/SRV' }, { tenant: 'x' }]) {
      expect(select(subject(other)).key).not.toBe(known.key)
    }
  })

  test('are told by the agent too, where a policy is for agents', () => {
    const { select } = policySelector([policy('a', { agents: ['Plan'] })])
    const ids = (agent: PolicySubject['agent']) => select(subject({ agent })).policies.map(({ id }) => id)
    expect(ids({ type: 'Explore' })).toEqual([])
    expect(ids({ type: 'Plan' })).toEqual(['a'])
    expect(ids({ id: 'Plan' })).toEqual(['a'])
    expect(ids({ type: 'Plan","x' })).toEqual([])
    expect(ids(undefined)).toEqual([])
  })

  test('are all of them, whomever they are for, where somebody asks for all', () => {
    const { all } = policySelector([policy('a', { tenants: ['x'] }), policy('b')])
    expect(all.policies.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('a policy of which only the restrictions count', () => {
  test('makes its tools more careful and no tool less careful', () => {
    const tools = [
      { name: 'x', readOnly: true, concurrencySafe: true, requiresUserInteraction: true },
      { name: 'y', as: 'Bash', readOnly: false }
    ]
    const [found] = policySelector([
      policy('p', { projects: ['/srv'] }, { tools, log: { input: 'masked' } })
    ]).select(subject({ projectDir: '/SRV' })).policies
    expect(found).toEqual({
      ...policy('p', { projects: ['/srv'] }),
      onlyRestricts: true,
      tools: [
        { name: 'x', requiresUserInteraction: true },
        { name: 'y', as: 'Bash', readOnly: false }
      ]
    })
  })
})
