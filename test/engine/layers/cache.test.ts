import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLayerCache,
  createLayerMemory,
  type LayerCacheOptions
} from '../../../src/engine/layers/cache.ts'
import type { LayerSettings } from '../../../src/engine/layers/compile.ts'
import { fingerprint, keepsake, sameContent } from '../../../src/engine/layers/content.ts'
import { compiled, dataOf, type Given, issuesOf } from './settings.ts'

function cache(options: Partial<LayerCacheOptions> = {}) {
  const made = createLayerCache({ policies: [], ...options })
  if ('problem' in made) throw new Error(JSON.stringify(made.issues))
  return (layers: LayerSettings, projectTrusted = true) => {
    const result = made.compile(layers, projectTrusted)
    if ('problem' in result) throw new Error(JSON.stringify(result.issues))
    return result.compiled
  }
}

/** As a new request brings it. */
const fresh = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const rule = fc.constantFrom(
  'Bash',
  'Bash(git:*)',
  'Bash(npm test)',
  'Bash(rm',
  'Read(.env)',
  'WebFetch(domain:a.example)'
)
const list = fc.array(
  fc.oneof({ weight: 9, arbitrary: rule }, { weight: 1, arbitrary: fc.constantFrom(1, null, {}) }),
  {
    maxLength: 4
  }
)
const permissions = fc.record(
  {
    allow: list,
    ask: list,
    deny: list,
    additionalDirectories: fc.array(fc.constantFrom('/srv', '~/x'), { maxLength: 2 }),
    defaultMode: fc.constantFrom('plan', 'auto', 'bypassPermissions', 7),
    undecidable: fc.constantFrom('allow', 'ask', true),
    disableAutoMode: fc.constantFrom('disable', false)
  },
  { requiredKeys: [] }
)
const sandbox = fc.record(
  {
    enabled: fc.constantFrom(true, false, 'true'),
    autoAllowBashIfSandboxed: fc.boolean(),
    allowUnsandboxedCommands: fc.boolean(),
    excludedCommands: fc.array(fc.constantFrom('docker *', 'git'), { maxLength: 2 })
  },
  { requiredKeys: [] }
)
const settings = fc.record(
  {
    permissions,
    sandbox,
    model: fc.string(),
    permision: fc.boolean(),
    allowManagedPermissionRulesOnly: fc.boolean()
  },
  { requiredKeys: [] }
)
const layerSet: fc.Arbitrary<LayerSettings> = fc.record(
  { user: settings, session: settings, project: settings, local: settings, flag: settings, policy: settings },
  { requiredKeys: [] }
)

