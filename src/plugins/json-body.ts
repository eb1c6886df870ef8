/** Reads request bodies: application/json in UTF-8, bounded in size and nesting, never repaired. */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { MAX_KEYS, readJson } from '../json-text.ts'
import { Refusal } from '../problems.ts'

export interface JsonBodyOptions {
  readonly maxNesting: number
  readonly maxMembers: number
}

export const jsonBody = fp(
  (app: FastifyInstance, options: JsonBodyOptions, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, parsed) => {
      const read = readBody(request.headers, body, options)
      if (read instanceof Refusal) parsed(read)
      else parsed(null, read.value)
    })
    done()
  },
  { name: 'json-body' }
)

function readBody(
  headers: IncomingHttpHeaders,
  body: string | Buffer,
  { maxNesting, maxMembers }: JsonBodyOptions
): { value: unknown } | Refusal {
  const media = mediaRefusal(headers)
  if (media) return media
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes.length === 0) return new Refusal('invalid-json', 'the body is empty')
  if (!isUtf8(bytes)) return new Refusal('invalid-encoding', 'the body holds bytes that are not UTF-8')

  const reading = readJson(bytes.toString('utf8'), maxNesting, maxMembers)
  switch (reading.kind) {
    case 'value':
      return { value: reading.value }
    case 'too-deep':
      return new Refusal('nesting-too-deep', `objects and arrays may be nested ${maxNesting} deep`)
    case 'too-many':
      return new Refusal('too-many-members', `a body may hold ${maxMembers} keys, objects and lists together`)
    case 'too-many-keys':
      return new Refusal('too-many-members', `an object may hold ${MAX_KEYS} keys`)
    case 'forbidden-key':
      return new Refusal('forbidden-key', `the key at ${reading.path} is never accepted`, [
        { path: reading.path, message: 'this key is never accepted', code: 'unknown-key' }
      ])
    case 'number-out-of-range':
      return new Refusal('invalid-request', `${reading.path || 'the body'}: ${OUT_OF_RANGE}`, [
        { path: reading.path, message: OUT_OF_RANGE, code: 'wrong-type' }
      ])
    case 'syntax':
      return new Refusal(
        'invalid-json',
        reading.offset === undefined
          ? 'the body is not JSON'
          : `the body is not JSON: unreadable at character ${reading.offset}`
      )
  }
}

const OUT_OF_RANGE = 'expected a number, found a number out of range'

function mediaRefusal(headers: IncomingHttpHeaders): Refusal | undefined {
  const type = headers['content-type']
  if (type !== 'application/json') {
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type ?? '')?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      return new Refusal('unsupported-media-type', 'the body must be in UTF-8')
    }
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    return new Refusal('unsupported-media-type', 'the body must not be compressed')
  }
  return undefined
}
