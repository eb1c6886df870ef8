import { describe, expect, it } from 'vitest'
import type { LayerSettings } from '../../../src/engine/layers/compile.ts'
import { codes, compiled, rulesOf } from './settings.ts'

const allow = (...rules: readonly string[]) => ({ permissions: { allow: rules } })

describe('rule lists', () => {
  it('add up over the layers, each rule keeping its own', () => {
    const layers = compiled({
      user: { permissions: { allow: ['Read', 'Read'], deny: ['WebSearch'] } },
      session: allow('Bash(npm test)'),
      project: allow('Read'),
      policy: { permissions: { ask: ['WebFetch'] } }
    })
    expect(rulesOf(layers.allow)).toEqual(['user Read', 'session Bash(npm test)', 'project Read'])
    expect(rulesOf(layers.deny)).toEqual(['user WebSearch'])
    expect(rulesOf(layers.ask)).toEqual(['policy WebFetch'])
  })

  it('of several policies pool, and a request only adds to them', () => {
    const policies = [
      { id: 'a', settings: { permissions: { deny: ['WebSearch'], undecidable: 'ask' } } },
      { id: 'b', settings: { permissions: { deny: ['WebFetch'] } } }
    ]
    const layers = compiled(
      { policy: { permissions: { deny: ['Agent'], undecidable: 'allow' } } },
      { policies }
    )
    expect(rulesOf(layers.deny).toSorted()).toEqual(['policy Agent', 'policy WebFetch', 'policy WebSearch'])
    expect(layers.undecidable).toEqual({ value: 'ask', layer: 'policy' })
  })
})

describe('scalars', () => {
  const mode = (defaultMode: string) => ({ permissions: { defaultMode } })

  it.each<[LayerSettings, string | undefined]>([
    [{ user: mode('plan'), project: mode('default') }, 'project default'],
    [{ user: mode('plan'), project: {}, local: { permissions: {} } }, 'user plan'],
    [{ project: mode('plan'), local: mode('dontAsk') }, 'local dontAsk'],
    [{ local: mode('plan'), flag: mode('bypassPermissions') }, 'flag bypassPermissions'],
    [{ flag: mode('auto'), policy: mode('manual') }, 'policy default'],
    [{ project: mode('bypassPermissions') }, undefined],
    [{ project: mode('auto') }, undefined],
    [{ project: mode('acceptEdits') }, undefined],
    [{ local: mode('bypassPermissions') }, undefined],
    [{ local: mode('acceptEdits') }, 'local acceptEdits'],
    [{ user: mode('acceptEdits'), local: mode('auto') }, 'user acceptEdits'],
    [{ user: mode('auto'), project: mode('plan'), local: mode('bypassPermissions') }, 'project plan']
  ])('come from the last layer whose value is honoured: %j', (layers, expected) => {
    const { defaultMode } = compiled(layers)
    expect(defaultMode && `${defaultMode.layer} ${defaultMode.value}`).toBe(expected)
  })

  it('that are not honoured warn', () => {
    expect(codes(compiled({ project: mode('bypassPermissions') }).warnings)).toEqual([
      'project default-mode-not-honoured'
    ])
  })

  it.each<[LayerSettings, object]>([
    [
      { project: { permissions: { disableBypassPermissionsMode: 'disable' } } },
      { bypassDisabled: 'project' }
    ],
    [{ local: { permissions: { disableAutoMode: 'disable' } }, policy: {} }, { autoDisabled: 'local' }],
    [
      {
        user: { permissions: { blockReadsOutsideWorkingDirectories: true } },
        policy: { permissions: { blockReadsOutsideWorkingDirectories: false } }
      },
      { blockReadsOutside: 'user' }
    ],
    [
      {
        user: { permissions: { blockWritesOutsideWorkingDirectories: true } },
        policy: { permissions: { blockWritesOutsideWorkingDirectories: true } }
      },
      { blockWritesOutside: 'policy' }
    ],
    [
      {
        user: { permissions: { denyInsteadOfPrompting: true } },
        policy: { permissions: { denyInsteadOfPrompting: false } }
      },
      { denyInsteadOfPrompting: 'user' }
    ],
    [{ policy: { useAutoModeDuringPlan: true } }, { useAutoModeDuringPlan: true }],
    [{ user: { useAutoModeDuringPlan: true } }, { useAutoModeDuringPlan: false }],
    [
      { local: { useAutoModeDuringPlan: false }, policy: { useAutoModeDuringPlan: true } },
      { useAutoModeDuringPlan: false }
    ],
    [
      { project: { useAutoModeDuringPlan: false }, policy: { useAutoModeDuringPlan: true } },
      { useAutoModeDuringPlan: true }
    ],
    [{}, { autoAllowReadOnly: true, undecidable: undefined, managedOnly: false, classifyAllShell: false }],
    [{ policy: { permissions: { autoAllowReadOnly: false } } }, { autoAllowReadOnly: false }],
    [
      { user: { permissions: { undecidable: 'allow' } }, policy: { permissions: { undecidable: 'ask' } } },
      { undecidable: { value: 'ask', layer: 'policy' } }
    ]
  ])('that restrict cannot be taken back: %j', (layers, expected) => {
    expect(compiled(layers)).toMatchObject(expected)
  })

  it('that restrict stay whatever a later policy says', () => {
    const policies = [
      { id: 'a', settings: { permissions: { autoAllowReadOnly: false } } },
      { id: 'b', settings: { permissions: { autoAllowReadOnly: true } } }
    ]
    expect(compiled({}, { policies }).autoAllowReadOnly).toBe(false)
  })
})

