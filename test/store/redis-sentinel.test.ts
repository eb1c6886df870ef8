import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newCertificate } from '../listening/certificate-fixture.ts'
import { command } from '../redis-command.ts'
import { type SentinelGroup, type SentinelGroupOptions, startSentinelGroup } from '../redis-sentinel.ts'
import { startRedis } from '../redis-server.ts'
import { type LoggedStore, openStore, type StorePlace, until } from './fixture.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function group(options?: SentinelGroupOptions): Promise<SentinelGroup> {
  const started = await startSentinelGroup(options)
  cleanups.push(() => started.stop())
  return started
}

async function open(place: StorePlace): Promise<LoggedStore> {
  const opened = await openStore(place)
  cleanups.push(() => opened.store.close())
  return opened
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sentinel-'))
  cleanups.push(() => rm(path, { recursive: true }))
  return path
}

const set = ({ store }: LoggedStore, value: string) => store.run((redis) => redis.set('key', value))
const reasons = ({ lines }: LoggedStore): unknown => lines.map((line) => JSON.parse(line).reason ?? 'back')

describe('a primary that Sentinels name', () => {
  test('is reached over TLS by a user with a password, and the Sentinels with another', async () => {
    const path = await folder()
    const tls = await newCertificate(path, 'redis')
    await writeFile(join(path, 'password'), 's3cret\n')
    await writeFile(join(path, 'sentinel-password'), '0ther\n')
    const { url, primary } = await group({
      tls: { ...tls, ca: tls.cert },
      settings: [
        ['user', 'default', 'off'],
        ['user', 'agent', 'on', '>s3cret', '~*', '&*', '+@all']
      ],
      user: { name: 'agent', password: 's3cret' },
      sentinelPassword: '0ther'
    })
    const place = {
      url: url.replace('://', '://agent@').concat('/1'),
      passwordFile: join(path, 'password'),
      caFile: tls.cert
    }
    const opened = await open({ ...place, sentinelPasswordFile: join(path, 'sentinel-password') })
    await set(opened, 'x')
    const login = { username: 'agent', password: 's3cret', caFile: tls.cert }
    expect(await command(primary.port, ['INFO', 'keyspace'], login)).toContain('db1:keys=')
    expect(opened.lines).toEqual([])
    const stranger = await open(place)
    expect([stranger.store.isUp(), reasons(stranger)]).toEqual([false, ['unreachable']])
    expect(stranger.lines.join()).not.toMatch(/s3cret|0ther|agent|NOAUTH|127/)
  })

  test.each<[string, (group: SentinelGroup) => unknown]>([
    ['is killed', ({ primary }) => primary.kill()],
    ['hangs', ({ primary }) => primary.pause()],
    ['is demoted', ({ sentinels: [first] }) => command(first?.port ?? 0, ['SENTINEL', 'FAILOVER', 'main'])]
  ])('is followed by its replica where it %s, with what was written', async (_, fail) => {
    const started = await group()
    const { primary, replica, url } = started
    const opened = await open({ url, commandTimeoutMs: 200 })
    await set(opened, 'before')
    await until(async () => (await command(replica.port, ['GET', 'test:key'])) === 'before')
    await fail(started)
    await until(async () => String(await command(replica.port, ['ROLE'])).startsWith('master'), 20_000)
    // Until it is demoted, the other takes what is lost then.
    await until(async () => {
      await set(opened, 'after').catch(() => undefined)
      return (await command(replica.port, ['GET', 'test:key'])) === 'after'
    })
    await until(() => opened.store.isUp())
    // Where it comes back, it is a replica that nobody asks.
    primary.resume()
    await set(opened, 'later')
    await until(async () => (await command(replica.port, ['GET', 'test:key'])) === 'later')
  })

  test('that became a replica is left, though no connection is cut', async () => {
    const { primary, replica, sentinels, url } = await group()
    const opened = await open({ url })
    await set(opened, 'before')
    const { port = 0 } = sentinels[0] ?? {}
    await command(port, ['SENTINEL', 'REMOVE', 'main'])
    await command(replica.port, ['REPLICAOF', 'NO', 'ONE'])
    await command(primary.port, ['REPLICAOF', '127.0.0.1', replica.port])
    await expect(set(opened, 'x')).rejects.toEqual(expect.objectContaining({ fault: 'read-only' }))
    await until(() => !opened.store.isUp())
    await command(port, ['SENTINEL', 'MONITOR', 'main', '127.0.0.1', replica.port, 1])
    await until(() => opened.store.isUp())
    await set(opened, 'after')
    expect(await command(replica.port, ['GET', 'test:key'])).toBe('after')
    expect(reasons(opened)).toEqual(['read-only', 'back'])
  })

  test('is found where some Sentinels are gone or hang, and used on where all are', async () => {
    const { sentinels, url } = await group({ sentinels: 3 })
    await sentinels[0]?.kill()
    sentinels[1]?.pause()
    const opened = await open({ url })
    await until(() => opened.store.isUp())
    await Promise.all(sentinels.map((sentinel) => sentinel.kill()))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await set(opened, 'x')
    expect(opened.store.isUp()).toBe(true)
  })

  test.each([
    ['there are no Sentinels', async () => 'redis+sentinel://127.0.0.1:1,127.0.0.1:2/main'],
    ['they know no such name', async () => (await group()).url.replace('main', 'other')],
    [
      'there are other servers in their place',
      async () => {
        const server = await startRedis()
        cleanups.push(() => server.stop())
        return `${server.url.replace('redis:', 'redis+sentinel:')}/main`
      }
    ]
  ])('keeps nobody from starting where %s', async (_, place) => {
    const opened = await open({ url: await place() })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([opened.store.isUp(), reasons(opened)]).toEqual([false, ['unreachable']])
    await expect(set(opened, 'x')).rejects.toEqual(expect.objectContaining({ fault: 'unreachable' }))
  })
})
