/** Problem documents for where no route is at work: headers and body, and the bytes on the wire. */
import { STATUS_CODES } from 'node:http'
import { type ProblemCode, problemDocument, problems } from '../problems.ts'

/** Seconds after which a request that got a 503 may come again. */
export const RETRY_AFTER_SECONDS = 1

export interface ProblemMessage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The connection closes after it. */
export function problemMessage(code: ProblemCode, detail: string, requestId: string): ProblemMessage {
  const { status } = problems[code]
  const body = JSON.stringify(problemDocument(code, detail, requestId))
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      ...(status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}),
      connection: 'close'
    },
    body
  }
}

export function rawAnswer(
  code: ProblemCode,
  detail: string,
  requestId: string,
  extra: Readonly<Record<string, string>> = {}
): string {
  const { status, headers, body } = problemMessage(code, detail, requestId)
  const fields = Object.entries({ ...headers, ...extra }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields, '', body].join('\r\n')
}
