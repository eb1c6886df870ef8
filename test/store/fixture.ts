/** A store over a real server, and what it logs. */
import { pino } from 'pino'
import { RedisStore } from '../../src/store/redis.ts'
import { readRedisAccess } from '../../src/store/redis-access.ts'

export interface LoggedStore {
  readonly store: RedisStore
  readonly logger: pino.Logger
  /** Lines of the log, as text. */
  readonly lines: readonly string[]
}

/** Patient: what is tested is not how busy this machine is. */
const PATIENT_MS = 2_000

export interface StorePlace {
  readonly url: string
  readonly passwordFile?: string
  readonly sentinelPasswordFile?: string
  readonly caFile?: string
  readonly commandTimeoutMs?: number
}

/** Opens a store; it may be down. */
export async function openStore(place: StorePlace): Promise<LoggedStore> {
  const { url, passwordFile, sentinelPasswordFile, caFile, commandTimeoutMs = PATIENT_MS } = place
  const reading = await readRedisAccess({
    redisUrl: url,
    redisPasswordFile: passwordFile,
    redisSentinelPasswordFile: sentinelPasswordFile,
    redisCaFile: caFile,
    redisPrefix: 'test:'
  })
  if ('fault' in reading) throw new Error(reading.fault)
  const lines: string[] = []
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(line) })
  const store = new RedisStore({ access: reading.access, logger, commandTimeoutMs })
  await store.start()
  return { store, logger, lines }
}

/** Waits until something holds; the test fails where it does not in time. A server that is changing its role cuts connections. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = performance.now() + ms
  let cause: unknown
  const attempt = async (): Promise<boolean> => {
    try {
      return await holds()
    } catch (error) {
      cause = error
      return false
    }
  }
  while (!(await attempt())) {
    if (performance.now() > end) throw new Error(`not so within ${ms} ms: ${holds}`, { cause })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
