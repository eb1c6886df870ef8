import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import { isStricter } from '../../src/engine/verdict.ts'
import { decide, sharedEngine } from '../engine-fixture.ts'
import { RUNS, requestAndRule, SLOW, withRule } from './generators.ts'
import { STOPPING_STEPS, shown, unwrapped } from './laws.ts'

describe('one more rule', SLOW, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test.each(['deny', 'ask'] as const)('a %s rule never loosens an answer', async (list) => {
    await fc.assert(
      fc.asyncProperty(requestAndRule, async ([base, rule, to]) => {
        const before = await decide(engine, base)
        const after = await decide(engine, withRule(base, list, rule, to))
        expect(isStricter(before.decision, after.decision), shown(base)).toBe(false)
      }),
      RUNS
    )
  })

  test('an allow rule never changes a denial, an ask that somebody wrote, or a safety check', async () => {
    await fc.assert(
      fc.asyncProperty(requestAndRule, async ([base, rule, to]) => {
        const open = unwrapped(base)
        const before = await decide(engine, open)
        if (!STOPPING_STEPS.has(before.decidedBy.step)) return
        const after = await decide(engine, withRule(open, 'allow', rule, to))
        expect(after.decidedBy, shown(open)).toEqual(before.decidedBy)
        const wrapped = await decide(engine, base)
        const wrappedAfter = await decide(engine, withRule(base, 'allow', rule, to))
        expect(wrappedAfter.decision, shown(base)).toBe(wrapped.decision)
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 2 }
    )
  })

  test('an allow rule never tightens an answer', async () => {
    await fc.assert(
      fc.asyncProperty(requestAndRule, async ([base, rule, to]) => {
        const before = await decide(engine, base)
        const after = await decide(engine, withRule(base, 'allow', rule, to))
        expect(isStricter(after.decision, before.decision), shown(base)).toBe(false)
      }),
      RUNS
    )
  })
})
