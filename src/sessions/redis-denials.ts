/** Denial state in Redis, shared by all instances: one key a session, one script a transition. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type DenialLimits, type Denials, denialsOf, type Transition } from '../engine/breaker.ts'
import { storeKey } from '../store/keys.ts'
import type { RedisStore } from '../store/redis.ts'
import { StoreUnavailable } from '../store/store-unavailable.ts'
import { readAnswer, runSteps, type Step, storedId } from './denial-script.ts'
import type { DenialStore, EventName, SessionName } from './denial-store.ts'
import { WaitingSuccesses } from './waiting-successes.ts'

export interface RedisDenialsOptions {
  readonly store: RedisStore
  readonly logger: Logger
  /** How long a session is kept after its last use. */
  readonly ttlMs: number
  /** How many successes wait at most while the store is down. */
  readonly maxWaiting?: number
}

/** So many sessions are handed over at a time; the others follow. */
const SESSIONS_A_TURN = 100
/** How long after that the next ones go, so that under load many of a session go together. */
const PAUSE_MS = 5
/** How long after a failure it is tried again. */
const TRIED_AGAIN_MS = 250

/**
 * What nobody waits for is kept until the store confirms it, and goes ahead of every later event of its session in the
 * same script: nothing overtakes it, and whatever is sent twice is known again by its id.
 */
export class RedisDenials implements DenialStore {
  private readonly store: RedisStore
  private readonly logger: Logger
  private readonly ttlMs: number
  private readonly waiting: WaitingSuccesses
  private handingOver: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  private lost = 0
  /** Names successes without an id, which are sent again as well. */
  private readonly instance = randomUUID()
  private unnamed = 0

  constructor({ store, logger, ttlMs, maxWaiting }: RedisDenialsOptions) {
    this.store = store
    this.logger = logger
    this.ttlMs = ttlMs
    this.waiting = new WaitingSuccesses(maxWaiting)
  }

  async read(session: SessionName, limits?: DenialLimits): Promise<Denials> {
    const { denials } = readAnswer(await this.run(keyOf(session), READ))
    return limits === undefined ? denials : denialsOf(denials, limits)
  }

  async record(session: SessionName, { event, id }: EventName, limits?: DenialLimits): Promise<Transition> {
    const stored = id === undefined ? undefined : storedId(id)
    return readAnswer(await this.run(keyOf(session), [{ event, id: stored, limits }]))
  }

  succeedLater(session: SessionName, id: string | undefined, limits?: DenialLimits): void {
    const stored = storedId(id ?? `${this.instance}:${this.unnamed++}`)
    this.lost += this.waiting.add(keyOf(session), { event: 'success', id: stored, limits })
    // Those of one turn of the event loop go together.
    if (this.timer === undefined) this.handingOver ??= nextTurn().then(() => this.handOver())
  }

  async reset(session: SessionName): Promise<void> {
    const key = keyOf(session)
    const before = this.waiting.of(key)
    // Sent once more behind the reset, which forgets their ids, they would count anew.
    this.waiting.remove(key, before)
    try {
      await this.store.run((redis) => redis.unlink(key))
    } catch (error) {
      for (const success of before) this.lost += this.waiting.add(key, success)
      throw error
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await (this.handingOver ?? this.handOver())
  }

  private async run(key: string, steps: readonly Step[]): Promise<unknown> {
    const before = this.waiting.of(key)
    const answer = await this.store.run((redis) => runSteps(redis, key, this.ttlMs, [...before, ...steps]))
    this.waiting.remove(key, before)
    return answer
  }

  private async handOver(): Promise<void> {
    let areTaken = true
    while (areTaken && this.waiting.size > 0) {
      const taken = await Promise.all(this.waiting.keys(SESSIONS_A_TURN).map((key) => this.isTaken(key)))
      areTaken = taken.every(Boolean)
      if (areTaken && !this.isClosed) await wait(PAUSE_MS, undefined, { ref: false })
    }
    this.handingOver = undefined
    if (areTaken) this.sayWhatIsLost()
    else if (!this.isClosed) this.tryAgain()
  }

  /** Whether this session waits no longer. */
  private async isTaken(key: string): Promise<boolean> {
    const waiting = this.waiting.of(key)
    // An event of the session may have taken them along.
    if (waiting.length === 0) return true
    try {
      await this.run(key, NOTHING_MORE)
      return true
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.fault === 'wrong-type')) return false
      // Something else lies there, and will.
      this.waiting.remove(key, waiting)
      this.lost += waiting.length
      return true
    }
  }

  private tryAgain(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.handingOver = this.handOver()
    }, TRIED_AGAIN_MS).unref()
  }

  private sayWhatIsLost(): void {
    if (this.lost === 0) return
    this.logger.warn({ store: 'redis', lost: this.lost }, 'successes were not counted: runs of denials go on')
    this.lost = 0
  }
}

const READ: readonly Step[] = [{ event: 'read' }]
const NOTHING_MORE: readonly Step[] = []

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const keyOf = ({ tenant, sessionId }: SessionName): string => storeKey('denials', tenant, sessionId)
