import { describe, expect, test } from 'vitest'
import { Pump, type PumpBounds } from '../../src/log/pump.ts'
import { LinesRefused, type Sink, SinkUnavailable } from '../../src/log/sinks/sink.ts'
import { until } from '../store/fixture.ts'
import { heardLogger, heldSink, silent } from './fixture.ts'

const QUICK: Partial<PumpBounds> = { firstRetryMs: 1, lastRetryMs: 4 }

const pumpOf = (sink: Sink, bounds: Partial<PumpBounds> = {}, lingerMs = 1): Pump =>
  new Pump({ sink, logger: silent, lingerMs, bounds: { ...QUICK, ...bounds } })

const unavailable = () => Promise.reject(new SinkUnavailable('down'))

/** A write that ends when the test says so. */
function gate(): { readonly pass: () => Promise<void>; open(): void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { pass: () => opened, open }
}

describe('a pump', () => {
  test('hands lines on together, in their order', async () => {
    const sink = heldSink()
    const pump = pumpOf(sink)
    for (const line of ['1', '2', '3']) expect(pump.offer(line)).toBe(true)
    expect(sink.batches).toEqual([])
    await until(() => pump.waiting === 0)
    expect(sink.batches).toEqual([['1', '2', '3']])
    expect(pump.counters).toEqual({ written: 3, dropped: 0, failed: 0, retried: 0 })
  })

  test('cuts batches at the bounds of lines and of characters', async () => {
    const sink = heldSink()
    const pump = pumpOf(sink, { batchLines: 3, batchCharacters: 10 })
    for (const line of ['1', '2', '3', '4', '5'.repeat(9), '6'.repeat(20), '7']) pump.offer(line)
    await until(() => pump.waiting === 0)
    expect(sink.batches.map((lines) => lines.map((line) => line[0]).join(''))).toEqual([
      '123',
      '45',
      '6',
      '7'
    ])
  })

  test('tries a batch again until it is taken, before any later line', async () => {
    const sink = heldSink()
    sink.next.push(unavailable, unavailable)
    const pump = pumpOf(sink)
    pump.offer('1')
    await until(() => pump.counters.failed === 2)
    pump.offer('2')
    await until(() => pump.waiting === 0)
    expect(sink.batches).toEqual([['1'], ['2']])
    expect(pump.counters).toEqual({ written: 2, dropped: 0, failed: 2, retried: 2 })
  })

  test('waits as long as the other side asks', async () => {
    const sink = heldSink()
    const writes: number[] = []
    sink.next.push(
      async () => {
        writes.push(performance.now())
        throw new SinkUnavailable('HTTP 429', 200)
      },
      async () => {
        writes.push(performance.now())
      }
    )
    const pump = pumpOf(sink)
    pump.offer('1')
    await until(() => pump.waiting === 0)
    const [first = 0, second = 0] = writes
    expect(second - first).toBeGreaterThan(190)
  })

  test('drops what is refused for good, and goes on', async () => {
    const sink = heldSink()
    sink.next.push(() => Promise.reject(new LinesRefused('HTTP 400')))
    const pump = pumpOf(sink, { batchLines: 1 })
    pump.offer('1')
    pump.offer('2')
    await until(() => pump.waiting === 0)
    expect(sink.batches).toEqual([['2']])
    expect(pump.counters).toEqual({ written: 1, dropped: 1, failed: 1, retried: 0 })
  })

  test.each<[string, Partial<PumpBounds>]>([
    ['lines', { lines: 2 }],
    ['characters', { characters: 20 }]
  ])(
    'drops and counts what has no room by %s, and counts a batch under way as waiting',
    async (_, bounds) => {
      const sink = heldSink()
      const { pass, open } = gate()
      sink.next.push(pass)
      const pump = pumpOf(sink, { batchLines: 1, ...bounds })
      const taken = ['a', 'b', 'c', 'd'].map((letter) => pump.offer(letter.repeat(10)))
      expect(taken).toEqual([true, true, false, false])
      expect([pump.counters.dropped, pump.waiting, pump.failing]).toEqual([2, 2, true])
      open()
      await until(() => pump.waiting === 0)
      expect([pump.failing, pump.offer('e')]).toEqual([false, true])
      await pump.close(1_000)
    }
  )

  test('tells of an outage once, and of its end, without what a library says', async () => {
    const sink = heldSink()
    const { logger, lines } = heardLogger()
    const leak = Object.assign(new Error('open /srv/secret/log'), { code: 'EACCES' })
    for (let tries = 0; tries < 3; tries += 1) sink.next.push(() => Promise.reject(leak))
    const pump = new Pump({ sink, logger, lingerMs: 1, bounds: QUICK })
    pump.offer('1')
    await until(() => pump.waiting === 0)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, code: 'EACCES', msg: 'the decision log is failing' },
      { level: 40, dropped: 0, msg: 'the decision log works again' }
    ])
    expect(lines.join('')).not.toContain('secret')
  })
})

