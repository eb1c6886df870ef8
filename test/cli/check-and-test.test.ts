import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { compile } from '../compiled.ts'

const CALL = { tool: 'Bash', input: { command: 'make' }, cwd: '/srv/shop' }

const FILES: Readonly<Record<string, string>> = {
  'clean.yaml': 'id: clean\nsettings:\n  permissions:\n    deny: [Bash(rm *)]\n',
  'dead.yaml': 'id: dead\nsettings:\n  permissions:\n    allow:\n      - Bash(git:* push)\n',
  'open.json': JSON.stringify({ id: 'open', settings: { permissions: { allow: ['Bash'] } } }),
  'settings.json': '{"permissions": {"allow": ["Edit(/home/dev/**)"]}}',
  'broken.jsonc': '{"id": "broken", // comment\n',
  'passing.json': JSON.stringify({
    id: 'passing',
    settings: {},
    tests: [{ name: 'asks for make', call: CALL, expect: 'ask' }]
  }),
  'failing.json': JSON.stringify({
    id: 'failing',
    settings: {},
    tests: [
      { name: 'allows make #1', call: CALL, expect: 'allow' },
      { name: 'asks for make', call: CALL, expect: 'ask' }
    ]
  }),
  'escapes.json': JSON.stringify({
    id: 'escapes',
    settings: { permissions: { allow: ['Bash(a:* \u001b[2J\r\u202eb)'] } },
    tests: [{ name: 'hides\n::error::\u001b[2K', call: CALL, expect: 'allow' }]
  }),
  'escaped-test.json': JSON.stringify({
    id: 'escaped-test',
    settings: {},
    tests: [{ name: 'hides\n::error::\u001b[2K', call: CALL, expect: 'allow' }]
  }),
  'set/a.yaml': 'id: a\nsettings:\n  permissions:\n    allow: [Bash(make)]\n',
  'set/b.json': JSON.stringify({
    id: 'b',
    settings: {},
    tests: [{ name: 'allows make, as the other file says', call: CALL, expect: 'allow' }]
  }),
  'set/README.md': 'no policy'
}

let main: string
let folder: string

