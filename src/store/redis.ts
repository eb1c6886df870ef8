/**
 * The one connection to Redis, or to each node of a cluster. It may come and go: what needs it fails soon with
 * `StoreUnavailable`, it is sought again by itself, and an outage costs one line of the log for each reason.
 */
import { Cluster } from 'ioredis'
import type { Logger } from 'pino'
import type { RedisAccess } from './redis-access.ts'
import { type RedisClient, redisClient } from './redis-client.ts'
import { probe } from './redis-probe.ts'
import { type SentinelWatch, watchSentinels } from './sentinel-watch.ts'
import { faultOf, type StoreFault, StoreUnavailable } from './store-unavailable.ts'
import { within } from './within.ts'

export interface RedisStoreOptions {
  readonly access: RedisAccess
  readonly logger: Logger
  /** How long commands may take before the store counts as silent. */
  readonly commandTimeoutMs?: number
}

const COMMAND_TIMEOUT_MS = 100

/** How often a store that is down is tried, and one that is up is checked. */
const TRIED_EVERY_MS = 250
const CHECKED_EVERY_MS = 5_000

/** So long a server may be at fault before it is asked anew, through all connections, which one is to be used. */
const SOUGHT_EVERY_MS = 1_000
/** Faults that another server may not have. */
const FAULTS_OF_ONE: ReadonlySet<StoreFault> = new Set([
  'unreachable',
  'no-answer',
  'read-only',
  'loading',
  'not-serving'
])

/** The start waits no longer for the first answer. */
const FIRST_ANSWER_MS = 1_000

export class RedisStore {
  private readonly client: RedisClient
  private readonly access: RedisAccess
  private readonly commandTimeoutMs: number
  private readonly logger: Logger
  private state: 'starting' | 'up' | 'down' | 'closed' = 'starting'
  /** Why nothing is sent before a probe succeeds: the connection is new, or a command was not answered in time. */
  private barred: StoreFault | undefined = 'unreachable'
  private isProbing = false
  private provenAt = 0
  private soughtAt = 0
  private readonly reported = new Set<StoreFault>()
  private timer: NodeJS.Timeout | undefined
  private watch: SentinelWatch | undefined
  private settleStart: () => void = () => undefined

  constructor({ access, logger, commandTimeoutMs = COMMAND_TIMEOUT_MS }: RedisStoreOptions) {
    this.logger = logger
    this.commandTimeoutMs = commandTimeoutMs
    this.access = access
    this.client = redisClient(access)
    this.client.on('ready', () => this.probe())
    this.client.on('error', (error: unknown) => this.lose(faultOf(error)))
    this.client.on('close', () => this.lose('unreachable'))
    // The others serve on, maybe what was its part, too.
    if (this.client instanceof Cluster) this.client.on('-node', () => this.probe())
  }

  /** Connects, and waits a moment for the first answer. A store that is down keeps nobody from starting. */
  async start(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.settleStart = resolve
      setTimeout(resolve, FIRST_ANSWER_MS).unref()
    })
    this.timer = setInterval(() => this.check(), TRIED_EVERY_MS).unref()
    this.connect()
    const { topology } = this.access
    if (topology.kind === 'sentinel') {
      this.watch = watchSentinels({ ...this.access, topology }, () => this.reconnect())
    }
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
  async run<T>(commands: (redis: RedisClient) => Promise<T>): Promise<T> {
    if (this.barred !== undefined) throw new StoreUnavailable(this.barred)
    try {
      return await within(this.commandTimeoutMs, commands(this.client))
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
    this.watch?.close()
    this.client.disconnect()
  }

  private connect(): void {
    // Failures arrive as events.
    this.client.connect().catch(() => undefined)
  }

  private check(): void {
    const { status } = this.client
    // The client gives up where it is disturbed while it connects.
    if (status === 'end' || status === 'close') this.connect()
    if (this.state !== 'up' || performance.now() - this.provenAt >= CHECKED_EVERY_MS) this.probe()
  }

  private probe(): void {
    if (this.isProbing || this.client.status !== 'ready') return
    this.isProbing = true
    const { topology } = this.access
    const db = topology.kind === 'cluster' ? 0 : topology.db
    within(this.commandTimeoutMs, probe(this.client, db, CHECKED_EVERY_MS))
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
    // What was up is given a moment.
    if (this.state === 'up') this.soughtAt = performance.now()
    this.state = 'down'
    if (fault === 'unreachable') this.barred ??= fault
    else if (this.barred !== undefined) this.barred = fault
    this.settleStart()
    this.report(fault)
    this.seek(fault)
  }

  private report(fault: StoreFault): void {
    // That the connection ended says nothing new once there is a reason.
    if (this.reported.has(fault) || (fault === 'unreachable' && this.reported.size > 0)) return
    this.reported.add(fault)
    this.logger.warn({ store: 'redis', reason: fault }, 'the shared store is not available')
  }

  /** Another server may have taken over: Sentinels, or the other nodes, know. */
  private seek(fault: StoreFault): void {
    if (this.access.topology.kind === 'single' || !FAULTS_OF_ONE.has(fault)) return
    if (performance.now() - this.soughtAt >= SOUGHT_EVERY_MS) this.reconnect()
  }

  private reconnect(): void {
    // Disturbed while it connects, the client would give up.
    if (this.state === 'closed' || this.client.status !== 'ready') return
    this.soughtAt = performance.now()
    this.client.disconnect(true)
  }
}
