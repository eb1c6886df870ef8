import { expect, test } from 'vitest'
import { NoVerdictStreak, type NoVerdictStreakOptions } from '../../src/classifier/no-verdict-streak.ts'

function streak(options: NoVerdictStreakOptions = {}) {
  let now = 1
  const made = new NoVerdictStreak({ ...options, now: () => now })
  return {
    made,
    fail(tenant: string, times = 1) {
      for (let time = 0; time < times; time += 1) made.noVerdict(tenant)
    },
    pass: (ms: number) => {
      now += ms
    }
  }
}

test('three in a row count a tenant out, and further ones change nothing', () => {
  const { made, fail } = streak()
  const seen = [1, 2, 3, 4].map(() => {
    fail('a')
    return [made.isOut('a'), made.mayAsk('a'), made.out]
  })
  expect(seen).toEqual([
    [false, true, 0],
    [false, true, 0],
    [true, false, 1],
    [true, false, 1]
  ])
  expect([made.isOut('b'), made.mayAsk('b')]).toEqual([false, true])
})

test('a verdict ends it at any time, and the count begins anew', () => {
  const { made, fail } = streak()
  fail('a', 2)
  made.verdict('a')
  fail('a', 2)
  expect(made.isOut('a')).toBe(false)
  fail('a', 5)
  made.verdict('a')
  expect([made.isOut('a'), made.mayAsk('a'), made.out]).toEqual([false, true, 0])
})

test('a tenant that is out may ask once each ten seconds', () => {
  const { made, fail, pass } = streak()
  fail('a', 3)
  pass(9_999)
  expect(made.mayAsk('a')).toBe(false)
  pass(1)
  expect(made.mayAsk('a')).toBe(true)
  made.asked('a')
  expect(made.mayAsk('a')).toBe(false)
  made.takeBack('a')
  expect(made.mayAsk('a')).toBe(true)
})

test('tenants are forgotten: those not seen for long, and beyond a number those not seen longest', () => {
  const { made, fail, pass } = streak({ maxTenants: 2, forgetMs: 60_000 })
  fail('a', 3)
  fail('b', 3)
  pass(50_000)
  expect(made.isOut('a')).toBe(true)
  pass(20_000)
  expect([made.out, made.isOut('a'), made.isOut('b')]).toEqual([1, true, false])
  fail('b', 3)
  fail('c', 3)
  expect([made.out, made.isOut('a'), made.isOut('b'), made.isOut('c')]).toEqual([2, false, true, true])
})
