import { describe, expect, test } from 'vitest'
import { readPolicy } from '../../src/policies/policy-reading.ts'

const policy = (id: string, more: object = {}) => JSON.stringify({ id, settings: {}, ...more })

const testOf = (call: object, more: object = {}) =>
  policy('a', {
    tests: [
      {
        name: 't',
        call: { tool: 'Bash', input: { command: 'ls' }, cwd: '/', ...call },
        expect: 'allow',
        ...more
      }
    ]
  })

describe('a policy', () => {
  test.each<[string, string, string, unknown, string]>([
    ['is not JSON', '{\n  "id": "a",\n}', '', 'this is not JSON: expected a key in double quotes', '3:1'],
    ['is cut off', '{"id":"a"', '', 'this is not JSON: expected a closing brace', '1:10'],
    ['is empty', '', '', 'this is not JSON: expected a value', '1:1'],
    ['holds a forbidden key', '{"__proto__":{}}', '/__proto__', 'this key is never accepted', '1:2'],
    ['is nested too deep', '['.repeat(65), '', 'nested more than 64 deep', '1:65'],
    ['is no object', '[]', '', 'expected an object, found an array', '1:1'],
    ['has no id', '\n{"settings":{}}', '/id', 'expected a string, found nothing', '2:1'],
    ['has an odd id', policy('a b'), '/id', expect.stringContaining('[A-Za-z0-9._-]{1,128}'), '1:2'],
    ['has no settings', '{"id":"a"}', '/settings', 'expected an object, found nothing', '1:1'],
    [
      'has settings that are a list',
      '{"id":"a",\n "settings":[]}',
      '/settings',
      'expected an object, found an array',
      '2:2'
    ],
    [
      'has an unknown key',
      '{"id":"a","settings":{},\n"setting":{}}',
      '/setting',
      'this key is not known here',
      '2:1'
    ],
    [
      'holds a key twice',
      '{"id":"a","settings":{"permissions":{"deny":["Bash"],\n"d\\u0065ny":[]}}}',
      '/settings/permissions/deny',
      'this key stands twice in one object',
      '2:1'
    ],
    ['is for nobody', policy('a', { match: {} }), '/match', 'expected tenants, projects or agents', '1:25'],
    [
      'maps a tool without name',
      policy('a', { tools: [{ as: 'Bash' }] }),
      '/tools/0/name',
      expect.any(String),
      '1:34'
    ],
    [
      'maps a tool with an unknown key',
      policy('a', { tools: [{ name: 'x', like: 'y' }] }),
      '/tools/0/like',
      'this key is not known here',
      '1:46'
    ],
    [
      'maps a tool to one that is not built in',
      policy('a', { tools: [{ name: 'x', as: 'Shell' }] }),
      '/tools/0/as',
      'Shell is no built-in tool',
      '1:46'
    ],
    [
      'has a rule nobody can read',
      '{"id":"a","settings":{"permissions":{"deny":["Bash",\n  "Bash("]}}}',
      '/settings/permissions/deny/1',
      expect.stringContaining('Bash('),
      '2:3'
    ],
    [
      'has an unknown permission key',
      '{"id":"a","settings":{"permissions":{\n "denied":[]}}}',
      '/settings/permissions/denied',
      'permissions.denied is no known key',
      '2:2'
    ]
  ])('is none where its file %s', (_, text, place, reason, at) => {
    const [line, column] = at.split(':').map(Number)
    expect(readPolicy(text, 'json', 'bad.json')).toEqual({
      faults: [{ file: 'bad.json', place, reason, line, column, code: expect.any(String) }]
    })
  })

  test.each([
    ['an empty list of tenants', { match: { tenants: [] } }, '/match/tenants'],
    ['a tenant without name', { match: { tenants: [''] } }, '/match/tenants/0'],
    ['an unknown dimension', { match: { tenants: ['x'], users: ['x'] } }, '/match/users'],
    ['a relative project', { match: { projects: ['ci/**'] } }, '/match/projects/0'],
    ['a project with `..`', { match: { projects: ['/srv/*/../x'] } }, '/match/projects/0'],
    ['a project with `**` in a name', { match: { projects: ['/srv/a**'] } }, '/match/projects/0'],
    ['a priority that is no whole number', { priority: 1.5 }, '/priority'],
    ['no modes at all', { callers: { modes: [] } }, '/callers/modes'],
    ['an unknown mode', { callers: { modes: ['yolo'] } }, '/callers/modes/0'],
    ['an unknown layer', { callers: { layers: ['users'] } }, '/callers/layers/0'],
    ['an unknown trust', { callers: { trustProject: true } }, '/callers/trustProject'],
    ['a headless that is no boolean', { callers: { headless: 'yes' } }, '/callers/headless'],
    ['a mask that is no pointer', { log: { mask: ['content'] } }, '/log/mask/0'],
    ['more tests than the bound', { tests: Array(1001).fill({}) }, '/tests']
  ])('may not have %s', (_, more, place) => {
    expect(readPolicy(policy('a', more), 'json', 'a.json')).toMatchObject({ faults: [{ place }] })
  })

  test.each([
    ['a relative directory', testOf({ cwd: 'x' }), '/tests/0/call/cwd'],
    ['mode auto without a session', testOf({ mode: 'auto' }), '/tests/0/call/sessionId'],
    ['an unknown field', testOf({ dir: '/' }), '/tests/0/call/dir'],
    ['policies of its own', testOf({ settings: { policy: {} } }), '/tests/0/call/settings/policy'],
    ['settings by reference', testOf({ settingsRef: 'sha256:0' }), '/tests/0/call/settingsRef'],
    ['no decision that is known', testOf({}, { expect: 'maybe' }), '/tests/0/expect']
  ])('may not have a test with %s', (_, text, place) => {
    expect(readPolicy(text, 'json', 'a.json')).toMatchObject({ faults: [{ place }] })
  })

  test('may say whom it is for, what callers may claim, and test itself', () => {
    const text = testOf({}, { tenant: 'acme' }).replace(
      '{',
      `{
        "$schema": "policy.schema.json",
        "description": "x",
        "priority": -5,
        "match": {"tenants": ["acme", "b*"], "projects": ["/srv/*/ci/**", "C:\\\\work"], "agents": ["*"]},
        "callers": {"modes": ["plan"], "layers": [], "trustProject": "never", "headless": true},
        "log": {"input": "masked", "mask": ["/content", "/a~1b/0"]},
      `
    )
    expect(readPolicy(text, 'json', 'a.json')).toMatchObject({
      policy: { id: 'a', priority: -5, callers: { layers: [] }, tests: [{ tenant: 'acme' }] },
      origin: { file: 'a.json' }
    })
  })

  test('hears of every fault of its settings and tools', () => {
    const text = policy('a', { settings: { permissions: { deny: ['Bash('] } }, tools: [{ name: 'Bash' }] })
    expect(readPolicy(text, 'json', 'a.json')).toMatchObject({
      faults: [{ place: '/settings/permissions/deny/0' }, { place: '/tools/0/name' }]
    })
  })
})
