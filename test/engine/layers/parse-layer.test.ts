import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policyWarnings } from '../../../src/engine/layers/compile.ts'
import { likelyKey } from '../../../src/engine/layers/near-miss.ts'
import { parseLayer } from '../../../src/engine/layers/parse-layer.ts'
import { codes, compiled, issuesOf, rulesOf } from './settings.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/settings/${name}.json`, import.meta.url), 'utf8'))

describe('a settings.json as people have it', () => {
  it.each([
    ['lax', 14, 0, 3],
    ['strict', 10, 5, 13],
    ['sandboxed', 4, 1, 2]
  ])('is accepted unmodified and without a warning: %s', (name, allow, ask, deny) => {
    const layers = compiled({ user: fixture(name) })
    expect(layers.warnings).toEqual([])
    expect([layers.allow.size, layers.ask.size, layers.deny.size]).toEqual([allow, ask, deny])
  })

  it('keeps what decisions read', () => {
    expect(compiled({ user: fixture('lax') })).toMatchObject({
      defaultMode: { value: 'acceptEdits', layer: 'user' },
      additionalDirectories: [
        { value: '~/notes', layer: 'user' },
        { value: '../shared-lib', layer: 'user' },
        { value: '/tmp', layer: 'user' }
      ],
      bypassDisabled: undefined
    })
    expect(compiled({ user: fixture('strict') })).toMatchObject({
      defaultMode: { value: 'default', layer: 'user' },
      bypassDisabled: 'user',
      autoDisabled: 'user',
      blockWritesOutside: 'user',
      blockReadsOutside: undefined,
      denyInsteadOfPrompting: undefined,
      classifyAllShell: true
    })
    const { sandbox } = compiled({ user: fixture('sandboxed') })
    expect(sandbox).toMatchObject({
      enabled: true,
      autoAllowBashIfSandboxed: true,
      allowUnsandboxedCommands: false
    })
    expect(sandbox.excludedCommands.size).toBe(4)
  })
})

describe('a layer of the wrong shape', () => {
  it.each<[unknown, string]>([
    [[], '/settings/user wrong-type'],
    ['{}', '/settings/user wrong-type'],
    [null, '/settings/user wrong-type'],
    [{ permissions: [] }, '/settings/user/permissions wrong-type'],
    [{ permissions: null }, '/settings/user/permissions wrong-type'],
    [{ sandbox: true }, '/settings/user/sandbox wrong-type'],
    [{ permissions: { allow: 'Bash' } }, '/settings/user/permissions/allow wrong-type'],
    [{ permissions: { deny: { Bash: true } } }, '/settings/user/permissions/deny wrong-type'],
    [{ permissions: { ask: null } }, '/settings/user/permissions/ask wrong-type'],
    [
      { permissions: { additionalDirectories: '/tmp' } },
      '/settings/user/permissions/additionalDirectories wrong-type'
    ],
    [{ sandbox: { excludedCommands: 'docker' } }, '/settings/user/sandbox/excludedCommands wrong-type']
  ])('is refused: %j', (user, issue) => {
    expect(issuesOf({ user })).toEqual([issue])
  })

  it('is named along with every other', () => {
    expect(issuesOf({ user: [], project: { permissions: { deny: 1, ask: 2 } } })).toEqual([
      '/settings/user wrong-type',
      '/settings/project/permissions/ask wrong-type',
      '/settings/project/permissions/deny wrong-type'
    ])
  })

  it.each<[string, object, string]>([
    [
      'rules',
      { permissions: { allow: Array(5001).fill('Read'), deny: Array(5000).fill('Read') } },
      '/settings/user too-many-rules'
    ],
    [
      'bytes',
      { permissions: { deny: ['Read', `Bash(${'ä'.repeat(2048)})`] } },
      '/settings/user/permissions/deny/1 rule-too-long'
    ]
  ])('is refused over the bound on %s', (_, user, issue) => {
    expect(issuesOf({ user })).toEqual([issue])
  })

  it('is not one at the bounds', () => {
    const rule = `Bash(${'a'.repeat(4096 - 6)})`
    expect(issuesOf({ user: { permissions: { allow: Array(9999).fill('Read'), deny: [rule] } } })).toEqual([])
  })
})

