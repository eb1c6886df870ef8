/**
 * A model server on loopback that does what it is told: the Anthropic Messages API at `/v1/messages`, an
 * OpenAI-compatible one at `.../chat/completions`, and the classifier webhook at every other path.
 */
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { type Api, answerOf, errorOf, lapseOf, PASSES, type Step } from './model-answers.ts'

/** A request as it came. */
export interface ModelCall {
  readonly api: Api
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Of `performance.now()`. */
  readonly at: number
  /** The client went away before it had the whole answer. */
  abandoned: boolean
}

export interface ModelServer {
  /** Without a slash at its end. */
  readonly url: string
  readonly port: number
  /** In the order they came. */
  readonly requests: readonly ModelCall[]
  /** So many requests were never answered, and their clients still wait. */
  readonly waiting: number
  /** The most that were waiting at one time. */
  readonly mostWaiting: number
  /** What the next requests get, one step each. Afterwards `always` holds again. */
  script(...steps: readonly Step[]): void
  /** What every request gets that no script speaks of; before the first call: a verdict that passes. */
  always(step: Step): void
  /** Settles once so many requests in all have come. */
  received(count: number): Promise<void>
  /** Forgets the requests and the script. */
  clear(): void
  /** Ends it and breaks every connection. */
  close(): Promise<void>
}

const PASS: Step = { verdict: PASSES }

/** On this port, or a free one. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const requests: ModelCall[] = []
  const steps: Step[] = []
  const arrivals = new EventEmitter()
  const ending = new AbortController()
  let otherwise: Step = PASS
  let waiting = 0
  let mostWaiting = 0

  const server = createServer((request, response) => {
    void take(request, response)
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    waiting += 1
    mostWaiting = Math.max(mostWaiting, waiting)
    const closed = new AbortController()
    response.once('close', () => {
      waiting -= 1
      closed.abort()
    })
    const body = await textOf(request).catch(() => undefined)
    if (body === undefined) return
    const path = request.url ?? ''
    const call: ModelCall = {
      ...{ api: apiAt(path), method: request.method ?? '', path, headers: request.headers, body },
      ...{ at: performance.now(), abandoned: false }
    }
    response.once('close', () => {
      call.abandoned = !response.writableFinished
    })
    requests.push(call)
    const step = steps.shift() ?? otherwise
    arrivals.emit('arrival')
    const gone = AbortSignal.any([closed.signal, ending.signal])
    await answer(step, call, response, gone).catch(() => response.destroy())
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    get waiting() {
      return waiting
    },
    get mostWaiting() {
      return mostWaiting
    },
    script: (...more) => void steps.push(...more),
    always: (step) => {
      otherwise = step
    },
    async received(count) {
      while (requests.length < count) await once(arrivals, 'arrival')
    },
    clear() {
      requests.length = 0
      steps.length = 0
      otherwise = PASS
      mostWaiting = waiting
    },
    async close() {
      ending.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

function apiAt(path: string): Api {
  if (path.startsWith('/v1/messages')) return 'anthropic'
  return path.endsWith('/chat/completions') ? 'openai' : 'webhook'
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const piece of request) text += piece
  return text
}

async function answer(
  step: Step,
  call: ModelCall,
  response: ServerResponse,
  gone: AbortSignal
): Promise<void> {
  if (step.afterMs !== undefined) await sleep(step.afterMs, undefined, { signal: gone })
  const { api } = call
  if ('verdict' in step) return send(response, 200, answerOf(api, step.verdict))
  if ('says' in step) return send(response, 200, lapseOf(api, step.says))
  if ('body' in step) {
    response.writeHead(step.status ?? 200, { 'content-type': 'application/json', ...step.headers })
    return void response.end(step.body)
  }
  if ('redirectTo' in step) {
    return void response.writeHead(step.status ?? 307, { location: step.redirectTo }).end()
  }
  const whole = JSON.stringify(answerOf(api, PASSES))
  if ('slowByteMs' in step) return sendSlowly(response, whole, step.slowByteMs, gone)
  if ('endless' in step) return sendEndlessly(response, whole, step.endless, step.gzip ?? false, gone)
  if ('status' in step) return send(response, step.status, errorOf(api, step.status))
  switch (step.fault) {
    case 'hang':
      return
    case 'hangInBody':
      return response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    case 'reset':
      return void response.socket?.resetAndDestroy()
    case 'truncatedJson':
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(whole.slice(0, Math.floor(whole.length / 2)))
    case 'breaksOff':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
      return void response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy())
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_011CTest' })
  response.end(JSON.stringify(body))
}

async function sendSlowly(
  response: ServerResponse,
  text: string,
  ms: number,
  gone: AbortSignal
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  for (const character of text) {
    response.write(character)
    await sleep(ms, undefined, { signal: gone })
  }
  response.end()
}

const BLOCK = Buffer.alloc(65_536, ' ')

// Blanks before a good answer: whoever reads to the end finds a verdict.
async function sendEndlessly(
  response: ServerResponse,
  whole: string,
  bytes: number,
  gzip: boolean,
  gone: AbortSignal
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(gzip ? { 'content-encoding': 'gzip' } : {})
  })
  const out = gzip ? createGzip() : response
  if (out !== response) out.pipe(response)
  for (let sent = 0; sent < bytes && !gone.aborted; sent += BLOCK.length) {
    if (!out.write(BLOCK)) await once(out, 'drain', { signal: gone })
  }
  out.end(whole)
}
