/**
 * A process of clients that all count on one session, told by its argument. They send what they sent before again: at
 * once, twice at a time, later, much later, and what the other process sends. Says what was answered to each id.
 */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Transition } from '../../src/engine/breaker.ts'
import { RedisDenials } from '../../src/sessions/redis-denials.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import { openStore } from '../store/fixture.ts'
import { eventOf, type SentEvent } from './session-events.ts'

const task = z
  .object({
    url: z.string(),
    session: z.object({ tenant: z.string(), sessionId: z.string() }),
    limits: z.object({ consecutive: z.int(), total: z.int() }),
    clients: z.int(),
    events: z.int(),
    distinct: z.int(),
    seed: z.int()
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { store, logger } = await openStore({ url: task.url, commandTimeoutMs: 10_000 })
const denials = new RedisDenials({ store, logger, ttlMs: 3_600_000 })

/** Different states that were answered to each event that was sent; there should be one. */
const answers = new Map<number, Set<string>>()
const openings: number[] = []
let sent = 0
let unanswered = 0

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const LATE = 40

function next(random: (below: number) => number, last: number): number {
  const newest = Math.floor((sent / task.events) * task.distinct)
  const choice = random(10)
  if (choice < 5) return newest
  if (choice < 7) return last
  if (choice < 9) return random(newest + 1)
  return random(Math.min(newest + 1, LATE))
}

/** Sends it until it is answered, as a caller would. */
async function record(at: number, event: SentEvent): Promise<void> {
  for (;;) {
    try {
      note(at, await denials.record(task.session, event, task.limits))
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      unanswered += 1
      await setTimeout(50)
    }
  }
}

function note(at: number, { denials: { consecutive, total }, opened }: Transition): void {
  answersTo(at).add(`${consecutive} ${total}`)
  if (opened) openings.push(total)
}

function answersTo(at: number): Set<string> {
  const known = answers.get(at) ?? new Set()
  answers.set(at, known)
  return known
}

async function client(random: (below: number) => number): Promise<void> {
  let last = 0
  while (sent < task.events) {
    last = next(random, last)
    const event = eventOf(last)
    sent += 1
    const manner = random(4)
    if (manner === 0) {
      sent += 1
      await Promise.all([record(last, event), record(last, event)])
    } else if (manner < 3 && event.event === 'success') {
      answersTo(last)
      denials.succeedLater(task.session, event.id, task.limits)
    } else {
      await record(last, event)
    }
  }
}

const since = performance.now()
await Promise.all(Array.from({ length: task.clients }, (_, at) => client(numbers(task.seed * 1_000 + at))))
await denials.close()
const ms = performance.now() - since
store.close()
process.stdout.write(
  JSON.stringify({
    sent,
    unanswered,
    ms,
    openings,
    answers: [...answers].map(([at, states]) => [at, [...states]])
  })
)
