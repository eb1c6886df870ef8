/** Moves lines from where they arise to a sink: in batches, again where one fails, and never in anybody's way. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LinesRefused, type Sink, SinkUnavailable } from './sinks/sink.ts'

export interface PumpOptions {
  readonly sink: Sink
  readonly logger: Logger
  /** How long lines wait for others to go with; those that somebody waits for do not. */
  readonly lingerMs: number
  readonly bounds?: Partial<PumpBounds>
}

export interface PumpBounds {
  /** Lines that may wait; further ones are dropped. */
  readonly lines: number
  readonly characters: number
  readonly batchLines: number
  readonly batchCharacters: number
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** How long somebody waits for a line to be taken. */
  readonly acceptedWithinMs: number
}

const BOUNDS: PumpBounds = {
  lines: 10_000,
  characters: 32 * 1024 * 1024,
  batchLines: 500,
  batchCharacters: 1024 * 1024,
  firstRetryMs: 100,
  lastRetryMs: 5_000,
  acceptedWithinMs: 1_000
}

export interface PumpCounters {
  /** Lines the sink took. */
  written: number
  /** Lines lost: no room, or refused for good, or left at the end. */
  dropped: number
  /** Writes that failed. */
  failed: number
  /** Writes that were tried again. */
  retried: number
}

/** A line in the queue; with `settle` somebody waits for it, and may stop waiting. */
interface Entry {
  readonly line: string
  readonly settle?: (accepted: boolean) => void
  withdrawn?: boolean
}

export class Pump {
  readonly counters: PumpCounters = { written: 0, dropped: 0, failed: 0, retried: 0 }
  readonly #sink: Sink
  readonly #logger: Logger
  readonly #lingerMs: number
  readonly #bounds: PumpBounds
  #queue: Entry[] = []
  /** Lines and characters that wait, those of a batch under way included. */
  #lines = 0
  #characters = 0
  #failing = false
  #running: Promise<void> | undefined
  #linger: NodeJS.Timeout | undefined
  /** Ends the wait before another try. */
  #pause = new AbortController()
  #closing = false
  #over = false

  constructor({ sink, logger, lingerMs, bounds = {} }: PumpOptions) {
    this.#sink = sink
    this.#logger = logger
    this.#lingerMs = lingerMs
    this.#bounds = { ...BOUNDS, ...bounds }
  }

  /** Lines that wait for the sink. */
  get waiting(): number {
    return this.#lines
  }

  /** The last write failed, or there was no room. */
  get failing(): boolean {
    return this.#failing
  }

  /** Takes a line at once, or drops and counts it. */
  offer(line: string): boolean {
    return this.#enqueue({ line })
  }

  /** Whether the sink took the line, known within the bound; one that it did not take is withdrawn. */
  deliver(line: string): Promise<boolean> {
    // A sink that fails lets nobody wait; what is offered besides shows when it works again.
    if (this.#failing) return Promise.resolve(false)
    return new Promise((resolve) => {
      const entry: Entry = {
        line,
        settle: (accepted) => {
          clearTimeout(timer)
          resolve(accepted)
        }
      }
      const timer = setTimeout(() => {
        entry.withdrawn = true
        this.#fail('TIMEOUT')
        resolve(false)
      }, this.#bounds.acceptedWithinMs)
      if (this.#enqueue(entry)) this.#start()
      else entry.settle?.(false)
    })
  }

  /** Writes what waits, within this time, and lets go of the sink. What is left is counted as dropped. */
  async close(withinMs: number): Promise<void> {
    this.#closing = true
    this.#pause.abort()
    if (this.#lines > 0) this.#start()
    const patience = new AbortController()
    await Promise.race([
      this.#running,
      delay(withinMs, undefined, { signal: patience.signal }).catch(() => {})
    ])
    patience.abort()
    this.#over = true
    clearTimeout(this.#linger)
    if (this.#lines > 0) {
      this.counters.dropped += this.#lines
      this.#logger.error({ dropped: this.#lines }, 'records of decisions are lost')
      for (const { settle } of this.#queue) settle?.(false)
      this.#queue = []
      this.#lines = 0
    }
    await this.#sink.close()
  }

  #enqueue(entry: Entry): boolean {
    const { lines, characters, batchLines } = this.#bounds
    if (this.#over || this.#lines >= lines || this.#characters + entry.line.length > characters) {
      this.counters.dropped += 1
      this.#fail('FULL')
      return false
    }
    this.#queue.push(entry)
    this.#lines += 1
    this.#characters += entry.line.length
    if (this.#lines >= batchLines || this.#closing) this.#start()
    else if (this.#running === undefined) {
      this.#linger ??= setTimeout(() => this.#start(), this.#lingerMs).unref()
    }
    return true
  }

  #start(): void {
    clearTimeout(this.#linger)
    this.#linger = undefined
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 && !this.#over) await this.#write(this.#take())
  }

  #take(): readonly Entry[] {
    const { batchLines, batchCharacters } = this.#bounds
    let characters = 0
    let end = 0
    for (const { line } of this.#queue) {
      characters += line.length
      if (end > 0 && (end >= batchLines || characters > batchCharacters)) break
      end += 1
    }
    return this.#queue.splice(0, end)
  }

  /** Tries until the sink takes or refuses the batch. */
  async #write(batch: readonly Entry[]): Promise<void> {
    for (let tries = 0; !this.#over; tries += 1) {
      const wanted = batch.filter(({ withdrawn }) => withdrawn !== true)
      if (wanted.length === 0) return this.#settle(batch, false)
      if (tries > 0) this.counters.retried += 1
      try {
        await this.#sink.write(wanted.map(({ line }) => line))
        if (this.#over) return
        this.counters.written += wanted.length
        this.#recover()
        return this.#settle(batch, true)
      } catch (error) {
        if (this.#over) return
        this.counters.failed += 1
        this.#fail(codeOf(error))
        if (error instanceof LinesRefused) {
          this.counters.dropped += wanted.length
          return this.#settle(batch, false)
        }
        await this.#wait(tries, error instanceof SinkUnavailable ? error.retryAfterMs : undefined)
      }
    }
  }

  #settle(batch: readonly Entry[], accepted: boolean): void {
    for (const { line, settle } of batch) {
      this.#lines -= 1
      this.#characters -= line.length
      settle?.(accepted)
    }
  }

  /** Longer after each failure, and never all instances at once. */
  async #wait(tries: number, asked: number | undefined): Promise<void> {
    const { firstRetryMs, lastRetryMs } = this.#bounds
    const longest = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(tries, 16))
    const wait = this.#closing ? firstRetryMs : (asked ?? longest * (0.5 + Math.random() / 2))
    const signal = this.#closing ? undefined : this.#pause.signal
    await delay(wait, undefined, { signal }).catch(() => {})
  }

  #fail(code: string): void {
    if (this.#failing) return
    this.#failing = true
    this.#logger.error({ code }, 'the decision log is failing')
  }

  #recover(): void {
    if (!this.#failing) return
    this.#failing = false
    this.#logger.warn({ dropped: this.counters.dropped }, 'the decision log works again')
  }
}

/** Codes are safe to tell; messages may hold addresses and paths. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : error.name
}