describe('bad entries', () => {
  it.each<[string, unknown, string]>([
    ['allow', 'Bash(npm test) x', 'user malformed-rule'],
    ['allow', 7, 'user malformed-rule'],
    ['deny', null, 'user malformed-rule'],
    ['ask', ['Bash'], 'user malformed-rule'],
    ['deny', ' ', 'user malformed-rule'],
    ['additionalDirectories', {}, 'user malformed-entry'],
    ['additionalDirectories', '', 'user malformed-entry'],
    ['protectedPathExceptions', '', 'user malformed-entry']
  ])('in %s are left out with a warning: %j', (list, entry, warning) => {
    const layers = compiled({ user: { permissions: { [list]: [entry] } } })
    expect(codes(layers.warnings)).toEqual([warning])
    expect(layers.allow.size + layers.ask.size + layers.deny.size).toBe(0)
    expect([layers.additionalDirectories, layers.protectedPathExceptions]).toEqual([[], []])
  })

  it('in a deny list count as widely as they can be read', () => {
    const layers = compiled({ user: { permissions: { deny: ['Bash(rm *) x'] } } })
    expect(layers.deny.size).toBe(1)
    expect(codes(layers.warnings)).toEqual(['user malformed-rule'])
  })

  it('leave their neighbours alone, and names of object properties are names like any other', () => {
    const layers = compiled({
      user: { permissions: { allow: ['Bash(', 'constructor', 'toString', 'Bash(npm test)'] } }
    })
    expect(rulesOf(layers.allow)).toContain('user Bash(npm test)')
    expect(layers.allow.wholeTool('Bash')).toBeUndefined()
  })

  it('cannot make an answer long', () => {
    const allow = Array.from({ length: 5000 }, (_, index) => `Bash(${index}`)
    expect(compiled({ user: { permissions: { allow } } }).warnings.length).toBe(100)
  })
})

describe('scalars of the wrong type', () => {
  it.each<[object, object]>([
    [{ permissions: { defaultMode: 'yolo' } }, { defaultMode: undefined }],
    [{ permissions: { defaultMode: 'delegate' } }, { defaultMode: undefined }],
    [{ permissions: { defaultMode: null } }, { defaultMode: undefined }],
    [{ permissions: { undecidable: 'deny' } }, { undecidable: undefined }],
    [{ permissions: { disableBypassPermissionsMode: true } }, { bypassDisabled: 'user' }],
    [{ permissions: { disableAutoMode: 'yes' } }, { autoDisabled: 'user' }],
    [{ disableAutoMode: 'yes' }, { autoDisabled: 'user' }],
    [{ permissions: { blockReadsOutsideWorkingDirectories: 'true' } }, { blockReadsOutside: 'user' }],
    [{ permissions: { blockWritesOutsideWorkingDirectories: 1 } }, { blockWritesOutside: 'user' }],
    [{ permissions: { denyInsteadOfPrompting: 'true' } }, { denyInsteadOfPrompting: 'user' }],
    [{ autoMode: { classifyAllShell: 'true' } }, { classifyAllShell: true }],
    [{ sandbox: { enabled: 'true' } }, { sandbox: { enabled: false } }],
    [
      { sandbox: { enabled: true, autoAllowBashIfSandboxed: 'true' } },
      { sandbox: { autoAllowBashIfSandboxed: false } }
    ],
    [{ sandbox: { allowUnsandboxedCommands: 'no' } }, { sandbox: { allowUnsandboxedCommands: false } }]
  ])('warn, and count only where they restrict: %j', (user, expected) => {
    const layers = compiled({ user })
    expect(codes(layers.warnings)).toEqual(['user wrong-value'])
    expect(layers).toMatchObject(expected)
  })

  it.each<[object, object]>([
    [{ allowManagedPermissionRulesOnly: 'yes' }, { managedOnly: true }],
    [{ permissions: { autoAllowReadOnly: 'no' } }, { autoAllowReadOnly: false }]
  ])('restrict in an inline policy, too: %j', (policy, expected) => {
    expect(compiled({ policy })).toMatchObject(expected)
  })
})

