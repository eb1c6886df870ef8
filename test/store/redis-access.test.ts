import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RedisAccess, readRedisAccess } from '../../src/store/redis-access.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-'))
  await writeFile(join(folder, 'password'), 'a b\n')
  await writeFile(join(folder, 'empty'), '\n')
})

afterAll(() => rm(folder, { recursive: true }))

const read = (redisUrl: string, passwordFile?: string, caFile?: string) =>
  readRedisAccess({
    redisUrl,
    redisPasswordFile: passwordFile === undefined ? undefined : join(folder, passwordFile),
    redisCaFile: caFile === undefined ? undefined : join(folder, caFile),
    redisPrefix: 'p:'
  })

const PLAIN: RedisAccess = {
  host: 'cache',
  port: 6379,
  username: undefined,
  password: undefined,
  db: 0,
  tls: undefined,
  prefix: 'p:'
}

describe('access to Redis', () => {
  test.each<[string, string | undefined, Partial<RedisAccess>]>([
    ['redis://cache', undefined, {}],
    ['redis://cache/', undefined, {}],
    ['redis://cache:7000/3', undefined, { port: 7000, db: 3 }],
    ['rediss://cache', undefined, { tls: { ca: undefined } }],
    ['redis://[::1]:7000', undefined, { host: '::1', port: 7000 }],
    ['redis://:p%3Aw@cache', undefined, { password: 'p:w' }],
    ['redis://agent:pw@cache', undefined, { username: 'agent', password: 'pw' }],
    ['redis://agent@cache', 'password', { username: 'agent', password: 'a b' }]
  ])('is read from %s', async (url, passwordFile, expected) => {
    expect(await read(url, passwordFile)).toEqual({ access: { ...PLAIN, ...expected } })
  })

  test.each([
    ['redis://cache/x', undefined, undefined, /^PORTCULLIS_REDIS_URL: expected redis:/],
    ['redis://cache/1/2', undefined, undefined, /^PORTCULLIS_REDIS_URL: /],
    ['redis://cache?db=1', undefined, undefined, /^PORTCULLIS_REDIS_URL: /],
    ['redis://cache#1', undefined, undefined, /^PORTCULLIS_REDIS_URL: /],
    ['redis:///1', undefined, undefined, /^PORTCULLIS_REDIS_URL: /],
    ['redis://:s3cret%@cache', undefined, undefined, /^PORTCULLIS_REDIS_URL: /],
    ['redis://:s3cret@cache', 'password', undefined, /^PORTCULLIS_REDIS_PASSWORD_FILE: expected no file/],
    ['redis://cache', 'missing', undefined, /^PORTCULLIS_REDIS_PASSWORD_FILE: there is no such file$/],
    ['redis://cache', 'empty', undefined, /^PORTCULLIS_REDIS_PASSWORD_FILE: the file is empty$/],
    ['redis://cache', undefined, 'password', /^PORTCULLIS_REDIS_CA_FILE: expected no file/],
    ['rediss://cache', undefined, 'password', /^PORTCULLIS_REDIS_CA_FILE: expected a certificate in PEM$/],
    ['rediss://cache', undefined, 'missing', /^PORTCULLIS_REDIS_CA_FILE: there is no such file$/]
  ])('is refused from %s, with %s and %s', async (url, passwordFile, caFile, fault) => {
    const reading = await read(url, passwordFile, caFile)
    expect(reading).toEqual({ fault: expect.stringMatching(fault) })
    expect(JSON.stringify(reading)).not.toMatch(/s3cret|access-/)
  })
})