beforeAll(async () => {
  const compiled = await compile()
  main = compiled.path('main.js')
  folder = await mkdtemp(join(tmpdir(), 'check-'))
  await mkdir(join(folder, 'set'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
}, 120_000)

afterAll(() => rm(folder, { recursive: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

const portcullis = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    )
  })

describe('portcullis check', () => {
  test.each<readonly [string, readonly string[], number]>([
    ['passes what has only notes', ['clean.yaml'], 0],
    ['fails on an error', ['dead.yaml'], 1],
    ['fails where one of several files has an error', ['clean.yaml', 'dead.yaml'], 1],
    ['passes what has only warnings', ['open.json'], 0],
    ['fails on a warning where that is asked for', ['--strict', 'open.json'], 1],
    ['fails on settings as on policies', ['settings.json'], 1],
    ['fails on a text that is none', ['broken.jsonc'], 1],
    ['takes a folder for its files', ['set'], 0],
    ['takes no file that is not there', ['clean.yaml', 'absent.yaml'], 2],
    ['takes no format that is unknown', ['--format', 'xml', 'clean.yaml'], 2],
    ['takes no layer that is unknown', ['--layer', 'root', 'settings.json'], 2],
    ['takes no option that is unknown', ['--fix', 'clean.yaml'], 2],
    ['wants a file', [], 2]
  ])('%s', async (_, args, code) => {
    const ran = await portcullis('check', ...args)
    expect([ran.code, ran.err === '']).toEqual([code, code !== 2])
  })

  test('says where, what and what to do', async () => {
    expect(await portcullis('check', 'dead.yaml')).toEqual({
      code: 1,
      out:
        'dead.yaml:1:1: note: the policy `dead` has no tests [no-tests]\n' +
        '    add tests for what must be allowed, asked and denied\n' +
        'dead.yaml:5:9: error: `Bash(git:* push)`: `:*` means any arguments only at the end; here the colon is literal [inert-rule]\n' +
        '    write `Bash(git push:*)`: `:*` stands at the end\n' +
        '1 file, 1 error, 0 warnings, 1 note\n',
      err: ''
    })
  })

  test('gives JSON', async () => {
    const { out } = await portcullis('check', '--format=json', 'open.json')
    expect(JSON.parse(out)).toMatchObject({
      files: 1,
      errors: 0,
      warnings: 1,
      notes: 1,
      findings: [{ code: 'no-tests' }, { code: 'allow-every-command', line: 1, rule: 'Bash' }]
    })
  })

  test('gives SARIF', async () => {
    const { out } = await portcullis('check', '--format=sarif', 'dead.yaml')
    expect(JSON.parse(out)).toMatchObject({
      version: '2.1.0',
      runs: [
        { tool: { driver: { name: 'portcullis', version: VERSION } }, results: [{}, { level: 'error' }] }
      ]
    })
  })

  test('reads settings as those of the layer that is named', async () => {
    const { out } = await portcullis('check', '--layer', 'project', 'settings.json')
    expect(out).toContain('means `home` in the project directory')
  })
})

describe('portcullis test', () => {
  test.each<readonly [string, readonly string[], number]>([
    ['passes where every test does', ['passing.json'], 0],
    ['fails where one test does', ['passing.json', 'failing.json'], 1],
    ['decides by the whole set', ['set'], 0],
    ['refuses files that are no set', ['clean.yaml', 'clean.yaml'], 2],
    ['refuses a policy that could not go live', ['dead.yaml'], 2],
    ['takes no file that is not there', ['absent'], 2]
  ])('%s', async (_, args, code) => {
    expect((await portcullis('test', ...args)).code).toBe(code)
  })

  test('says which test did not pass, and why', async () => {
    const { out } = await portcullis('test', 'failing.json')
    expect(out).toMatch(
      /^not ok: failing: allows make #1\n {4}expected allow, got ask \(step 3: .*\)\n1 passed, 1 failed\n$/
    )
  })

  test('says why files are no set', async () => {
    expect((await portcullis('test', 'dead.yaml')).err).toMatch(
      /^portcullis: dead\.yaml:5:9 at \/settings\/permissions\/allow\/0: .*`Bash\(git:\* push\)`/
    )
  })

  test('gives JSON', async () => {
    const { out } = await portcullis('test', '--format=json', 'failing.json')
    expect(JSON.parse(out)).toMatchObject({
      passed: 1,
      failed: 1,
      results: [
        { policy: 'failing', pass: false, expect: 'allow', got: 'ask' },
        { pass: true, got: 'ask' }
      ]
    })
  })

  test('gives what harnesses read', async () => {
    const { out } = await portcullis('test', '--format=tap', 'failing.json')
    expect(out).toMatch(
      /^TAP version 14\n1\.\.2\nnot ok 1 - failing: allows make \\#1\n {2}---\n {2}reason: ".*"\n {2}\.\.\.\nok 2 - failing: asks for make\n$/
    )
  })
})

describe('portcullis schema', () => {
  test.each(['policy', 'settings'])('prints that of %s', async (name) => {
    const { code, out } = await portcullis('schema', name)
    expect([code, JSON.parse(out)]).toMatchObject([0, { $id: `urn:portcullis:schema:${name}` }])
  })

  test('knows no other', async () => {
    expect((await portcullis('schema', 'callers')).code).toBe(2)
  })
})

test.each([
  ['check', 'escapes.json'],
  ['test', 'escapes.json'],
  ['test', 'escaped-test.json'],
  ['test', '--format=tap', 'escaped-test.json']
])('%s %s prints nothing of a file that a terminal would obey', async (...args) => {
  const { out, err } = await portcullis(...args)
  expect(out + err).toContain('\\u{1b}[2')
  expect(out + err).not.toMatch(/[^\P{C}\n]|^::/mu)
})

test.each(['check', 'test', 'schema'])('%s says how it is used', async (name) => {
  const { code, out } = await portcullis(name, '--help')
  expect([code, out.startsWith(`Usage: portcullis ${name} `)]).toEqual([0, true])
})

test('the overview names every command', async () => {
  const { out } = await portcullis('--help')
  for (const name of ['serve', 'check', 'test', 'schema'])
    expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})
