import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairSlots, type Turn } from '../../src/classifier/fair-slots.ts'

interface Named extends Turn {
  readonly name: string
}

/** Slots and what happened at them, such as `a1 begins`. */
function slotsOf(slots: number, places: number) {
  const made = new FairSlots<Named>({ slots, places })
  const events: string[] = []
  const turns = new Map<string, Named>()
  return {
    made,
    events,
    /** The first letter is the tenant. */
    enter(...names: readonly string[]) {
      for (const name of names) {
        const turn: Named = {
          name,
          tenant: name.charAt(0),
          begin: () => events.push(`${name} begins`),
          turnAway: () => events.push(`${name} goes away`)
        }
        turns.set(name, turn)
        made.enter(turn)
      }
    },
    leave(...names: readonly string[]) {
      for (const name of names) {
        const turn = turns.get(name)
        if (turn !== undefined) made.leave(turn)
      }
    }
  }
}

test('turns begin in the order they came, as many as there are slots', () => {
  const { enter, leave, events, made } = slotsOf(2, 10)
  enter('a1', 'a2', 'a3', 'a4')
  expect(events).toEqual(['a1 begins', 'a2 begins'])
  expect([made.atWork, made.waiting]).toEqual([2, 2])
  leave('a2')
  expect(events).toEqual(['a1 begins', 'a2 begins', 'a3 begins'])
  leave('a4', 'a1', 'a3', 'a3')
  expect([made.atWork, made.waiting, events.length]).toEqual([0, 0, 3])
})

test('the tenant with fewest at work is next', () => {
  const { enter, leave, events } = slotsOf(3, 10)
  enter('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1')
  leave('a1', 'a2', 'a3')
  expect(events.slice(3)).toEqual(['b1 begins', 'c1 begins', 'a4 begins'])
})

test('among equals it goes round', () => {
  const { enter, leave, events } = slotsOf(1, 10)
  enter('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
  leave('a1', 'b1', 'c1', 'a2', 'b2')
  expect(events).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'].map((name) => `${name} begins`))
})

test('without a place, the newest of the tenant that holds most goes away', () => {
  const { enter, events } = slotsOf(1, 4)
  enter('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
  expect(events).toEqual(['a1 begins', 'a5 goes away'])
  enter('b2')
  expect(events.at(-1)).toBe('a4 goes away')
  enter('b3', 'a6', 'c1')
  expect(events.slice(-3)).toEqual(['b3 goes away', 'a6 goes away', 'a3 goes away'])
})

test('those of a tenant that wait can be listed', () => {
  const { enter, made } = slotsOf(1, 4)
  enter('a1', 'b1', 'a2', 'a3')
  expect(made.waitingOf('a').map(({ name }) => name)).toEqual(['a2', 'a3'])
  expect(made.waitingOf('c')).toEqual([])
})

test('whatever comes and goes: bounds hold, nobody is lost, and who has nothing waiting is let in', () => {
  const step = fc.record({
    tenant: fc.constantFrom('a', 'b', 'c'),
    leaves: fc.boolean(),
    which: fc.nat(20)
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 60 }), (slots, steps) => {
      const places = 4
      const { made, events, enter, leave } = slotsOf(slots, places)
      const here: string[] = []
      for (const [index, { tenant, leaves, which }] of steps.entries()) {
        const gone = leaves ? here.splice(which % Math.max(1, here.length), 1) : []
        leave(...gone)
        if (!leaves) {
          const hadNone = made.waitingOf(tenant).length === 0
          const others = ['a', 'b', 'c'].filter((other) => other !== tenant)
          const someHoldTwo = others.some((other) => made.waitingOf(other).length > 1)
          enter(`${tenant}${index}`)
          here.push(`${tenant}${index}`)
          const isAway = events.includes(`${tenant}${index} goes away`)
          if (hadNone && someHoldTwo) expect(isAway).toBe(false)
        }
        for (const event of events) {
          const [name = '', ...rest] = event.split(' ')
          if (rest.join(' ') === 'goes away' && here.includes(name)) here.splice(here.indexOf(name), 1)
        }
        expect(made.atWork).toBe(Math.min(slots, here.length))
        expect(made.waiting).toBe(here.length - made.atWork)
        expect(made.waiting).toBeLessThanOrEqual(places)
      }
      expect(new Set(events).size).toBe(events.length)
    })
  )
})
