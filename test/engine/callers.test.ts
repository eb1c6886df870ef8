import { describe, expect, test } from 'vitest'
import type { CallerLayers, CallerPins, DecideRequest, PolicyFile } from '../../src/engine/decision.ts'
import type { Mode } from '../../src/engine/verdict.ts'
import { decide, newEngine, settled } from '../engine-fixture.ts'

const CALL = { tool: 'Bash', input: { command: 'npm test' }, cwd: '/work' }
const allow = (...rules: readonly string[]) => ({ permissions: { allow: rules } })
const pins = (callers: CallerPins, more: Partial<PolicyFile> = {}): PolicyFile => ({
  id: 'p',
  settings: {},
  callers,
  ...more
})

const decideUnder = async (policies: readonly PolicyFile[], request: Partial<DecideRequest>) =>
  decide(await newEngine(policies), { ...CALL, ...request })

const codesOf = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code)

describe('modes', () => {
  const bypass = { permissions: { defaultMode: 'bypassPermissions' } }

  test.each<[readonly Mode[], Partial<DecideRequest>, Mode, boolean]>([
    [['default', 'plan'], { mode: 'plan' }, 'plan', false],
    [['default', 'plan'], { mode: 'bypassPermissions' }, 'default', true],
    [['default', 'plan'], { settings: { user: bypass } }, 'default', true],
    [['bypassPermissions'], { settings: { user: bypass } }, 'bypassPermissions', false],
    [['bypassPermissions', 'acceptEdits', 'plan'], { mode: 'default' }, 'plan', true],
    [
      ['bypassPermissions', 'acceptEdits', 'plan', 'dontAsk'],
      { mode: 'auto', sessionId: 's' },
      'dontAsk',
      true
    ],
    [['bypassPermissions', 'acceptEdits'], { mode: 'plan' }, 'acceptEdits', true],
    [['bypassPermissions', 'auto'], { mode: 'plan', sessionId: 's' }, 'auto', true],
    [['bypassPermissions', 'auto'], { mode: 'plan' }, 'bypassPermissions', true],
    [['auto'], { mode: 'auto' }, 'dontAsk', true],
    [['plan'], {}, 'plan', false]
  ])('only of %j make of %j mode %s', async (modes, request, mode, warns) => {
    const decision = await decideUnder([pins({ modes })], request)
    expect(decision.mode).toBe(mode)
    expect(codesOf(decision)).toEqual(warns ? ['mode-not-available'] : [])
  })

  test('that the settings switch off are no way out', async () => {
    const policy = pins(
      { modes: ['bypassPermissions'] },
      { settings: { permissions: { disableBypassPermissionsMode: 'disable' } } }
    )
    expect(await decideUnder([policy], { mode: 'bypassPermissions' })).toMatchObject({
      mode: 'dontAsk',
      decision: 'deny'
    })
  })

  test('hold for every call of a batch', async () => {
    const engine = await newEngine([pins({ modes: ['dontAsk'] })])
    const calls = [
      { toolUseId: '1', tool: 'Bash', input: { command: 'npm test' } },
      { toolUseId: '2', tool: 7, input: {} }
    ]
    const { decisions } = settled(await engine.decideBatch({ cwd: '/work', mode: 'default' }, calls))
    expect(decisions.map(({ mode, decision }) => [mode, decision])).toEqual([
      ['dontAsk', 'deny'],
      ['dontAsk', 'deny']
    ])
  })
})