describe('an untrusted project', () => {
  const untrusted = { projectTrusted: false }

  it('restricts and widens nothing', () => {
    const layers = compiled(
      {
        project: {
          permissions: {
            allow: ['Read'],
            ask: ['WebFetch'],
            deny: ['WebSearch'],
            additionalDirectories: ['/srv']
          }
        },
        local: allow('Edit')
      },
      untrusted
    )
    expect(rulesOf(layers.allow)).toEqual(['local Edit'])
    expect(rulesOf(layers.ask)).toEqual(['project WebFetch'])
    expect(rulesOf(layers.deny)).toEqual(['project WebSearch'])
    expect(layers.additionalDirectories).toEqual([])
    expect(codes(layers.warnings)).toEqual(['project layer-not-trusted'])
  })

  it('is not warned of where nothing of it is ignored', () => {
    expect(compiled({ project: { permissions: { deny: ['WebSearch'] } } }, untrusted).warnings).toEqual([])
  })
})

describe('a policy that lets only its own rules count', () => {
  const policy = { allowManagedPermissionRulesOnly: true, permissions: { allow: ['Bash(npm test)'] } }

  it('voids the rules and widenings of every other layer', () => {
    const widening = {
      permissions: { allow: ['Bash'], ask: ['Read'], deny: ['Edit'], additionalDirectories: ['/srv'] }
    }
    const user = {
      permissions: { ...widening.permissions, protectedPathExceptions: ['//srv/**'], undecidable: 'allow' }
    }
    const layers = compiled({ user, session: { permissions: { allow: ['Bash'] } }, flag: widening, policy })
    expect([layers.allow, layers.ask, layers.deny].map(rulesOf)).toEqual([['policy Bash(npm test)'], [], []])
    expect([layers.additionalDirectories, layers.protectedPathExceptions]).toEqual([[], []])
    expect(layers.undecidable).toBeUndefined()
    expect(codes(layers.warnings)).toEqual([
      'user rules-not-managed',
      'session rules-not-managed',
      'flag rules-not-managed'
    ])
  })

  it('keeps what other layers restrict', () => {
    const user = { permissions: { disableBypassPermissionsMode: 'disable', denyInsteadOfPrompting: true } }
    expect(compiled({ user, policy })).toMatchObject({
      bypassDisabled: 'user',
      denyInsteadOfPrompting: 'user'
    })
  })
})