describe('the cache of compiled layers', () => {
  it('answers like a fresh compile, whatever it holds', () => {
    const policies = [{ id: 'org', settings: { permissions: { deny: ['WebSearch'] } } }]
    // So small that entries come and go.
    const cached = cache({ policies, maxEntries: 5 })
    fc.assert(
      fc.property(fc.array(fc.tuple(layerSet, fc.boolean()), { minLength: 1, maxLength: 4 }), (requests) => {
        for (const [layers, projectTrusted] of [...requests, ...requests]) {
          const given: Given = { policies, projectTrusted }
          expect(dataOf(cached(fresh(layers), projectTrusted))).toEqual(dataOf(compiled(layers, given)))
        }
      }),
      { numRuns: 60 }
    )
  })

  it('answers by its own policies where it shares its memory with caches over others', () => {
    const memory = createLayerMemory({ maxEntries: 8 })
    const all = ['WebSearch', 'Bash(rm *)'].map((rule) => {
      const policies = [{ id: 'org', settings: { permissions: { deny: [rule] } } }]
      return { policies, cached: cache({ policies, memory }) }
    })
    fc.assert(
      fc.property(layerSet, fc.boolean(), (layers, projectTrusted) => {
        for (const { policies, cached } of [...all, ...all]) {
          const given: Given = { policies, projectTrusted }
          expect(dataOf(cached(fresh(layers), projectTrusted))).toEqual(dataOf(compiled(layers, given)))
        }
      }),
      { numRuns: 60 }
    )
  })

  it('serves one value to requests of the same content', () => {
    const cached = cache()
    const layers = { user: { permissions: { allow: ['Read'] }, env: { A: '1' } }, project: {} }
    const first = cached(layers)
    expect(cached(fresh(layers))).toBe(first)
    expect(cached({ ...fresh(layers), user: { env: { A: '2' }, permissions: { allow: ['Read'] } } })).toBe(
      first
    )
    expect(cached(fresh(layers), false)).not.toBe(first)
    expect(cached({ user: layers.user })).not.toBe(first)
  })

  it('notices when a caller changes the object it sent before', () => {
    const cached = cache()
    const user = { permissions: { allow: ['Read'] } }
    const before = cached({ user })
    user.permissions.allow[0] = 'Edit'
    expect(dataOf(cached({ user }))).not.toEqual(dataOf(before))
  })

  it('keeps layers apart that differ by name only', () => {
    const cached = cache()
    const content = { permissions: { allow: ['Read'] } }
    expect(dataOf(cached({ user: content }))).not.toEqual(dataOf(cached({ local: content })))
  })

  it('reports broken policies when it is made and broken layers when they come', () => {
    expect(createLayerCache({ policies: [{ id: 'a', settings: { permission: {} } }] })).toMatchObject({
      problem: 'invalid-layer'
    })
    const made = createLayerCache({ policies: [] })
    if ('problem' in made) throw new Error('no policies, no problem')
    expect(made.compile({ user: { permissions: 1 } }, true)).toMatchObject({ problem: 'invalid-layer' })
    expect(
      made.compile({ user: { permissions: { allow: Array(10_001).fill('Read') } } }, true)
    ).toMatchObject({
      problem: 'too-many-rules'
    })
    expect(issuesOf({})).toEqual([])
  })
})

describe('sameContent', () => {
  const base = {
    permissions: { allow: ['Read', 'Edit'], deny: [] },
    sandbox: { network: { a: 1 } },
    env: { A: '1' }
  }

  it.each<[unknown, boolean]>([
    [base, true],
    [{ ...base, env: { B: '2' } }, true],
    [{ sandbox: base.sandbox, env: {}, permissions: { deny: [], allow: ['Read', 'Edit'] } }, true],
    [{ ...base, model: 'x' }, false],
    [{ permissions: base.permissions, sandbox: base.sandbox }, false],
    [{ ...base, permissions: { allow: ['Edit', 'Read'], deny: [] } }, false],
    [{ ...base, permissions: { allow: ['Read'], deny: [] } }, false],
    [{ ...base, permissions: { allow: ['Read', 'Edit'], deny: {} } }, false],
    [{ ...base, permissions: { allow: ['Read', null], deny: [] } }, false],
    [{ ...base, sandbox: { network: { a: 2 } } }, false],
    [{ ...base, sandbox: { network: {} } }, false],
    [[], false],
    [null, false]
  ])('of the base and %j', (other, same) => {
    expect(sameContent(keepsake(base), fresh(other))).toBe(same)
    if (same) expect(fingerprint(fresh(other))).toBe(fingerprint(base))
  })

  it.each([
    { ...base, permissions: { allow: ['Read', 'Edjt'], deny: [] } },
    { ...base, permissions: { allow: ['Read', 'Edit'], deny: ['Edit'] } },
    { ...base, sandbox: {} }
  ])('need not be asked for %j, whose fingerprint is another', (other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(base))
  })

  it('takes a key named like the prototype for a key', () => {
    const odd: unknown = JSON.parse('{"permissions": {"__proto__": {"allow": ["Bash"]}}}')
    expect(sameContent(keepsake(odd), odd)).toBe(true)
    expect(sameContent(keepsake({ permissions: {} }), odd)).toBe(false)
  })
})
