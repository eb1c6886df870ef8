import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policyFolder } from '../../src/policies/folder.ts'

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
const fault = (name: string, place: unknown, reason: unknown) => ({ file: join(folder, name), place, reason })

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
    ['is not JSON', '{\n  "id": "a",\n}', 'line 3, column 1', 'this is not JSON'],
    ['is cut off', '{"id":"a"', 'line 1, column 10', 'this is not JSON'],
    ['is empty', '', 'line 1, column 1', 'this is not JSON'],
    ['is not UTF-8', Buffer.from([0x7b, 0xff]), '', 'it is not valid UTF-8'],
    ['holds a forbidden key', '{"__proto__":{}}', '/__proto__', 'this key is never accepted'],
    ['is nested too deep', '['.repeat(65), '', 'nested more than 64 deep'],
    ['is no object', '[]', '', 'expected an object, found an array'],
    ['has no id', '{"settings":{}}', '/id', 'expected a string, found nothing'],
    ['has an odd id', policy('a b'), '/id', expect.stringContaining('[A-Za-z0-9._-]{1,128}')],
    ['has no settings', '{"id":"a"}', '/settings', 'expected an object, found nothing'],
    [
      'has settings that are a list',
      policy('a', { settings: [] }),
      '/settings',
      'expected an object, found an array'
    ],
    ['has an unknown key', policy('a', { setting: {} }), '/setting', 'this key is not known here'],
    [
      'uses a key of later versions',
      policy('a', { match: {} }),
      '/match',
      'known but not available in this version'
    ],
    [
      'holds a key twice',
      '{"id":"a","settings":{"permissions":{"deny":["Bash"],"d\\u0065ny":[]}}}',
      '/settings/permissions/deny',
      'this key stands twice in one object'
    ],
    [
      'maps a tool without name',
      policy('a', { tools: [{ as: 'Bash' }] }),
      '/tools/0/name',
      expect.any(String)
    ],
    [
      'maps a tool with an unknown key',
      policy('a', { tools: [{ name: 'x', like: 'y' }] }),
      '/tools/0/like',
      'this key is not known here'
    ]
  ])('is broken by a file that %s', async (_, content, place, reason) => {
    await put('good.json', policy('good'))
    await put('bad.json', content)
    expect(await read()).toEqual({ faults: [fault('bad.json', place, reason)] })
  })

  test.each(['org.yaml', 'org.yml', 'org.jsonc', 'ORG.JSON', 'org.Yaml'])(
    'is broken by %s: it is not passed over in silence',
    async (name) => {
      await put('good.json', policy('good'))
      await put(name, policy('other'))
      expect(await read()).toEqual({
        faults: [fault(name, '', 'this version reads only policies named *.json')]
      })
    }
  )

  test('says in which file every policy stands', async () => {
    await put('a.json', policy('first'))
    await put('b.json', policy('second'))
    expect(await read()).toMatchObject({
      files: new Map([
        ['first', join(folder, 'a.json')],
        ['second', join(folder, 'b.json')]
      ])
    })
  })

  test('may not hold one id twice', async () => {
    await put('a.json', policy('same'))
    await put('b.json', policy('same'))
    expect(await read()).toEqual({
      faults: [fault('b.json', '/id', `the id same is already that of ${join(folder, 'a.json')}`)]
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

  test.skipIf(process.getuid?.() === 0)('must be readable, and its files too', async () => {
    await put('a.json', policy('a'))
    await chmod(join(folder, 'a.json'), 0)
    expect(await read()).toEqual({ faults: [fault('a.json', '', 'it may not be read')] })
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
