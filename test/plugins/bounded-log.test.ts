import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BoundedLog } from '../../src/plugins/bounded-log.ts'

test('ten lines a minute are written, and the next one says how many were not', () => {
  const lines: unknown[] = []
  const logger = pino(
    { base: null, timestamp: false },
    { write: (line: string) => lines.push(JSON.parse(line)) }
  )
  let now = 0
  const log = new BoundedLog(logger, 'refused', () => now)
  for (let count = 0; count < 25; count += 1) log.warn({ count })
  expect(lines).toHaveLength(10)
  now += 60_000
  log.warn({ count: 25 })
  log.warn({ count: 26 })
  expect(lines.slice(10)).toEqual([
    { level: 40, count: 25, omitted: 15, msg: 'refused' },
    { level: 40, count: 26, msg: 'refused' }
  ])
})
