import { describe, expect, test } from 'vitest'
import { FailureLimit, placeOf } from '../../src/callers/failure-limit.ts'
import { TryQueue } from '../../src/callers/try-queue.ts'
import type { Verdict } from '../../src/callers/verifier.ts'

const GOOD: Verdict = {
  principal: { name: 'ci', tenant: 'acme', scopes: new Set() },
  keepMs: 1,
  stands: () => true
}

/** A queue whose tries end when they are told to, in the order in which they began. */
function queueOf(atOnce: number, maxWaiting: number) {
  const queue = new TryQueue({ atOnce, maxWaiting, failures: new FailureLimit(() => 0) })
  const started: string[] = []
  const running: ((verdict: Verdict) => void)[] = []
  let most = 0
  const ask = (place: string, name = place) =>
    queue.run(place, () => {
      started.push(name)
      return new Promise<Verdict>((resolve) => {
        running.push(resolve)
        most = Math.max(most, running.length)
      })
    })
  const end = async (verdict: Verdict): Promise<void> => {
    running.shift()?.(verdict)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { ask, end, started, running, most: () => most }
}

const times = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make)

describe('the queue of tries', () => {
  test('lets few run, keeps few waiting and turns the others away', async () => {
    const { ask, end, running, most } = queueOf(2, 3)
    const outcomes = times(7, () => ask('a'))
    expect(outcomes.map((outcome) => outcome === 'busy')).toEqual([...Array(5).fill(false), true, true])
    while (running.length > 0) await end(GOOD)
    expect(await Promise.all(outcomes)).toEqual([...Array(5).fill(GOOD), 'busy', 'busy'])
    expect(most()).toBe(2)
  })

  test('goes on after a try that failed', async () => {
    const queue = new TryQueue({ atOnce: 1, maxWaiting: 1 })
    expect(await queue.run('a', () => Promise.reject(new Error('failed')))).toBe('unavailable')
    expect(await queue.run('a', () => Promise.resolve(GOOD))).toBe(GOOD)
  })

  test('lets places take turns', async () => {
    const { ask, end, started, running } = queueOf(1, 9)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) ask(name.slice(0, 1), name)
    while (running.length > 0) await end(GOOD)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('takes the room that a place has too much of for one that has none', async () => {
    const { ask, end, started, running } = queueOf(1, 4)
    const flood = times(5, () => ask('flood'))
    const late = ask('late')
    expect(await flood[4]).toBe('busy')
    expect(ask('flood')).toBe('busy')
    while (running.length > 0) await end(GOOD)
    expect(await late).toBe(GOOD)
    expect(started).toHaveLength(5)
  })

  test('never runs more tries of a place at once than may still turn out wrong', async () => {
    const { ask, end, running, started } = queueOf(8, 64)
    for (let wrong = 0; wrong < 28; wrong += 1) {
      ask('a')
      await end('invalid')
    }
    const outcomes = times(5, () => ask('a'))
    expect(running).toHaveLength(2)
    await end(GOOD)
    expect(running).toHaveLength(2)
    await end('invalid')
    expect(running).toHaveLength(1)
    await end('invalid')
    expect(await Promise.all(outcomes)).toEqual([
      GOOD,
      'invalid',
      'invalid',
      { retryAfterSeconds: 2 },
      { retryAfterSeconds: 2 }
    ])
    expect(started).toHaveLength(31)
  })

  test('stays bounded while tries of a place wait for each other', async () => {
    const { ask, end, running } = queueOf(8, 3)
    for (let wrong = 0; wrong < 29; wrong += 1) {
      ask('a')
      await end('invalid')
    }
    expect(times(6, () => ask('a')).filter((outcome) => outcome === 'busy')).toHaveLength(2)
    expect(running).toHaveLength(1)
  })
})

describe('the limit of failures', () => {
  const failures = (limit: FailureLimit, place: string): number => {
    let count = 0
    for (; limit.left(place) > 0; count += 1) limit.charge(place)
    return count
  }

  test('is a burst a place, then one every two seconds', () => {
    let now = 0
    const limit = new FailureLimit(() => now)
    expect(failures(limit, 'a')).toBe(30)
    expect(limit.secondsToNext('a')).toBe(2)
    expect(failures(limit, 'b')).toBe(30)
    now += 4_500
    expect(failures(limit, 'a')).toBe(2)
    now += 3_600_000
    expect(failures(limit, 'a')).toBe(30)
  })

  test('counts a network of IPv6 as one place', () => {
    expect(placeOf('2001:db8:1:2::1')).toBe(placeOf('2001:db8:1:2:ffff::7'))
    expect(placeOf('2001:db8:1:2::1')).not.toBe(placeOf('2001:db8:1:3::1'))
    expect(placeOf('192.0.2.1')).not.toBe(placeOf('192.0.2.2'))
  })
})
