import { describe, expect, test } from 'vitest'
import { callersIn, readCallersFile } from '../../src/callers/callers-file.ts'
import { callersOf } from './fixture.ts'

const HASH = `scrypt$N=16384,r=8,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`
const CI = { name: 'ci', tenant: 'acme', hash: HASH, scopes: ['outcomes'] }

describe('a callers file', () => {
  test.each([
    ['a list', [CI]],
    ['an object that holds one', { callers: [CI] }]
  ])('is %s', (_, value) => {
    const reading = callersIn(JSON.stringify(value))
    if ('faults' in reading) throw new Error(reading.faults.join('\n'))
    expect(reading.value.byName.get('ci')?.principal).toEqual({
      name: 'ci',
      tenant: 'acme',
      scopes: new Set(['outcomes'])
    })
  })

  test('need not name scopes', () => {
    const { scopes, ...entry } = CI
    expect(callersIn(JSON.stringify([entry]))).not.toHaveProperty('faults')
  })

  test('grants nothing for scopes that nobody knows, and tells of them', () => {
    const callers = callersOf([{ ...CI, scopes: ['outcomes', 'root', 'toString'] }])
    expect(callers.byName.get('ci')?.principal.scopes).toEqual(new Set(['outcomes']))
    expect(callers.unknownScopes).toEqual(['root', 'toString'])
  })

  test.each<[string, unknown, readonly string[]]>([
    [
      'no list',
      { name: 'ci' },
      ['/callers: expected an array, found nothing', '/name: this key is not known here']
    ],
    ['text', 'ci', ['the file: expected an object, found a string']],
    [
      'a missing tenant',
      [{ ...CI, tenant: undefined }],
      ['caller ci, /0/tenant: expected a string, found nothing']
    ],
    [
      'an unknown key',
      { callers: [CI, { ...CI, name: 'dev', token: 'x' }] },
      ['caller dev, /callers/1/token: this key is not known here']
    ],
    [
      'a hash that is none',
      [{ ...CI, hash: 'pcl_ci_secret' }],
      ['caller ci, /0/hash: expected scrypt$N=16384,r=8,p=1$<salt>$<hash>, as `portcullis token` prints it']
    ],
    ['a name with a blank', [{ ...CI, name: 'c i' }], [expect.stringMatching(/^\/0\/name: expected /)]],
    [
      'a tenant that would part keys',
      [{ ...CI, tenant: 'a}:b' }],
      [expect.stringMatching(/^caller ci, \/0\/tenant: expected /)]
    ],
    [
      'scopes that are no list',
      [{ ...CI, scopes: 'outcomes' }],
      [expect.stringMatching(/\/0\/scopes: expected an array/)]
    ],
    ['one name twice', [CI, CI, CI], ['caller ci, /name: it stands twice']]
  ])('may not hold %s', (_, value, faults) => {
    const reading = callersIn(JSON.stringify(value))
    expect(reading).toEqual({ faults })
    expect(JSON.stringify(reading)).not.toMatch(/secret/)
  })

  test.each(['', '{', '[]x', '[{"__proto__": {}}]'])('may not be the text %j', (text) => {
    expect(callersIn(text)).toEqual({ faults: [expect.stringMatching(/^expected JSON: /)] })
  })

  test('that is not there is said to be missing, without its path', async () => {
    expect(await readCallersFile('/nowhere/at/all.json')).toEqual({ faults: ['there is no such file'] })
    expect(await readCallersFile('/')).toEqual({ faults: ['this is a folder'] })
  })

  test('keeps the callers that it still holds, and only those', () => {
    const dev = { ...CI, name: 'dev' }
    const first = callersOf([CI, dev])
    const second = callersOf([CI, { ...dev, scopes: [] }], first)
    expect(second.byName.get('ci')).toBe(first.byName.get('ci'))
    expect(second.byName.get('dev')).not.toBe(first.byName.get('dev'))
  })
})
