/** Lines in batches to an HTTP receiver, as compressed NDJSON. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { asText, LinesRefused, type Sink, SinkUnavailable } from './sink.ts'

const TIMEOUT_MS = 10_000
/** Longer than this nobody may ask to be left alone. */
const MAX_RETRY_AFTER_MS = 60_000
/** Refusals that speak of who sends or when, not of the lines: a person can put them right meanwhile. */
const PASSING = new Set([401, 403, 404, 405, 407, 408, 421, 425, 429])

const compress = promisify(gzip)

export interface HttpSinkOptions {
  readonly url: string
  /** Read for every batch, so that a new token is used at once. */
  readonly tokenFile?: string | undefined
  readonly timeoutMs?: number
}

export function httpSink({ url, tokenFile, timeoutMs = TIMEOUT_MS }: HttpSinkOptions): Sink {
  let closed = false
  let underWay: AbortController | undefined

  const headers = async (): Promise<Record<string, string>> => ({
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    ...(tokenFile === undefined ? {} : { authorization: `Bearer ${await readToken(tokenFile)}` })
  })

  const send = async (lines: readonly string[], signal: AbortSignal): Promise<Response> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: await headers(),
      body: await compress(asText(lines)),
      // Another address was never configured, and the token is not for it.
      redirect: 'manual',
      signal
    })
    // Nobody reads the body; unread it would keep the connection.
    await response.body?.cancel()
    return response
  }

  return {
    prepare: async () => {
      await headers()
    },
    write: async (lines) => {
      if (closed) throw new SinkUnavailable('closed')
      const request = new AbortController()
      underWay = request
      const timer = setTimeout(() => request.abort(new SinkUnavailable('TIMEOUT')), timeoutMs)
      try {
        judge(await send(lines, request.signal))
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => {
      closed = true
      underWay?.abort(new SinkUnavailable('closed'))
    }
  }
}

/** Throws what an answer other than a success means. */
function judge({ ok, status, headers }: Response): void {
  if (ok) return
  const code = `HTTP ${status}`
  if (status >= 400 && status < 500 && !PASSING.has(status)) throw new LinesRefused(code)
  throw new SinkUnavailable(code, retryAfterMs(headers.get('retry-after')))
}

async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim()
  // What cannot stand in a header would be told in full by the error.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SinkUnavailable('the token file holds no token')
  return token
}

/** Seconds or a date, as RFC 9110 has it. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS)
}
