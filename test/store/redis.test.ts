import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { StoreFault } from '../../src/store/store-unavailable.ts'
import { newCertificate } from '../listening/certificate-fixture.ts'
import { command } from '../redis-command.ts'
import { type RedisServer, type RedisServerOptions, startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore, type StorePlace, until } from './fixture.ts'

const DOWN = 'the shared store is not available'
const BACK = 'the shared store is available again'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function server(options?: RedisServerOptions): Promise<RedisServer> {
  const started = await startRedis(options)
  cleanups.push(() => started.stop())
  return started
}

async function open(place: StorePlace): Promise<LoggedStore> {
  const opened = await openStore(place)
  cleanups.push(() => opened.store.close())
  return opened
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'store-'))
  cleanups.push(() => rm(path, { recursive: true }))
  return path
}

async function file(text: string): Promise<string> {
  const path = join(await folder(), 'file')
  await writeFile(path, text)
  return path
}

const messages = (lines: readonly string[]): unknown => lines.map((line) => JSON.parse(line))

const set = ({ store }: LoggedStore, value = 'x') => store.run((redis) => redis.set('key', value))
const get = ({ store }: LoggedStore) => store.run((redis) => redis.get('key'))
const unavailable = (fault: StoreFault) => expect.objectContaining({ fault })

describe('a store that is up', () => {
  test('is up after the start, keeps what is written under its prefix and logs nothing', async () => {
    const { url } = await server()
    const opened = await open({ url })
    expect([opened.store.isUp(), opened.store.health()]).toEqual([true, undefined])
    await set(opened)
    expect(await get(opened)).toBe('x')
    expect(await opened.store.run((redis) => redis.keys('*'))).toContain('test:key')
    expect(opened.lines).toEqual([])
  })

  test('is in the database that the URL names', async () => {
    const { url } = await server()
    const [first, second] = [await open({ url: `${url}/1` }), await open({ url: `${url}/2` })]
    await set(first)
    expect([await get(first), await get(second)]).toEqual(['x', null])
  })

  test.each([
    ['a password', '', 'p@ss'],
    ['a user and a password', 'agent@', 's3cret\n']
  ])('lets in with %s, which a file holds', async (_, user, password) => {
    const settings = [
      ['requirepass', 'p@ss'],
      ['user', 'agent', 'on', '>s3cret', '~test:*', '+@all']
    ] as const
    const { port } = await server({ settings })
    const opened = await open({ url: `redis://${user}127.0.0.1:${port}`, passwordFile: await file(password) })
    await set(opened)
    expect(opened.store.isUp()).toBe(true)
  })

  test('is reached over TLS by a certificate of the given authority, and by no other', async () => {
    const { cert, key } = await newCertificate(await folder(), 'redis')
    const { url } = await server({ tls: { cert, key, ca: cert } })
    const trusting = await open({ url: url.replace('127.0.0.1', 'localhost'), caFile: cert })
    await set(trusting)
    expect(trusting.store.isUp()).toBe(true)
    const wary = await open({ url: url.replace('127.0.0.1', 'localhost') })
    expect(wary.store.isUp()).toBe(false)
    expect(messages(wary.lines)).toMatchObject([{ msg: DOWN, reason: 'certificate' }])
  })
})

