import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policyFolder } from '../../src/policies/folder.ts'
import { unprivileged } from '../unprivileged.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policies-'))
})

afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
const policy = (id: string, more: object = {}) => JSON.stringify({ id, settings: {}, ...more })
const read = () => policyFolder(folder).read()
const digest = async () => {
  const reading = await read()
  return 'set' in reading ? reading.set.digest : reading
}
const fault = (name: string, place: string, reason: unknown, more: object = {}) => ({
  file: join(folder, name),
  place,
  reason,
  ...more
})

describe('a policies folder', () => {
  test('may be empty', async () => {
    expect(await read()).toEqual({
      set: { policies: [], ids: [], digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      files: new Map()
    })
  })

  test('is one set, ordered by id', async () => {
    await put(
      '1.json',
      policy('b', {
        description: 'rules',
        tools: [{ name: 'execute', as: 'Bash', fields: { command: 'cmd' } }]
      })
    )
    await put('2.json', policy('a', { settings: { permissions: { deny: ['Bash(rm *)'] } } }))
    expect(await read()).toMatchObject({
      set: {
        ids: ['a', 'b'],
        policies: [
          { id: 'a', settings: { permissions: { deny: ['Bash(rm *)'] } } },
          { id: 'b', settings: {}, tools: [{ name: 'execute', as: 'Bash', fields: { command: 'cmd' } }] }
        ]
      }
    })
  })

  test('is not looked for policies in hidden files, subfolders and other files', async () => {
    await put('a.json', policy('a'))
    await put('.hidden.json', '{')
    await put('notes.txt', '{')
    await put('a.json~', '{')
    await put('.hidden.yaml', '{')
    await mkdir(join(folder, 'examples.json'))
    await mkdir(join(folder, 'examples'))
    await mkdir(join(folder, 'more.yaml'))
    await writeFile(join(folder, 'examples', 'b.json'), '{')
    expect(await read()).toMatchObject({ set: { ids: ['a'] } })
  })

  test('may hold links to files', async () => {
    await mkdir(join(folder, 'v1'))
    await writeFile(join(folder, 'v1', 'a'), policy('a'))
    await symlink(join('v1', 'a'), join(folder, 'a.json'))
    expect(await read()).toMatchObject({ set: { ids: ['a'] } })
  })

  test('has the digest of its content, not of its spelling', async () => {
    await put('a.json', '{"id":"a","settings":{"x":1,"y":[1,2]}}')
    const first = await digest()
    await rm(join(folder, 'a.json'))
    await put('z.json', '{ "settings": { "y": [1, 2], "x": 1 },\n "id": "a" }')
    expect(await digest()).toEqual(first)
    await put('z.json', '{"id":"a","settings":{"x":1,"y":[2,1]}}')
    expect(await digest()).not.toEqual(first)
  })

  test.each([
    ['is not UTF-8', Buffer.from([0x7b, 0xff]), 'it is not valid UTF-8'],
    ['is too large', ' '.repeat(1024 * 1024 + 1), 'it holds more than 1048576 bytes']
  ])('is broken by a file that %s', async (_, content, reason) => {
    await put('good.json', policy('good'))
    await put('bad.json', content)
    expect(await read()).toEqual({ faults: [fault('bad.json', '', reason)] })
  })

  test('says where in the file its faults are', async () => {
    await put('good.json', policy('good'))
    await put('bad.yaml', 'id: a\nsettings: []')
    const reason = 'expected an object, found an array'
    expect(await read()).toEqual({
      faults: [fault('bad.yaml', '/settings', reason, { line: 2, column: 1, code: 'wrong-type' })]
    })
  })

  test.each([
    ['org.jsonc', '{\n  // who\n  "id": "a",\n  "settings": {},\n}'],
    ['org.yaml', 'id: a # who\nsettings: {}\n'],
    ['org.yml', '---\nid: "a"\nsettings:\n  permissions:\n    deny:\n      - Bash(rm *)\n'],
    ['ORG.JSON', policy('a')],
    ['org.Yaml', policy('a')]
  ])('takes %s', async (name, content) => {
    await put(name, content)
    expect(await read()).toMatchObject({ set: { ids: ['a'] } })
  })

  test('has the same digest in every format, and whatever does not touch decisions', async () => {
    const digests: unknown[] = []
    const rule = 'Bash(git push *)'
    for (const [name, content] of [
      ['p.json', JSON.stringify({ id: 'p', settings: { permissions: { deny: [rule] } } })],
      ['p.jsonc', `{"id": "p", /* deny */ "settings": {"permissions": {"deny": ["${rule}",]}}}`],
      ['p.yaml', `id: p\nsettings:\n  permissions:\n    deny:\n      - ${rule}\n`],
      [
        'p.json',
        JSON.stringify({
          id: 'p',
          description: 'x',
          priority: 0,
          tests: [{ name: 'x', call: { tool: 'Read', input: { file_path: '/x' }, cwd: '/' }, expect: 'ask' }],
          log: { input: 'masked', mask: ['/content'] },
          settings: { permissions: { deny: [rule] } }
        })
      ]
    ] as const) {
      await put(name, content)
      digests.push(await digest())
      await rm(join(folder, name))
    }
    expect(new Set(digests)).toEqual(new Set([expect.stringMatching(/^sha256:/)]))
  })

  test.each([
    ['priority', { priority: 1 }],
    ['match', { match: { tenants: ['acme'] } }],
    ['callers', { callers: { modes: ['default'] } }],
    ['tools', { tools: [{ name: 'x', readOnly: true }] }]
  ])('has another digest with another %s', async (_, more) => {
    await put('a.json', policy('a'))
    const before = await digest()
    await put('a.json', policy('a', more))
    expect(await digest()).not.toEqual(before)
  })

  test('says in which file every policy stands, and where in it', async () => {
    await put('a.json', policy('first'))
    await put('b.yaml', 'id: second\nsettings:\n  permissions:\n    ask: [Bash]\n')
    const reading = await read()
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    expect([...reading.files].map(([id, { file }]) => [id, file])).toEqual([
      ['first', join(folder, 'a.json')],
      ['second', join(folder, 'b.yaml')]
    ])
    expect(reading.files.get('second')?.positionOf('/settings/permissions/ask/0')).toEqual({
      line: 4,
      column: 11
    })
  })

  test('may not hold one id twice', async () => {
    await put('a.json', policy('same'))
    await put('b.yaml', 'settings: {}\nid: same')
    expect(await read()).toEqual({
      faults: [
        fault('b.yaml', '/id', 'the id same is already that of a.json', {
          line: 2,
          column: 1,
          code: 'duplicate-id'
        })
      ]
    })
  })

  test('may not describe one tool twice with nothing to say which counts', async () => {
    const tools = [{ name: 'run', as: 'Bash' }]
    await put('a.json', policy('a', { tools }))
    await put('b.json', policy('b', { tools: [{ name: 'run', readOnly: true }] }))
    expect(await read()).toMatchObject({
      faults: [{ file: join(folder, 'b.json'), place: '/tools/0/name', code: 'duplicate-tool', line: 1 }]
    })
  })

  test.each([
    ['a priority', { priority: 1 }, {}],
    ['a match', { match: { tenants: ['acme'] } }, {}],
    ['other tenants', { match: { tenants: ['acme'] } }, { match: { tenants: ['umbrella'] } }]
  ])('may describe one tool twice where %s says which counts', async (_, ours, theirs) => {
    const tools = [{ name: 'run', as: 'Bash' }]
    await put('a.json', policy('a', { tools, ...ours }))
    await put('b.json', policy('b', { tools, ...theirs }))
    expect(await read()).toMatchObject({ set: { ids: ['a', 'b'] } })
  })

  test('reads what a swapped link leads to', async () => {
    const link = (version: string) => symlink(version, join(folder, '..data'))
    for (const version of ['..v1', '..v2']) {
      await mkdir(join(folder, version))
      await writeFile(join(folder, version, 'a.yaml'), `id: ${version.slice(2)}\nsettings: {}`)
    }
    await link('..v1')
    await symlink(join('..data', 'a.yaml'), join(folder, 'a.yaml'))
    expect(await read()).toMatchObject({ set: { ids: ['v1'] } })
    await rm(join(folder, '..data'))
    expect(await read()).toEqual({ faults: [fault('a.yaml', '', 'there is no such file or folder')] })
    await link('..v2')
    expect(await read()).toMatchObject({ set: { ids: ['v2'] } })
  })

  test('does not wait for a pipe', async () => {
    await promisify(execFile)('mkfifo', [join(folder, 'a.json')])
    expect(await read()).toEqual({ faults: [fault('a.json', '', 'this is no ordinary file')] })
  })

  test('is broken by a link to a folder, and by one that leads nowhere', async () => {
    await mkdir(join(folder, 'more'))
    await symlink('more', join(folder, 'a.json'))
    await symlink('b.json', join(folder, 'b.json'))
    expect(await read()).toEqual({
      faults: [fault('a.json', '', 'this is a folder'), fault('b.json', '', 'its links lead in a circle')]
    })
  })

  test('names every fault at once', async () => {
    await put('a.json', '{')
    await put('b.json', '[]')
    expect(await read()).toMatchObject({
      faults: [{ file: join(folder, 'a.json') }, { file: join(folder, 'b.json') }]
    })
  })

  test('must be there', async () => {
    const missing = join(folder, 'nowhere')
    expect(await policyFolder(missing).read()).toEqual({
      faults: [{ file: missing, place: '', reason: 'there is no such file or folder' }]
    })
  })

  test('must be a folder', async () => {
    await put('a.json', policy('a'))
    expect(await policyFolder(join(folder, 'a.json')).read()).toMatchObject({
      faults: [{ reason: 'this is not a folder' }]
    })
  })

  test('must be readable, and its files too', async () => {
    await put('a.json', policy('a'))
    await chmod(join(folder, 'a.json'), 0)
    expect(await unprivileged([folder], read)).toEqual({
      faults: [fault('a.json', '', 'it may not be read')]
    })
  })
})

describe('the policies of this project', () => {
  test('are one file that sets nothing', async () => {
    const shipped = new URL('../../policies', import.meta.url).pathname
    expect(await policyFolder(shipped).read()).toMatchObject({
      set: { ids: ['default'], policies: [{ id: 'default', settings: {} }] }
    })
  })
})
