import { expect, test } from 'vitest'
import { SUCCESSES_KNOWN } from '../../src/sessions/denial-store.ts'
import { type Success, WaitingSuccesses } from '../../src/sessions/waiting-successes.ts'

const success = (id: string): Success => ({ event: 'success', id, limits: undefined })
const ids = (waiting: WaitingSuccesses, key: string): readonly string[] => waiting.of(key).map(({ id }) => id)

/** Adds them and says how many were given up. */
const addAll = (waiting: WaitingSuccesses, key: string, count: number): number =>
  Array.from({ length: count }, (_, at) => waiting.add(key, success(`${at}`))).reduce((a, b) => a + b, 0)

test('those of a session come in their order, each once', () => {
  const waiting = new WaitingSuccesses()
  for (const id of ['1', '2', '1', '3']) waiting.add('a', success(id))
  waiting.add('b', success('1'))
  expect([ids(waiting, 'a'), ids(waiting, 'b'), ids(waiting, 'c')]).toEqual([['1', '2', '3'], ['1'], []])
  expect([waiting.size, waiting.keys(9), waiting.keys(1)]).toEqual([4, ['a', 'b'], ['a']])
})

test('what was sent is removed, and what came meanwhile stays', () => {
  const waiting = new WaitingSuccesses()
  addAll(waiting, 'a', 2)
  const sent = waiting.of('a')
  waiting.add('a', success('2'))
  waiting.remove('a', sent)
  expect(ids(waiting, 'a')).toEqual(['2'])
  // Sent twice at a time: the second answer removes nothing more.
  waiting.add('a', success('0'))
  waiting.remove('a', sent)
  expect(ids(waiting, 'a')).toEqual(['2', '0'])
  waiting.remove('a', waiting.of('a'))
  expect([waiting.size, waiting.keys(9)]).toEqual([0, []])
})

test('of one session only as many wait as are known again, which loses none', () => {
  const waiting = new WaitingSuccesses()
  expect(addAll(waiting, 'a', SUCCESSES_KNOWN + 10)).toBe(0)
  expect([waiting.size, ids(waiting, 'a')[0]]).toEqual([SUCCESSES_KNOWN, '10'])
})

test('where too many wait, the session that waits longest gives up its own', () => {
  const waiting = new WaitingSuccesses(10)
  expect([addAll(waiting, 'a', 4), addAll(waiting, 'b', 6), addAll(waiting, 'c', 1)]).toEqual([0, 0, 4])
  expect([waiting.size, ids(waiting, 'a'), ids(waiting, 'b').length, ids(waiting, 'c')]).toEqual([
    7,
    [],
    6,
    ['0']
  ])
})