describe('unknown keys', () => {
  it.each<[object, string | undefined]>([
    [{ permissions: { alow: [] } }, 'permissions.alow is no known key; did you mean allow?'],
    [{ permissions: { denied: [] } }, 'permissions.denied is no known key'],
    [{ sandbox: { autoAllowBash: true } }, 'sandbox.autoAllowBash is no known key'],
    [
      { sandbox: { excludeCommands: [] } },
      'sandbox.excludeCommands is no known key; did you mean excludedCommands?'
    ],
    [{ permission: {} }, 'permission is no known key; did you mean permissions?'],
    [{ Permissions: {} }, 'Permissions is no known key; did you mean permissions?'],
    [{ premissions: {} }, 'premissions is no known key; did you mean permissions?'],
    [{ sandBox: {} }, 'sandBox is no known key; did you mean sandbox?'],
    [{ deny: ['Bash'] }, 'deny is no known key; did you mean permissions.deny?'],
    [{ defaultMode: 'plan' }, 'defaultMode is no known key; did you mean permissions.defaultMode?'],
    [
      { allowManagedPermissionsRulesOnly: true },
      'allowManagedPermissionsRulesOnly is no known key; did you mean allowManagedPermissionRulesOnly?'
    ],
    [{ model: 'opus', editorMode: 'vim', sandboxes: 1 }, 'sandboxes is no known key; did you mean sandbox?'],
    [{ model: 'opus', editorMode: 'vim', hooks: {}, permissionMode: 'x' }, undefined]
  ])('warn and name the likely key: %j', (user, message) => {
    expect(compiled({ user }).warnings.map((warning) => warning.message)).toEqual(message ? [message] : [])
  })

  it('are not repeated whole where they are very long', () => {
    const settings = { permissions: { ['k'.repeat(500_000)]: 1 } }
    const { warnings } = compiled({ user: settings })
    expect(warnings.map(({ message }) => message)).toEqual([
      `permissions.${'k'.repeat(100)}... is no known key`
    ])
    const refused = parseLayer('policy', settings, { strict: true })
    expect(JSON.stringify(refused).length).toBeLessThan(1000)
    expect(refused).toMatchObject({ issues: [{ code: 'unknown-key' }] })
  })

  it.each([
    ['allwo', 'allow'],
    ['aks', 'ask'],
    ['default_mode', 'defaultMode'],
    ['x'.repeat(1000), undefined]
  ])('resemble a known one or none: %s', (key, expected) => {
    expect(likelyKey(key, ['allow', 'ask', 'deny', 'defaultMode'])).toBe(expected)
  })
})

describe('keys of another layer', () => {
  it.each<[object, string]>([
    [{ project: { permissions: { denyInsteadOfPrompting: true } } }, 'project key-not-honoured'],
    [{ project: { permissions: { protectedPathExceptions: ['/x'] } } }, 'project key-not-honoured'],
    [{ local: { permissions: { undecidable: 'allow' } } }, 'local key-not-honoured'],
    [{ user: { permissions: { autoAllowReadOnly: false } } }, 'user key-not-honoured'],
    [{ flag: { allowManagedPermissionRulesOnly: true } }, 'flag key-not-honoured'],
    [{ session: { permissions: { additionalDirectories: ['/x'] } } }, 'session key-not-honoured'],
    [{ session: { permissions: { defaultMode: 'plan' } } }, 'session key-not-honoured'],
    [{ session: { sandbox: { enabled: true } } }, 'session key-not-honoured'],
    [{ local: { autoMode: { classifyAllShell: true } } }, 'local key-not-honoured']
  ])('have no effect and warn: %j', (layers, warning) => {
    const { warnings, ...effects } = compiled(layers)
    const { warnings: _, ...nothing } = compiled({})
    expect(codes(warnings)).toEqual([warning])
    expect(JSON.stringify(effects)).toBe(JSON.stringify(nothing))
  })
})