describe('layers that are not accepted', () => {
  const under = (settings: CallerLayers, request: Partial<DecideRequest> = {}) =>
    decideUnder([pins({ layers: ['user'] })], { settings, projectTrusted: true, ...request })

  test.each<[string, CallerLayers, Partial<DecideRequest>]>([
    ['an allow rule', { project: allow('Bash(npm test)') }, {}],
    ['an allow rule of the session', { session: allow('Bash(npm test)') }, {}],
    ['bypassPermissions', { flag: { permissions: { defaultMode: 'bypassPermissions' } } }, {}],
    [
      'a directory more',
      { local: { permissions: { additionalDirectories: ['/more'] } } },
      { input: { command: 'cat /more/x' } }
    ],
    [
      'undecidable commands',
      { user: allow('Bash'), flag: { permissions: { undecidable: 'allow', deny: ['Bash(rm *)'] } } },
      { input: { command: 'source ./x' } }
    ],
    [
      'an exception to protected paths',
      { user: allow('Bash'), flag: { permissions: { protectedPathExceptions: ['.git/**'] } } },
      { input: { command: 'touch .git/hooks/x' } }
    ],
    [
      'what the sandbox lets through',
      { local: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } } },
      {}
    ]
  ])('do not allow by %s', async (_, settings, request) => {
    const every = ['user', 'session', 'project', 'local', 'flag'] as const
    const accepted = await decideUnder([pins({ layers: every })], {
      settings,
      projectTrusted: true,
      ...CALL,
      ...request
    })
    expect(accepted.decision).toBe('allow')
    const decision = await under(settings, request)
    expect(decision.decision).toBe('ask')
    expect(codesOf(decision)).toEqual(['layer-not-accepted'])
  })

  test.each<[string, CallerLayers, Partial<DecideRequest>, string]>([
    ['deny rules', { project: { permissions: { deny: ['Bash(npm *)'] } } }, {}, 'deny'],
    ['ask rules', { session: { permissions: { ask: ['Bash(npm *)'] } } }, {}, 'ask'],
    [
      'blocks',
      { local: { permissions: { blockReadsOutsideWorkingDirectories: true } } },
      { tool: 'Read', input: { file_path: '/etc/hosts' } },
      'deny'
    ],
    [
      'a refusal to prompt',
      { user: {}, flag: { permissions: { denyInsteadOfPrompting: true, ask: ['Bash'] } } },
      {},
      'deny'
    ],
    [
      'a mode switched off',
      { project: { permissions: { disableBypassPermissionsMode: 'disable' } }, user: {} },
      { mode: 'bypassPermissions' },
      'ask'
    ]
  ])('restrict by their %s', async (_, settings, request, expected) => {
    const decision = await under({ ...settings, user: allow('Bash(npm test)') }, request)
    expect(decision.decision).toBe(request.mode === undefined ? expected : 'allow')
    expect(decision.mode).toBe('default')
    expect(codesOf(decision)).not.toContain('layer-not-accepted')
  })

  test('keep what they exclude from the sandbox from being allowed in it', async () => {
    const settings = {
      user: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } },
      local: { sandbox: { excludedCommands: ['npm test'] } }
    }
    expect((await under({ user: settings.user })).decision).toBe('allow')
    const decision = await under(settings)
    expect(decision.decision).toBe('ask')
    // Nor does the exclusion take the call out of the sandbox.
    expect(decision.sandboxed).toBe(true)
  })

  test('may be the layer of policies that a request brings along', async () => {
    const settings = { policy: { permissions: { allow: ['Bash(npm test)'], deny: ['Bash(curl *)'] } } }
    expect((await under(settings)).decision).toBe('ask')
    expect((await under(settings, { input: { command: 'curl x' } })).decision).toBe('deny')
    expect((await decideUnder([pins({ layers: ['policy'] })], { settings })).decision).toBe('allow')
  })

  test('are no business of the policies themselves', async () => {
    const policy = pins({ layers: [] }, { settings: allow('Bash(npm test)') })
    expect(await decideUnder([policy], {})).toMatchObject({ decision: 'allow', warnings: [] })
  })
})

