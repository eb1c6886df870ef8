import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DENIAL_LIMITS,
  type DenialEvent,
  type DenialLimits,
  type Denials,
  type Transition,
  transition,
  UNCOUNTED
} from '../../src/engine/breaker.ts'

/** A letter an event: `b` a block, `s` a success. */
const EVENTS: Readonly<Record<string, DenialEvent>> = { b: 'block', s: 'success' }

/** What each event of a session made of it. */
function history(letters: string, limits?: DenialLimits): readonly Transition[] {
  let denials: Denials = UNCOUNTED
  return [...letters].map((letter) => {
    const made = transition(denials, EVENTS[letter] ?? 'success', limits)
    denials = made.denials
    return made
  })
}

const last = (letters: string, limits?: DenialLimits) => history(letters, limits).at(-1)?.denials

describe('the breaker', () => {
  test('is closed in a new session, with the usual limits', () => {
    expect(UNCOUNTED).toEqual({
      consecutive: 0,
      total: 0,
      limits: { consecutive: 3, total: 20 },
      breakerOpen: false
    })
    expect(DENIAL_LIMITS).toEqual({ consecutive: 3, total: 20 })
  })

  test.each([
    ['s', 0, 0, false],
    ['b', 1, 1, false],
    ['bb', 2, 2, false],
    ['bbb', 3, 3, true],
    ['bbbb', 4, 4, true],
    ['bbs', 0, 2, false],
    ['bbsbb', 2, 4, false],
    ['bbsbbb', 3, 5, true],
    ['bbbs', 0, 3, false],
    [`${'bs'.repeat(19)}b`, 1, 20, true],
    [`${'bs'.repeat(20)}s`, 0, 20, true]
  ])('after %s: %i in a row, %i in all, open: %s', (letters, consecutive, total, breakerOpen) => {
    expect(last(letters)).toEqual({ consecutive, total, limits: DENIAL_LIMITS, breakerOpen })
  })

  test.each([
    ['b', { consecutive: 1, total: 20 }, true],
    ['bsb', { consecutive: 5, total: 2 }, true],
    ['bbbb', { consecutive: 5, total: 5 }, false]
  ])('after %s under the limits %j, open: %s', (letters, limits, breakerOpen) => {
    expect(last(letters, limits)).toMatchObject({ limits, breakerOpen })
  })

  test.each([
    ['bbbbb', [2]],
    ['bbbsbbb', [2, 6]],
    ['bsbsbs', []],
    ['bs'.repeat(25), [38]]
  ])('%s opens it at exactly the events %j', (letters, opening) => {
    expect(history(letters).flatMap(({ opened }, at) => (opened ? [at] : []))).toEqual(opening)
  })

  test('an event without limits is counted under those of the event before', () => {
    const limits = { consecutive: 2, total: 9 }
    const { denials } = transition(UNCOUNTED, 'block', limits)
    expect(transition(denials, 'block')).toEqual({
      denials: { consecutive: 2, total: 2, limits, breakerOpen: true },
      opened: true
    })
  })

  test('whatever happens, the total is the number of blocks, and the run those after the last success', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 's'), { minLength: 1, maxLength: 60 }), (letters) => {
        const run = letters.length - 1 - letters.lastIndexOf('s')
        const total = letters.filter((letter) => letter === 'b').length
        expect(last(letters.join(''))).toMatchObject({
          consecutive: run,
          total,
          breakerOpen: run >= 3 || total >= 20
        })
      })
    )
  })
})
