import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RedisAccess, readRedisAccess } from '../../src/store/redis-access.ts'
import { shownRedisUrl, type Topology } from '../../src/store/redis-url.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-'))
  await writeFile(join(folder, 'password'), 'a b\n')
  await writeFile(join(folder, 'other'), 'c')
  await writeFile(join(folder, 'empty'), '\n')
})

afterAll(() => rm(folder, { recursive: true }))

interface Files {
  readonly password?: string
  readonly sentinelPassword?: string
  readonly ca?: string
}

const read = (redisUrl: string, { password, sentinelPassword, ca }: Files = {}) =>
  readRedisAccess({
    redisUrl,
    redisPasswordFile: inFolder(password),
    redisSentinelPasswordFile: inFolder(sentinelPassword),
    redisCaFile: inFolder(ca),
    redisPrefix: 'p:'
  })

const inFolder = (name: string | undefined) => (name === undefined ? undefined : join(folder, name))

const PLAIN: RedisAccess = {
  topology: { kind: 'single', server: { host: 'cache', port: 6379 }, db: 0 },
  username: undefined,
  password: undefined,
  sentinelPassword: undefined,
  tls: undefined,
  prefix: 'p:'
}

const single = (host: string, port = 6379, db = 0): Topology => ({
  kind: 'single',
  server: { host, port },
  db
})

describe('access to Redis', () => {
  test.each<[string, Files, Partial<RedisAccess>]>([
    ['redis://cache', {}, {}],
    ['redis://cache/', {}, {}],
    ['redis://cache:7000/3', {}, { topology: single('cache', 7000, 3) }],
    ['rediss://cache', {}, { tls: { ca: undefined } }],
    ['redis://[::1]:7000', {}, { topology: single('::1', 7000) }],
    ['redis://@cache', {}, {}],
    ['redis://a%3Ab@cache', {}, { username: 'a:b' }],
    ['redis://agent@cache', { password: 'password' }, { username: 'agent', password: 'a b' }],
    [
      'redis+sentinel://one,two:7000,[::1]/main',
      {},
      {
        topology: {
          kind: 'sentinel',
          sentinels: [
            { host: 'one', port: 26_379 },
            { host: 'two', port: 7000 },
            { host: '::1', port: 26_379 }
          ],
          primary: 'main',
          db: 0
        }
      }
    ],
    [
      'rediss+sentinel://agent@one/main.eu-1/2',
      { password: 'password', sentinelPassword: 'other' },
      {
        topology: {
          kind: 'sentinel',
          sentinels: [{ host: 'one', port: 26_379 }],
          primary: 'main.eu-1',
          db: 2
        },
        username: 'agent',
        password: 'a b',
        sentinelPassword: 'c',
        tls: { ca: undefined }
      }
    ],
    [
      'rediss+cluster://agent@one,two:7000/',
      {},
      {
        topology: {
          kind: 'cluster',
          nodes: [
            { host: 'one', port: 6379 },
            { host: 'two', port: 7000 }
          ]
        },
        username: 'agent',
        tls: { ca: undefined }
      }
    ]
  ])('is read from %s with %j', async (url, files, expected) => {
    expect(await read(url, files)).toEqual({ access: { ...PLAIN, ...expected } })
  })

  test.each([
    'redis://cache/x',
    'redis://cache/1/2',
    'redis://cache/100000',
    'redis://cache?db=1',
    'redis://cache#1',
    'redis:///1',
    'redis://',
    'redis://one,two',
    'redis://cache:0',
    'redis://cache:65536',
    'redis://[::g]',
    'redis://s3cret%@cache',
    'redis+sentinel://one,two',
    'redis+sentinel://one/',
    'redis+sentinel://one/main/x',
    'redis+sentinel://one,/main',
    'redis+sentinel:///main',
    'redis+cluster://one,two/1',
    'redis+other://one',
    'http://cache'
  ])('is not read from %s', async (url) => {
    const fault = expect.stringMatching(
      /^PORTCULLIS_REDIS_URL: expected redis:\/\/.*sentinel.*cluster.*rediss/
    )
    expect(await read(url)).toEqual({ fault })
  })

  test.each([
    'redis://:s3cret@cache',
    'redis://agent:s3cret@cache',
    'redis://agent:s3/c@r%t@cache',
    'rediss+sentinel://agent:s3cret@one,two/main',
    'redis+cluster://:s3cret@one,two'
  ])('is refused with a password in %s, which is not repeated', async (url) => {
    const reading = await read(url, { password: 'password' })
    expect(reading).toEqual({ fault: expect.stringMatching(/^PORTCULLIS_REDIS_URL: expected no password/) })
    expect(JSON.stringify(reading)).toContain('PORTCULLIS_REDIS_PASSWORD_FILE')
    expect(JSON.stringify(reading)).not.toMatch(/s3|agent/)
  })

  test.each<[string, Files, RegExp]>([
    ['redis://cache', { password: 'missing' }, /^PORTCULLIS_REDIS_PASSWORD_FILE: there is no such file$/],
    ['redis://cache', { password: 'empty' }, /^PORTCULLIS_REDIS_PASSWORD_FILE: the file is empty$/],
    [
      'redis+sentinel://one/main',
      { sentinelPassword: 'missing' },
      /^PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE: there is no such file$/
    ],
    [
      'redis+cluster://one',
      { sentinelPassword: 'password' },
      /^PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE: expected no file/
    ],
    ['redis://cache', { ca: 'password' }, /^PORTCULLIS_REDIS_CA_FILE: expected no file/],
    ['rediss://cache', { ca: 'password' }, /^PORTCULLIS_REDIS_CA_FILE: expected a certificate in PEM$/],
    ['rediss://cache', { ca: 'missing' }, /^PORTCULLIS_REDIS_CA_FILE: there is no such file$/]
  ])('is refused from %s with %j', async (url, files, fault) => {
    const reading = await read(url, files)
    expect(reading).toEqual({ fault: expect.stringMatching(fault) })
    expect(JSON.stringify(reading)).not.toContain('access-')
  })
})

test.each([
  ['redis://agent:s3cret@cache:7000/1', 'redis://cache:7000'],
  ['rediss+cluster://s3cret@one,[::1]:7000', 'rediss+cluster://one,[::1]:7000'],
  ['redis://:s3cret', 'redis'],
  ['s3cret', 'redis']
])('the address %s is shown as %s', (url, shown) => {
  expect(shownRedisUrl(url)).toBe(shown)
})
