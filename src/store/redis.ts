/**
 * The one connection to Redis. It may come and go: what needs it fails soon with `StoreUnavailable`, it is sought again
 * by itself, and an outage costs one line of the log for each reason.
 */
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { RedisAccess } from './redis-access.ts'
import { faultOf, type StoreFault, StoreUnavailable } from './store-unavailable.ts'

export interface RedisStoreOptions {
  readonly access: RedisAccess
  readonly logger: Logger
  /** How long a command may take before the store counts as silent. */
  readonly commandTimeoutMs?: number
}

const COMMAND_TIMEOUT_MS = 100
const CONNECT_TIMEOUT_MS = 2_000
/** A connection that owes an answer for so long is given up. */
const SOCKET_TIMEOUT_MS = 1_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000

/** How often a store that is down is tried, and one that is up is checked. */
const TRIED_EVERY_MS = 250
const CHECKED_EVERY_MS = 5_000
const PROBE_KEY = 'probe'

/** The start waits no longer for the first answer. */
const FIRST_ANSWER_MS = 1_000

export class RedisStore {
  private readonly redis: Redis
  private readonly db: number
  private readonly logger: Logger
  private state: 'starting' | 'up' | 'down' | 'closed' = 'starting'
  /** Why nothing is sent before a probe succeeds: the connection is new, or a command was not answered in time. */
  private barred: StoreFault | undefined = 'unreachable'
  private isProbing = false
  private provenAt = 0
  private readonly reported = new Set<StoreFault>()
  private timer: NodeJS.Timeout | undefined
  private settleStart: () => void = () => undefined

  constructor({ access, logger, commandTimeoutMs = COMMAND_TIMEOUT_MS }: RedisStoreOptions) {
    this.logger = logger
    this.db = access.db
    this.redis = connection(access, commandTimeoutMs)
    this.redis.on('ready', () => this.probe())
    this.redis.on('error', (error) => this.lose(faultOf(error)))
    this.redis.on('close', () => {
      this.lose('unreachable')
      this.barred ??= 'unreachable'
    })
  }

  /** Connects, and waits a moment for the first answer. A store that is down keeps nobody from starting. */
  async start(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.settleStart = resolve
      setTimeout(resolve, FIRST_ANSWER_MS).unref()
    })
    this.timer = setInterval(() => this.check(), TRIED_EVERY_MS).unref()
    // Failures arrive as events.
    this.redis.connect().catch(() => undefined)
    await first
  }

  /** Whether it can be written to, as far as is known. */
  isUp(): boolean {
    return this.state === 'up'
  }

  /** Why the service is not quite well; undefined: it is. */
  health(): string | undefined {
    return this.isUp() ? undefined : 'store-down'
  }

  /** Runs commands; keys get the configured prefix. Rejects with StoreUnavailable, and with nothing else. */
  async run<T>(commands: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.barred !== undefined) throw new StoreUnavailable(this.barred)
    try {
      return await commands(this.redis)
    } catch (error) {
      const fault = faultOf(error)
      if (fault === 'no-answer') this.barred = fault
      // One command may fail for reasons of its own.
      this.probe()
      throw new StoreUnavailable(fault)
    }
  }

  /** Ends the connection without waiting for answers. */
  close(): void {
    this.state = 'closed'
    clearInterval(this.timer)
    this.redis.disconnect()
  }

  private check(): void {
    if (this.state !== 'up' || performance.now() - this.provenAt >= CHECKED_EVERY_MS) this.probe()
  }

  private async prove(): Promise<void> {
    // The client goes on in another database where this one does not exist.
    if (this.db !== 0) await this.redis.select(this.db)
    // Only writing tells a store apart that is read-only, full or still loading.
    await this.redis.set(PROBE_KEY, '', 'PX', CHECKED_EVERY_MS)
  }

  private probe(): void {
    if (this.isProbing || this.redis.status !== 'ready') return
    this.isProbing = true
    this.prove()
      .then(
        () => this.recover(),
        (error: unknown) => this.lose(faultOf(error))
      )
      .finally(() => {
        this.isProbing = false
      })
  }

  private recover(): void {
    if (this.state === 'closed') return
    if (this.state === 'down') this.logger.warn({ store: 'redis' }, 'the shared store is available again')
    this.state = 'up'
    this.barred = undefined
    this.provenAt = performance.now()
    this.reported.clear()
    this.settleStart()
  }

  private lose(fault: StoreFault): void {
    if (this.state === 'closed') return
    this.state = 'down'
    if (this.barred !== undefined && fault !== 'unreachable') this.barred = fault
    this.settleStart()
    // That the connection ended says nothing new once there is a reason.
    if (this.reported.has(fault) || (fault === 'unreachable' && this.reported.size > 0)) return
    this.reported.add(fault)
    this.logger.warn({ store: 'redis', reason: fault }, 'the shared store is not available')
  }
}

function connection(access: RedisAccess, commandTimeout: number): Redis {
  const { host, port, username, password, db, tls, prefix } = access
  return new Redis({
    host,
    port,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls: tls.ca === undefined ? {} : { ca: tls.ca } }),
    keyPrefix: prefix,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // What cannot be sent now fails now, and what may have been carried out is not sent again.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The probe is the check.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
    retryStrategy: (attempt) => {
      const longest = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LONGEST_RETRY_MS)
      return longest / 2 + (Math.random() * longest) / 2
    }
  })
}
