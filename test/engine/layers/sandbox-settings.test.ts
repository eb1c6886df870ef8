import { describe, expect, it } from 'vitest'
import type { LayerSettings } from '../../../src/engine/layers/compile.ts'
import { compiled, type Given, rulesOf } from './settings.ts'

const sandboxOf = (layers: LayerSettings, given?: Given) => {
  const { sandbox } = compiled(layers, given)
  return {
    on: sandbox.enabled,
    auto: sandbox.autoAllowBashIfSandboxed,
    free: sandbox.allowUnsandboxedCommands,
    excluded: rulesOf(sandbox.excludedCommands),
    blocking: rulesOf(sandbox.autoAllowBlockers)
  }
}

const ON = { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }
const DOCKER = { sandbox: { excludedCommands: ['docker *'] } }
const untrusted: Given = { projectTrusted: false }

describe('sandbox settings', () => {
  it.each<[string, LayerSettings, Given, object]>([
    ['are off unless a layer says otherwise', {}, {}, { on: false, auto: false, free: true, excluded: [] }],
    [
      'auto-allow only where told to',
      { user: { sandbox: { enabled: true } } },
      {},
      { on: true, auto: false }
    ],
    [
      'auto-allow nothing while off',
      { user: { sandbox: { autoAllowBashIfSandboxed: true } } },
      {},
      { auto: false }
    ],
    [
      'come from the last layer',
      { user: ON, local: { sandbox: { enabled: false } } },
      {},
      { on: false, auto: false }
    ],
    [
      'pool exclusions',
      { user: DOCKER, project: { sandbox: { excludedCommands: ['gh *'] } } },
      {},
      { excluded: ['user docker *', 'project gh *'], blocking: ['user docker *', 'project gh *'] }
    ],
    [
      'of an untrusted project loosen nothing, but its exclusions block auto-allow',
      {
        user: ON,
        project: { sandbox: { enabled: false, allowUnsandboxedCommands: true, ...DOCKER.sandbox } }
      },
      untrusted,
      { on: true, auto: true, excluded: [], blocking: ['project docker *'] }
    ],
    [
      'of an untrusted project cannot switch auto-allow on',
      { project: ON },
      untrusted,
      { on: true, auto: false }
    ],
    [
      'of an untrusted project cannot switch on the sandbox that the user auto-allows',
      { user: { sandbox: { autoAllowBashIfSandboxed: true } }, project: { sandbox: { enabled: true } } },
      untrusted,
      { on: true, auto: false }
    ],
    [
      'of an untrusted project may tighten',
      {
        user: ON,
        project: { sandbox: { autoAllowBashIfSandboxed: false, allowUnsandboxedCommands: false } }
      },
      untrusted,
      { on: true, auto: false, free: false }
    ],
    [
      'cannot be loosened by the repository once a flag forbids unsandboxed commands',
      {
        user: ON,
        project: { sandbox: { enabled: false } },
        local: { sandbox: { allowUnsandboxedCommands: true, ...DOCKER.sandbox } },
        flag: { sandbox: { allowUnsandboxedCommands: false } }
      },
      {},
      { on: true, auto: true, free: false, excluded: [], blocking: ['local docker *'] }
    ],
    [
      'are locked by managed domains, too',
      { local: DOCKER, policy: { sandbox: { enabled: true, network: { allowManagedDomainsOnly: true } } } },
      {},
      { on: true, excluded: [] }
    ],
    [
      'auto-allow and exclude from the policy only where only its rules count',
      {
        user: { sandbox: { ...ON.sandbox, ...DOCKER.sandbox } },
        policy: { allowManagedPermissionRulesOnly: true }
      },
      {},
      { on: true, auto: false, excluded: [], blocking: [] }
    ],
    [
      'of a managed-only policy count',
      { policy: { allowManagedPermissionRulesOnly: true, sandbox: { ...ON.sandbox, ...DOCKER.sandbox } } },
      {},
      { on: true, auto: true, excluded: ['policy docker *'] }
    ]
  ])('%s', (_, layers, given, expected) => {
    expect(sandboxOf(layers, given)).toMatchObject(expected)
  })
})