describe('a line somebody waits for', () => {
  test('is written at once, with those before it', async () => {
    const sink = heldSink()
    const pump = pumpOf(sink, {}, 60_000)
    pump.offer('1')
    expect(await pump.deliver('2')).toBe(true)
    expect(sink.batches).toEqual([['1', '2']])
  })

  test('is not accepted and never written where the sink does not answer in time', async () => {
    const sink = heldSink()
    const { pass, open } = gate()
    sink.next.push(pass)
    const pump = pumpOf(sink, { acceptedWithinMs: 30 })
    pump.offer('1')
    await until(() => pump.waiting === 1 && sink.next.length === 0)
    expect(await pump.deliver('2')).toBe(false)
    expect(pump.failing).toBe(true)
    open()
    await until(() => pump.waiting === 0)
    expect(sink.batches).toEqual([['1']])
    expect(await pump.deliver('3')).toBe(true)
  })

  test('is not waited for while the sink fails, and is again once it works', async () => {
    const sink = heldSink()
    sink.next.push(unavailable)
    const pump = pumpOf(sink, { firstRetryMs: 50, lastRetryMs: 50 })
    pump.offer('1')
    await until(() => pump.failing)
    expect(await pump.deliver('2')).toBe(false)
    await until(() => pump.waiting === 0)
    expect(sink.batches).toEqual([['1']])
    expect(await pump.deliver('3')).toBe(true)
  })

  test.each<[string, () => Promise<void>]>([
    ['refused for good', () => Promise.reject(new LinesRefused('HTTP 422'))],
    ['not taken', unavailable]
  ])('is not accepted where it is %s', async (_, fails) => {
    const sink = heldSink()
    for (let tries = 0; tries < 1_000; tries += 1) sink.next.push(fails)
    const pump = pumpOf(sink, { acceptedWithinMs: 50 })
    expect(await pump.deliver('1')).toBe(false)
    await pump.close(10)
  })

  test('is not accepted without room', async () => {
    const sink = heldSink()
    sink.next.push(gate().pass)
    const pump = pumpOf(sink, { lines: 1 })
    pump.offer('1')
    expect(await pump.deliver('2')).toBe(false)
    await pump.close(10)
  })
})

describe('closing a pump', () => {
  test('writes what waits', async () => {
    const sink = heldSink()
    const pump = pumpOf(sink, {}, 60_000)
    pump.offer('1')
    await pump.close(1_000)
    expect(sink.batches).toEqual([['1']])
    expect(pump.offer('2')).toBe(false)
  })

  test('does not sit out a wait before another try', async () => {
    const sink = heldSink()
    sink.next.push(() => Promise.reject(new SinkUnavailable('HTTP 503', 60_000)))
    const pump = pumpOf(sink)
    pump.offer('1')
    await until(() => pump.failing)
    await pump.close(1_000)
    expect(sink.batches).toEqual([['1']])
  })

  test('gives a sink that hangs no more than its time, and counts what is lost', async () => {
    const sink = heldSink()
    sink.next.push(gate().pass)
    const pump = pumpOf(sink, { batchLines: 1 })
    pump.offer('1')
    const waiting = pump.deliver('2')
    await pump.close(50)
    expect([pump.counters.dropped, await waiting]).toEqual([2, false])
  })
})