describe('policy files', () => {
  const problem = (settings: unknown) => issuesOf({}, { policies: [{ id: 'org', settings }] })

  it.each<[unknown, string]>([
    [{ permissions: { deny: ['Bash(rm *) x'] } }, '/policies/org/settings/permissions/deny/0 malformed-rule'],
    [{ permissions: { allow: [1] } }, '/policies/org/settings/permissions/allow/0 malformed-rule'],
    [
      { permissions: { deny: ['Bash(command:rm *)'] } },
      '/policies/org/settings/permissions/deny/0 inert-rule'
    ],
    ...['WebFetch(https://x)', 'WebFetch(evil.test)', 'WebSearch(x)', 'execute_command(npm *)'].map(
      (rule): [unknown, string] => [
        { permissions: { deny: ['Bash', rule] } },
        '/policies/org/settings/permissions/deny/1 rule-widened'
      ]
    ),
    [{ permissions: { ask: ['WebSearch(x)'] } }, '/policies/org/settings/permissions/ask/0 rule-widened'],
    [{ permissions: { alow: [] } }, '/policies/org/settings/permissions/alow unknown-key'],
    [{ permission: {} }, '/policies/org/settings/permission unknown-key'],
    [{ permissions: { defaultMode: 'yolo' } }, '/policies/org/settings/permissions/defaultMode wrong-value'],
    [
      { allowManagedPermissionRulesOnly: 1 },
      '/policies/org/settings/allowManagedPermissionRulesOnly wrong-value'
    ]
  ])('are refused for what warns elsewhere: %j', (settings, issue) => {
    expect(problem(settings)).toEqual([issue])
  })

  it.each(['HouseTool', 'Write(.env)', 'Glob(secrets/**)'])('may deny %s', (rule) => {
    expect(problem({ permissions: { deny: [rule] } })).toEqual([])
  })

  it('keep what warns without being an error, under the id of the file', () => {
    const policies = [
      { id: 'org', settings: { permissions: { deny: ['HouseTool', 'Bash(rm *)'] } } },
      { id: 'team', settings: { permissions: { ask: ['Write(.env)'] } } }
    ]
    expect(policyWarnings(policies)).toMatchObject([
      { id: 'org', warning: { code: 'unknown-tool', rule: 'HouseTool', layer: 'policy' } },
      { id: 'team', warning: { code: 'rule-read-as', rule: 'Write(.env)', layer: 'policy' } }
    ])
  })
})

describe('parseLayer', () => {
  it('answers for any JSON value in any place, with a layer or with issues below its path', () => {
    const keys = fc.constantFrom(
      'allow',
      'deny',
      'defaultMode',
      'undecidable',
      'enabled',
      'excludedCommands',
      '__proto__'
    )
    const container = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()))
    const settings = fc.oneof(
      fc.jsonValue(),
      fc.record({ permissions: container, sandbox: container, autoMode: container })
    )
    fc.assert(
      fc.property(settings, (value) => {
        const result = parseLayer('user', value)
        if ('issues' in result) {
          expect(result.issues.length).toBeGreaterThan(0)
          for (const { path } of result.issues) expect(path).toMatch(/^\/settings\/user/u)
        } else {
          expect(result.layer.name).toBe('user')
        }
      }),
      { numRuns: 200 }
    )
  })
})