describe('trustProject', () => {
  const settings = { project: allow('Bash(npm test)') }

  test.each<[CallerPins['trustProject'], boolean | undefined, string]>([
    ['always', undefined, 'allow'],
    ['always', false, 'allow'],
    ['never', true, 'ask'],
    ['declared', true, 'allow'],
    ['declared', undefined, 'ask'],
    [undefined, true, 'allow']
  ])('%s, where the caller says %s: %s', async (trustProject, projectTrusted, expected) => {
    const policy = pins({ trustProject })
    expect((await decideUnder([policy], { settings, projectTrusted })).decision).toBe(expected)
    const engine = await newEngine([policy])
    const calls = [{ toolUseId: '1', ...CALL }]
    const batch = settled(await engine.decideBatch({ cwd: '/work', settings, projectTrusted }, calls))
    expect(batch.decisions[0]?.decision).toBe(expected)
  })
})

describe('headless', () => {
  test.each([
    [true, undefined, 'deny'],
    [true, false, 'deny'],
    [false, true, 'ask'],
    [undefined, true, 'deny'],
    [undefined, undefined, 'ask']
  ])('%s, where the caller says %s: %s', async (headless, said, expected) => {
    const policy = pins({ headless })
    expect((await decideUnder([policy], { headless: said })).decision).toBe(expected)
    const engine = await newEngine([policy])
    const calls = [{ toolUseId: '1', ...CALL }]
    const batch = settled(await engine.decideBatch({ cwd: '/work', headless: said }, calls))
    expect(batch.decisions[0]?.decision).toBe(expected)
  })
})

describe('of several policies', () => {
  test('the later one says what callers may claim, key by key', async () => {
    const policies = [
      pins({ modes: ['plan'], headless: true }, { id: 'a' }),
      pins({ modes: ['acceptEdits', 'default'] }, { id: 'b' })
    ]
    expect(await decideUnder(policies, { mode: 'default' })).toMatchObject({
      mode: 'default',
      decision: 'deny'
    })
  })

  test('the later one sets the scalars that restrict nothing', async () => {
    const mode = (defaultMode: string) => ({ permissions: { defaultMode } })
    const policies = [
      { id: 'a', settings: mode('plan') },
      { id: 'b', settings: mode('acceptEdits') }
    ]
    expect((await decideUnder(policies, {})).mode).toBe('acceptEdits')
    expect((await decideUnder([...policies].reverse(), {})).mode).toBe('plan')
  })

  test('the later one describes a tool', async () => {
    const tool = (id: string, readOnly: boolean): PolicyFile => ({
      id,
      settings: {},
      tools: [{ name: 'look', readOnly }]
    })
    const readOnly = async (policies: readonly PolicyFile[]) =>
      (await decideUnder(policies, { tool: 'look', input: {} })).facts.readOnly
    expect(await readOnly([tool('a', true), tool('b', false)])).toBe(false)
    expect(await readOnly([tool('a', false), tool('b', true)])).toBe(true)
  })
})

describe('a policy of which only the restrictions count', () => {
  const reduced = (settings: unknown, callers: CallerPins = {}): PolicyFile => ({
    id: 'r',
    settings,
    callers,
    onlyRestricts: true
  })

  test('denies and does not allow, and says so', async () => {
    const policy = reduced({ permissions: { allow: ['Bash(npm test)'], deny: ['Bash(curl *)'] } })
    const asked = await decideUnder([policy], {})
    expect(asked.decision).toBe('ask')
    expect(codesOf(asked)).toEqual(['policy-only-restricts'])
    expect((await decideUnder([policy], { input: { command: 'curl x' } })).decision).toBe('deny')
  })

  test('narrows what callers may claim, and widens nothing', async () => {
    const whole = pins({ modes: ['default', 'plan'], layers: ['user', 'project'], trustProject: 'always' })
    const narrow = reduced(
      {},
      { modes: ['plan', 'bypassPermissions'], layers: ['project'], trustProject: 'never', headless: true }
    )
    const settings = { user: allow('Bash(npm test)') }
    expect(await decideUnder([narrow, whole], { mode: 'bypassPermissions', settings })).toMatchObject({
      mode: 'plan',
      decision: 'deny'
    })
    const wide = reduced({}, { trustProject: 'always', headless: false })
    const project = { settings: { project: allow('Bash(npm test)') } }
    expect((await decideUnder([wide], { ...project, headless: true })).decision).toBe('deny')
  })
})