describe('a store that fails', () => {
  test('is told of once when it is killed, and once when it is back', async () => {
    const { port, url, kill } = await server()
    const opened = await open({ url })
    await kill()
    await until(() => !opened.store.isUp())
    expect(opened.store.health()).toBe('store-down')
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expect(set(opened)).rejects.toEqual(unavailable('unreachable'))
    }
    await server({ port })
    await until(() => opened.store.isUp())
    await set(opened)
    expect(messages(opened.lines)).toMatchObject([{ msg: DOWN, reason: 'unreachable' }, { msg: BACK }])
    expect(opened.lines.join()).not.toContain(String(port))
  })

  test('keeps nobody from starting, and is used once it is there', async () => {
    const { port, url, kill } = await server()
    await kill()
    const opened = await open({ url })
    expect(opened.store.isUp()).toBe(false)
    await server({ port })
    await until(() => opened.store.isUp())
    await set(opened)
  })

  test('holds nobody up where it hangs: one waits a moment, the others not at all', async () => {
    const { url, pause, resume } = await server()
    const opened = await open({ url, commandTimeoutMs: 100 })
    pause()
    const since = performance.now()
    await expect(set(opened)).rejects.toEqual(unavailable('no-answer'))
    const first = performance.now() - since
    await Promise.all(
      Array.from({ length: 1000 }, () => expect(get(opened)).rejects.toEqual(unavailable('no-answer')))
    )
    expect(first).toBeLessThan(1_000)
    await until(() => !opened.store.isUp())
    // Long enough for the connection to be given up and sought again.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(opened.store.isUp()).toBe(false)
    resume()
    await until(() => opened.store.isUp())
    await set(opened)
    expect(messages(opened.lines)).toMatchObject([{ msg: DOWN, reason: 'no-answer' }, { msg: BACK }])
  })

  test('is down with a wrong password, which is not logged, until it is right', async () => {
    const { port, url } = await server({ settings: [['requirepass', 'right']] })
    const opened = await open({ url, passwordFile: await file('wr0ng') })
    expect(opened.store.isUp()).toBe(false)
    await expect(set(opened)).rejects.toEqual(unavailable('authentication'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(messages(opened.lines)).toMatchObject([{ msg: DOWN, reason: 'authentication' }])
    expect(opened.lines.join()).not.toMatch(/wr0ng|right|WRONGPASS/)
    await command(port, ['CONFIG', 'SET', 'requirepass', 'wr0ng'], { password: 'right' })
    await until(() => opened.store.isUp())
  })

  test.each<[string, StoreFault, RedisServerOptions['settings']]>([
    ['wants a password and gets none', 'authentication', [['requirepass', 'x']]],
    ['is a replica', 'read-only', [['replicaof', '127.0.0.1', '1']]],
    [
      'has no memory left',
      'out-of-memory',
      [
        ['maxmemory', '1'],
        ['maxmemory-policy', 'noeviction']
      ]
    ],
    [
      'lets the user read only',
      'authentication',
      [['user', 'default', 'on', 'nopass', '~*', '+@read', '+ping']]
    ]
  ])('is down where it %s', async (_, fault, settings) => {
    const { url } = await server({ settings: settings ?? [] })
    const opened = await open({ url })
    await expect(set(opened)).rejects.toEqual(unavailable(fault))
    expect(opened.store.isUp()).toBe(false)
    expect(messages(opened.lines)).toMatchObject([{ msg: DOWN, reason: fault }])
  })

  test('is down where it has no such database, and nothing is written to another', async () => {
    const { url } = await server({ settings: [['databases', '2']] })
    const opened = await open({ url: `${url}/2` })
    await expect(set(opened)).rejects.toEqual(unavailable('refused'))
    expect(messages(opened.lines)).toMatchObject([{ msg: DOWN, reason: 'refused' }])
    const other = await open({ url })
    expect(await get(other)).toBeNull()
  })

  test('is up again once it became the master, and down once it is a replica', async () => {
    const { port, url } = await server()
    const opened = await open({ url })
    await command(port, ['REPLICAOF', '127.0.0.1', 1])
    await expect(set(opened)).rejects.toEqual(unavailable('read-only'))
    await until(() => !opened.store.isUp())
    await command(port, ['REPLICAOF', 'NO', 'ONE'])
    await until(() => opened.store.isUp())
  })

  test('stays up where one command is at fault', async () => {
    const { url } = await server()
    const opened = await open({ url })
    await set(opened)
    await expect(opened.store.run((redis) => redis.lpush('key', 'x'))).rejects.toEqual(
      unavailable('wrong-type')
    )
    await set(opened)
    expect([opened.store.isUp(), opened.lines]).toEqual([true, []])
  })
})
