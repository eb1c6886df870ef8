import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCases, sharedDir } from '../shared.ts'
import { EXPECTED_FAILURES } from './expected-failures.ts'

const directory = sharedDir()
const idOf = z.object({ id: z.string() })

describe('the list of expected failures', () => {
  test('names no case twice and gives each a reason', () => {
    const ids = EXPECTED_FAILURES.map((failure) => failure.id)
    expect(ids).toEqual([...new Set(ids)])
    expect(EXPECTED_FAILURES.filter((failure) => failure.reason.trim() === '')).toEqual([])
  })

  test.skipIf(directory === undefined)(
    'names only cases that exist, and at most 1 % besides unread constructs',
    () => {
      const files = readdirSync(join(directory ?? '', 'cases')).filter((name) => name.endsWith('.jsonl'))
      const ids = files.flatMap((file) => readCases(file).map((line) => idOf.parse(line).id))
      const known = new Set(ids)
      expect(ids).toHaveLength(known.size)
      expect(EXPECTED_FAILURES.filter((failure) => !known.has(failure.id))).toEqual([])
      const plain = EXPECTED_FAILURES.filter((failure) => failure.construct === undefined)
      expect(plain.length).toBeLessThanOrEqual(ids.length / 100)
    }
  )
})
