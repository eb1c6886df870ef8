import { describe, expect, test } from 'vitest'
import { readTrace } from './trace.ts'

const MARKS = { trace: 'T1', status: 7 }

const readHits = (...fields: readonly string[]) =>
  readTrace(Buffer.alloc(0), Buffer.from(fields.map((one) => `${one}\0`).join('')), MARKS)

describe('what the stand-ins wrote down', () => {
  test('is read back through its quotes', () => {
    const { commands } = readHits('T1', '4', 'x', "''", "a\\ b\\'", "$'c\\n\\001\\E'", 'T1', '1', 'y')
    expect(commands).toEqual([['x', '', "a b'", 'c\n\u0001\u001b'], ['y']])
  })

  test.each([
    [['T1', '1', 'x', 'T1', '3', 'y', 'aT1', '2', 'z', 'b', 'b']],
    [['T1', '1', 'x', 'T1', '2', 'y']],
    [['T1', '1', 'x', 'y']]
  ])('counts for nothing from where it is not whole: %j', (fields) => {
    expect(readHits(...fields)).toEqual({ commands: [['x']], damaged: true })
  })
})
