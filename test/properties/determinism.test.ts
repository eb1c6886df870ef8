import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { decide, newEngine, settled, sharedEngine } from '../engine-fixture.ts'
import { bashCall, type Call, type Context, call, contextFor, RUNS, request, SLOW } from './generators.ts'
import { shown } from './laws.ts'

type CallsInPlaces = readonly (readonly [Call, string])[]

/** A copy without shared parts, as the next HTTP request would bring it. */
const copy = (base: DecideRequest): DecideRequest => structuredClone(base)

describe('the same question', SLOW, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test('has the same answer, whatever was asked in between and of whichever engine', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.array(request, { maxLength: 3 }), async (base, between) => {
        const first = await decide(engine, base)
        for (const other of between) await decide(engine, other)
        expect(await decide(engine, copy(base)), shown(base)).toEqual(first)
        const fresh = await newEngine()
        for (const other of between.toReversed()) await decide(fresh, other)
        expect(await decide(fresh, copy(base)), shown(base)).toEqual(first)
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) }
    )
  })

  test('leaves the request as it was', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (base) => {
        const before = copy(base)
        await decide(engine, base)
        expect(base).toEqual(before)
      }),
      RUNS
    )
  })

  test('has the same answer in a batch as alone', async () => {
    const calls = fc.array(fc.tuple(call, fc.constantFrom('/home/dev/app', '/home/dev/app/src', '/etc')), {
      minLength: 1,
      maxLength: 4
    })
    const withContext = (list: CallsInPlaces): fc.Arbitrary<readonly [Context, CallsInPlaces]> =>
      fc.tuple(contextFor(list[0]?.[0] ?? bashCall('ls')), fc.constant(list))
    await fc.assert(
      fc.asyncProperty(calls.chain(withContext), async ([common, list]) => {
        const batch = list.map(([one, cwd], index) => ({ ...one, cwd, toolUseId: `t${index}` }))
        const { decisions, batches } = settled(await engine.decideBatch(common, batch))
        for (const [index, one] of batch.entries()) {
          const { toolUseId, ...rest } = one
          const alone = await decide(engine, { ...common, ...rest })
          expect(decisions[index], shown({ ...common, ...rest })).toEqual({ ...alone, toolUseId })
        }
        expect(batches.flatMap((plan) => plan.toolUseIds)).toEqual(batch.map((one) => one.toolUseId))
        const safe = new Map(decisions.map((one) => [one.toolUseId, one.facts.concurrencySafe]))
        for (const plan of batches.filter((each) => each.toolUseIds.length > 1)) {
          expect(plan.toolUseIds.every((id) => safe.get(id))).toBe(true)
        }
      }),
      RUNS
    )
  })
})
