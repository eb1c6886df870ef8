import { describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine/engine.ts'
import { activeSet } from '../../src/policies/active-set.ts'
import type { Policy } from '../../src/policies/policy-file.ts'
import { readPolicy } from '../../src/policies/policy-reading.ts'
import { policySet } from '../../src/policies/policy-set.ts'
import { sharedReader } from '../engine-fixture.ts'
import { compiled, hooksOf, settingsWith } from './hooked.ts'

const URL = 'https://hooks.example.com/check'
const group = (...handlers: readonly object[]) => ({
  hooks: handlers.map((handler) => ({ type: 'http', url: URL, ...handler }))
})
const onPreToolUse = (...groups: readonly object[]) => ({ hooks: { PreToolUse: groups } })

describe('a policy does not go live with', () => {
  test.each([
    ['hooks that are a list', { hooks: [] }, '/hooks', 'wrong-type'],
    ['an event that is no list', { hooks: { PreToolUse: {} } }, '/hooks/PreToolUse', 'wrong-type'],
    ['a group that is no object', onPreToolUse([]), '/hooks/PreToolUse/0', 'wrong-type'],
    ['a group without handlers', onPreToolUse({ matcher: 'Bash' }), '/hooks/PreToolUse/0/hooks', 'required'],
    [
      'an unknown key of a group',
      onPreToolUse({ ...group(), match: 'x' }),
      '/hooks/PreToolUse/0/match',
      'unknown-key'
    ],
    [
      'a matcher that cannot be read',
      onPreToolUse({ ...group({}), matcher: '(' }),
      '/hooks/PreToolUse/0/matcher',
      'wrong-value'
    ],
    [
      'a matcher that can take forever',
      onPreToolUse({ ...group({}), matcher: '(a+)+' }),
      '/hooks/PreToolUse/0/matcher',
      'wrong-value'
    ],
    [
      'a handler of no known type',
      onPreToolUse(group({ type: 'https' })),
      '/hooks/PreToolUse/0/hooks/0/type',
      'wrong-type'
    ],
    [
      'a handler without a URL',
      onPreToolUse(group({ url: undefined })),
      '/hooks/PreToolUse/0/hooks/0/url',
      'required'
    ],
    [
      'a URL that is none',
      onPreToolUse(group({ url: 'hooks.example.com' })),
      '/hooks/PreToolUse/0/hooks/0/url',
      'wrong-value'
    ],
    [
      'a URL of another kind',
      onPreToolUse(group({ url: 'file:///etc/passwd' })),
      '/hooks/PreToolUse/0/hooks/0/url',
      'wrong-value'
    ],
    [
      'a URL with a password',
      onPreToolUse(group({ url: 'https://a:b@hooks.example.com/' })),
      '/hooks/PreToolUse/0/hooks/0/url',
      'wrong-value'
    ],
    [
      'an unknown key of a handler',
      onPreToolUse(group({ onfailure: 'block' })),
      '/hooks/PreToolUse/0/hooks/0/onfailure',
      'unknown-key'
    ],
    [
      'an unknown word for failures',
      onPreToolUse(group({ onFailure: 'deny' })),
      '/hooks/PreToolUse/0/hooks/0/onFailure',
      'not-allowed'
    ],
    [
      'a time-out that is too long',
      onPreToolUse(group({ timeout: 61 })),
      '/hooks/PreToolUse/0/hooks/0/timeout',
      'too-big'
    ],
    [
      'no time at all',
      onPreToolUse(group({ timeout: 0 })),
      '/hooks/PreToolUse/0/hooks/0/timeout',
      'too-small'
    ],
    [
      'a condition that is no rule',
      onPreToolUse(group({ if: 'Bash(' })),
      '/hooks/PreToolUse/0/hooks/0/if',
      'wrong-value'
    ],
    [
      'a header field of two lines',
      onPreToolUse(group({ headers: { a: 'b\r\nc: d' } })),
      '/hooks/PreToolUse/0/hooks/0/headers/a',
      'wrong-value'
    ],
    [
      'a variable of the service',
      onPreToolUse(group({ allowedEnvVars: ['PORTCULLIS_X'] })),
      '/hooks/PreToolUse/0/hooks/0/allowedEnvVars/0',
      'wrong-value'
    ],
    [
      'such a variable for all hooks',
      { httpHookAllowedEnvVars: ['portcullis_x'] },
      '/httpHookAllowedEnvVars/0',
      'wrong-value'
    ],
    ['URL patterns that are no list', { allowedHttpHookUrls: '*' }, '/allowedHttpHookUrls', 'wrong-type'],
    [
      'a URL pattern that is none',
      { allowedHttpHookUrls: ['https://a@b/'] },
      '/allowedHttpHookUrls/0',
      'wrong-value'
    ],
    ['a switch that is a word', { disableAllHooks: 'true' }, '/disableAllHooks', 'wrong-type'],
    ['hooks under another name', { Hooks: {} }, '/Hooks', 'unknown-key'],
    ['a limit under another name', { allowedHttpHooksUrls: [] }, '/allowedHttpHooksUrls', 'unknown-key'],
    ['an event under another name', { hooks: { preToolUse: [] } }, '/hooks/preToolUse', 'unknown-key']
  ])('%s', (_, settings, place, code) => {
    const read = readPolicy(JSON.stringify({ id: 'example', settings }, undefined, 2), 'json', 'example.json')
    if (!('faults' in read)) throw new Error('the policy was read')
    expect(read.faults).toContainEqual(
      expect.objectContaining({
        file: 'example.json',
        place: `/settings${place}`,
        code,
        line: expect.any(Number)
      })
    )
    expect(read.faults[0]?.line).toBeGreaterThan(2)
  })
})

test('a policy may hold what only runtimes run, and what only they read', () => {
  const settings = {
    tools: {},
    hooks: {
      PostToolUse: [{ hooks: [{ type: 'http', url: 7 }] }],
      PreToolUse: [{ hooks: [{ type: 'command', command: 'check.sh', timeout: 600, shell: 'bash' }] }]
    }
  }
  expect(readPolicy(JSON.stringify({ id: 'example', settings }), 'json', 'a.json')).toHaveProperty('policy')
  expect(compiled([{ id: 'example', settings }])).toBeUndefined()
})

test('the hooks of all policies count, each with what it says of itself', () => {
  const hooks = compiled([
    {
      id: 'a',
      settings: onPreToolUse(group({}), {
        ...group({ timeout: 1.5, onFailure: 'continue' }),
        matcher: 'Edit'
      })
    },
    { id: 'b', settings: { hooks: { PermissionDenied: [group({})] } } }
  ])
  expect(hooks?.PreToolUse).toMatchObject([
    { timeoutMs: 5_000, onFailure: 'block', reach: 'public', onlyRestricts: false },
    { timeoutMs: 1_500, onFailure: 'continue' }
  ])
  expect(hooks?.PreToolUse.map(({ matches }) => matches(['Bash']))).toEqual([true, false])
  expect(hooks?.PermissionDenied).toHaveLength(1)
  expect(hooks?.PermissionRequest).toEqual([])
})

test('one policy may stop the hooks of all', () => {
  const settings = onPreToolUse(group({}))
  expect(
    compiled([
      { id: 'a', settings },
      { id: 'b', settings: { disableAllHooks: true } }
    ])
  ).toBeUndefined()
  expect(compiled([{ id: 'a', settings: { ...settings, disableAllHooks: false } }])).toBeDefined()
})

test('lists of all policies add up', () => {
  const settings = onPreToolUse(group({ allowedEnvVars: ['A', 'B', 'C'] }))
  const hooks = compiled([
    { id: 'a', settings: { ...settings, allowedHttpHookUrls: [], httpHookAllowedEnvVars: ['A'] } },
    {
      id: 'b',
      settings: { allowedHttpHookUrls: ['https://hooks.example.com/*'], httpHookAllowedEnvVars: ['B'] }
    }
  ])
  expect(hooks?.PreToolUse[0]).toMatchObject({ reach: 'listed' })
  expect([...(hooks?.PreToolUse[0]?.variables ?? [])]).toEqual(['A', 'B'])
})

describe('of a policy that may only restrict', () => {
  const reduced = (settings: object) => ({ id: 'reduced', onlyRestricts: true, settings })

  test('hooks may deny and ask, and are told nothing', () => {
    const denied = { hooks: { PermissionDenied: [group({})], PreToolUse: [group({})] } }
    const hooks = compiled([reduced(denied)])
    expect(hooks?.PreToolUse).toMatchObject([{ onlyRestricts: true }])
    expect(hooks?.PermissionDenied).toEqual([])
  })

  test('the switch stops nothing', () => {
    const settings = onPreToolUse(group({}))
    expect(compiled([{ id: 'a', settings }, reduced({ disableAllHooks: true })])).toBeDefined()
  })

  test('lists open nothing for the hooks of others, and restrict them where there is no other list', () => {
    const settings = onPreToolUse(group({}))
    const its = reduced({ allowedHttpHookUrls: ['https://hooks.example.com/*'], ...settings })
    const other = { id: 'a', settings: { allowedHttpHookUrls: ['https://other.example.com/*'], ...settings } }
    expect(compiled([other, its])?.PreToolUse.map(({ reach }) => reach)).toEqual(['nowhere', 'listed'])
    const elsewhere = reduced({ allowedHttpHookUrls: ['https://other.example.com/*'] })
    expect(compiled([{ id: 'a', settings }, elsewhere])?.PreToolUse[0]?.reach).toBe('nowhere')
  })
})

test('identical handlers are known as such, whatever leads to them', () => {
  const hooks = hooksOf(
    onPreToolUse(
      { ...group({}), matcher: 'Bash' },
      { ...group({ if: 'Bash(git *)' }, { timeout: 9 }), matcher: '*' }
    )
  )
  const [first, second, third] = hooks.PreToolUse.map(({ identity }) => identity)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a selection has the hooks of the policies that apply to it', async () => {
  const reader = await sharedReader()
  const policies: readonly Policy[] = [
    { id: 'a', settings: {} },
    { id: 'b', settings: settingsWith('PreToolUse', [{ url: URL }]), match: { projects: ['/srv/Shop/**'] } }
  ]
  const active = activeSet({
    set: policySet(policies),
    files: new Map(),
    loadedAt: new Date(0),
    engineOver: (applied) => createEngine({ reader, policies: applied })
  })
  if ('problem' in active) throw new Error('the set does not hold together')
  const hooksIn = (projectDir: string) => active.select({ tenant: 'acme', projectDir }).hooks
  expect(hooksIn('/srv/other')).toBeUndefined()
  expect(hooksIn('/srv/Shop/a')?.PreToolUse).toMatchObject([{ onlyRestricts: false }])
  expect(hooksIn('/srv/shop/a')?.PreToolUse).toMatchObject([{ onlyRestricts: true }])
})
