import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import { decide, sharedEngine } from '../engine-fixture.ts'
import { RUNS, request, SLOW } from './generators.ts'
import { STOPPING_STEPS, shown, unwrapped } from './laws.ts'

describe('modes', SLOW, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test('dontAsk never asks', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (base) => {
        const { decision } = await decide(engine, { ...base, mode: 'dontAsk' })
        expect(decision, shown(base)).not.toBe('ask')
      }),
      RUNS
    )
  })

  test('a headless call is never answered ask', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (base) => {
        const { decision } = await decide(engine, { ...base, headless: true })
        expect(decision, shown(base)).not.toBe('ask')
      }),
      RUNS
    )
  })

  test('neither dontAsk nor headless allows more than default mode with a person', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.boolean(), async (base, headless) => {
        const open = { ...unwrapped(base), mode: 'default' as const }
        const free = await decide(engine, open)
        const bound = await decide(engine, {
          ...open,
          ...(headless ? { headless } : { mode: 'dontAsk' as const })
        })
        expect(bound.decision === 'allow', shown(open)).toBe(free.decision === 'allow')
      }),
      RUNS
    )
  })

  test('bypass never allows what a denial, an ask on purpose or a safety check stops', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (base) => {
        const open = { ...unwrapped(base), mode: 'default' as const }
        const careful = await decide(engine, open)
        if (!STOPPING_STEPS.has(careful.decidedBy.step)) return
        const bypass = await decide(engine, { ...open, mode: 'bypassPermissions' })
        expect(bypass.decision, shown(open)).toBe(careful.decision)
        expect(bypass.decidedBy, shown(open)).toEqual(careful.decidedBy)
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 2 }
    )
  })

  test('plan mode allows no more than default mode', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (base) => {
        const open = { ...unwrapped(base), mode: 'default' as const }
        const plan = await decide(engine, { ...open, mode: 'plan' })
        if (plan.decision !== 'allow') return
        const { decision } = await decide(engine, open)
        expect(decision, shown(open)).toBe('allow')
      }),
      RUNS
    )
  })
})
