import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StepId } from '../../src/engine/steps.ts'
import { decide, sharedEngine } from '../engine-fixture.ts'
import { request, SLOW } from './generators.ts'

const REACHED: readonly StepId[] = [
  ...(['input', 'hook', '1a', '1b', '1d', '1e', '1f', '1g', '1h'] as const),
  ...(['2a', '2b', '2c', '2d', '3'] as const),
  ...(['mode.dontAsk', 'auto.2', 'auto.5', 'denyInsteadOfPrompting', 'headless'] as const)
]

describe('the generators', SLOW, () => {
  test('reach every step that decides, and each answer often', async () => {
    const engine = await sharedEngine()
    const steps = new Set<StepId>()
    const answers = { allow: 0, ask: 0, deny: 0 }
    const sample = fc.sample(request, { seed: 7, numRuns: 2000 })
    for (const one of sample) {
      const { decision, decidedBy } = await decide(engine, one)
      steps.add(decidedBy.step)
      answers[decision] += 1
    }
    expect(REACHED.filter((step) => !steps.has(step))).toEqual([])
    for (const count of Object.values(answers)) expect(count / sample.length).toBeGreaterThan(0.1)
  })
})
