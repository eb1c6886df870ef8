import { describe, expect, test } from 'vitest'
import { FailureLimit } from '../../src/callers/failure-limit.ts'
import { Gate } from '../../src/callers/gate.ts'

describe('a gate', () => {
  test('lets few run, keeps few waiting and turns the others away', async () => {
    const gate = new Gate(2, 3)
    const finish: (() => void)[] = []
    let running = 0
    let most = 0
    const task = async (): Promise<string> => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
      return 'done'
    }
    const outcomes = Array.from({ length: 7 }, () => gate.run(task))
    expect(outcomes.map((outcome) => outcome === undefined)).toEqual([
      ...Array(5).fill(false),
      ...Array(2).fill(true)
    ])
    const all = Promise.all(outcomes)
    for (let done = 0; done < 5; ) {
      const next = finish.shift()
      next?.()
      if (next !== undefined) done += 1
      await Promise.resolve()
    }
    expect(await all).toEqual([...Array(5).fill('done'), undefined, undefined])
    expect(most).toBe(2)
  })

  test('goes on after a task that failed', async () => {
    const gate = new Gate(1, 1)
    await expect(gate.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await gate.run(() => Promise.resolve('done'))).toBe('done')
  })
})

describe('the limit of failures', () => {
  const tries = (limit: FailureLimit, address: string): number => {
    let count = 0
    while (limit.take(address) === undefined) count += 1
    return count
  }

  test('is a burst an address, then one try every two seconds', () => {
    let now = 0
    const limit = new FailureLimit(() => now)
    expect(tries(limit, '192.0.2.1')).toBe(30)
    expect(limit.take('192.0.2.1')).toEqual({ retryAfterSeconds: 2 })
    expect(tries(limit, '192.0.2.2')).toBe(30)
    now += 4_500
    expect(tries(limit, '192.0.2.1')).toBe(2)
    now += 3_600_000
    expect(tries(limit, '192.0.2.1')).toBe(30)
  })

  test('gives back what was no failure', () => {
    const limit = new FailureLimit(() => 0)
    expect(tries(limit, 'a')).toBe(30)
    limit.giveBack('a')
    expect(tries(limit, 'a')).toBe(1)
  })

  test('counts a network of IPv6 as one address', () => {
    const limit = new FailureLimit(() => 0)
    expect(tries(limit, '2001:db8:1:2::1')).toBe(30)
    expect(tries(limit, '2001:db8:1:2:ffff::7')).toBe(0)
    expect(tries(limit, '2001:db8:1:3::1')).toBe(30)
  })
})
