import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { Journal } from '../../../src/log/journal.ts'
import { Pump } from '../../../src/log/pump.ts'
import { httpSink } from '../../../src/log/sinks/http.ts'
import { LinesRefused, SinkUnavailable } from '../../../src/log/sinks/sink.ts'
import { until } from '../../store/fixture.ts'
import { ALLOW, eventOf, silent } from '../fixture.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Receiver {
  readonly url: string
  readonly received: Received[]
  server: Server
  stop(): Promise<void>
}

type Answer = (response: ServerResponse) => void

const taken: Answer = (response) => void response.writeHead(204).end()
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('the body says nothing')

const receivers: Receiver[] = []

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop()
})

/** A real receiver that answers as it is told, then takes everything. */
async function receive(answers: Answer[] = [], port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, text: gunzipSync(await buffer(request)).toString() })
    const answer = answers.shift() ?? taken
    answer(response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/records`,
    received,
    server,
    stop: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    }
  }
  receivers.push(receiver)
  return receiver
}

describe('a batch over HTTP', () => {
  test('is compressed NDJSON', async () => {
    const { url, received } = await receive()
    await httpSink({ url }).write(['{"a":1}', '{"b":2}'])
    expect(received).toMatchObject([
      {
        text: '{"a":1}\n{"b":2}\n',
        headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
      }
    ])
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('bears the token that its file holds at the time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-'))
    try {
      const tokenFile = join(folder, 'token')
      const { url, received } = await receive()
      const sink = httpSink({ url, tokenFile })
      for (const token of ['first', 'second\n']) {
        await writeFile(tokenFile, token)
        await sink.write(['1'])
      }
      expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
      for (const broken of ['', 'two words', 'line\nline']) {
        await writeFile(tokenFile, broken)
        await expect(sink.write(['1'])).rejects.toThrow('the token file holds no token')
      }
      await rm(tokenFile)
      await expect(sink.prepare?.()).rejects.toThrow()
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test.each([400, 409, 413, 422])('is refused for good by %i', async (code) => {
    const { url } = await receive([status(code)])
    await expect(httpSink({ url }).write(['1'])).rejects.toBeInstanceOf(LinesRefused)
  })

  test.each([301, 307, 401, 403, 404, 408, 429, 500, 502, 503])(
    'is to be sent again after %i',
    async (code) => {
      const elsewhere = await receive()
      const { url, received } = await receive([status(code, { location: elsewhere.url })])
      await expect(httpSink({ url }).write(['1'])).rejects.toEqual(new SinkUnavailable(`HTTP ${code}`))
      expect(received).toHaveLength(1)
      // No redirect is followed.
      expect(elsewhere.received).toEqual([])
    }
  )

  test.each<[string, number, number]>([
    ['2', 2_000, 2_000],
    [new Date(Date.now() + 30_000).toUTCString(), 20_000, 30_000],
    [new Date(0).toUTCString(), 0, 0],
    ['999999', 60_000, 60_000]
  ])('waits as long as Retry-After %s asks', async (header, least, most) => {
    const { url } = await receive([status(503, { 'retry-after': header })])
    const error: unknown = await httpSink({ url })
      .write(['1'])
      .catch((reason: unknown) => reason)
    const wait = error instanceof SinkUnavailable ? (error.retryAfterMs ?? -1) : -1
    expect(wait).toBeGreaterThanOrEqual(least)
    expect(wait).toBeLessThanOrEqual(most)
  })

  test('fails where nothing listens, where the receiver hangs, and where it hangs up', async () => {
    const gone = await receive()
    await gone.stop()
    await expect(httpSink({ url: gone.url }).write(['1'])).rejects.toThrow()
    const hanging = await receive([() => {}])
    await expect(httpSink({ url: hanging.url, timeoutMs: 50 }).write(['1'])).rejects.toMatchObject({
      code: 'TIMEOUT'
    })
    const rude = await receive([(response) => response.destroy()])
    await expect(httpSink({ url: rude.url }).write(['1'])).rejects.toThrow()
  })

  test('ends with its sink', async () => {
    const { url, received } = await receive([() => {}])
    const sink = httpSink({ url })
    const write = sink.write(['1'])
    const failed = expect(write).rejects.toMatchObject({ code: 'closed' })
    await until(() => received.length === 1)
    await sink.close()
    await failed
    await expect(sink.write(['2'])).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('a receiver that is required', () => {
  test('and killed lets nothing be allowed until it is back', async () => {
    const first = await receive()
    const bounds = { firstRetryMs: 5, lastRetryMs: 20 }
    const pump = new Pump({ sink: httpSink({ url: first.url }), logger: silent, lingerMs: 5, bounds })
    const journal = new Journal({ logger: silent, pump, required: true })
    expect(await journal.decided(eventOf())).toBe(ALLOW)
    await first.stop()
    expect(await journal.decided(eventOf())).toMatchObject({
      decision: 'deny',
      decidedBy: { kind: 'degraded' }
    })
    expect(journal.health()).toBe('the decision log is failing')
    const second = await receive([], Number(new URL(first.url).port))
    await until(() => journal.health() === undefined)
    expect(await journal.decided(eventOf())).toBe(ALLOW)
    await journal.close(1_000)
    const decisions = second.received.flatMap(({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line): string => JSON.parse(line).decision)
    )
    expect(decisions.at(-1)).toBe('allow')
    expect(decisions).toContain('deny')
  })

  test('and hanging lets nothing be allowed until it answers', async () => {
    const { url } = await receive([taken, () => {}])
    const sink = httpSink({ url, timeoutMs: 1_500 })
    const bounds = { firstRetryMs: 5, lastRetryMs: 20, acceptedWithinMs: 500 }
    const journal = new Journal({
      logger: silent,
      pump: new Pump({ sink, logger: silent, lingerMs: 5, bounds }),
      required: true
    })
    expect(await journal.decided(eventOf())).toBe(ALLOW)
    expect(await journal.decided(eventOf())).toMatchObject({
      decision: 'deny',
      decidedBy: { kind: 'degraded' }
    })
    expect(journal.health()).toBe('the decision log is failing')
    await until(() => journal.health() === undefined)
    expect(await journal.decided(eventOf())).toBe(ALLOW)
    await journal.close(1_000)
  })
})
