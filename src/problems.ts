/** The one closed table of problems the HTTP interface answers with (RFC 9457). */
import { z } from 'zod'
import { MAX_ISSUES } from './engine/schema-issues.ts'
import type { Issue } from './engine/verdict.ts'

export const problems = {
  'malformed-request': { status: 400, title: 'the HTTP request cannot be read' },
  'invalid-encoding': { status: 400, title: 'the body is not valid UTF-8' },
  'invalid-json': { status: 400, title: 'the body is not JSON' },
  'forbidden-key': { status: 400, title: 'the body holds a key that is never accepted' },
  'invalid-request': { status: 400, title: 'the request does not fit the schema' },
  'host-not-allowed': { status: 403, title: 'the request is addressed to another host' },
  'inline-policy-not-allowed': { status: 403, title: 'a caller may not send the policy layer' },
  unauthenticated: { status: 401, title: 'the credentials are missing or not valid' },
  'not-permitted': { status: 403, title: 'the caller lacks a scope' },
  'not-found': { status: 404, title: 'there is no such resource' },
  'method-not-allowed': { status: 405, title: 'the resource does not take this method' },
  'request-timeout': { status: 408, title: 'the request did not arrive in time' },
  'body-too-large': { status: 413, title: 'the body is over the bound' },
  'uri-too-long': { status: 414, title: 'the address is over the bound' },
  'unsupported-media-type': { status: 415, title: 'the body must be plain application/json in UTF-8' },
  'expectation-failed': { status: 417, title: 'the Expect header cannot be met' },
  'nesting-too-deep': { status: 422, title: 'the body is nested over the bound' },
  'too-many-members': { status: 422, title: 'the body holds more than the bound' },
  'too-many-calls': { status: 422, title: 'the batch is over the bound' },
  'too-many-rules': { status: 422, title: 'a settings layer is over a bound on rules' },
  'invalid-layer': { status: 422, title: 'a settings layer has the wrong shape' },
  'invalid-policies': { status: 422, title: 'the policies make no set' },
  'analysis-over-bound': { status: 422, title: 'looking at the policies takes more than is allowed' },
  'unknown-settings-ref': { status: 422, title: 'the settings reference is not known' },
  'too-many-requests': { status: 429, title: 'the caller is over its rate limit' },
  'headers-too-large': { status: 431, title: 'the header fields are over the bound' },
  internal: { status: 500, title: 'the service failed' },
  stopping: { status: 503, title: 'the service is stopping' },
  overloaded: { status: 503, title: 'the service is overloaded' },
  'credentials-unverifiable': { status: 503, title: 'the credentials cannot be verified' },
  'store-unavailable': { status: 503, title: 'the shared store does not answer' },
  'not-ready': { status: 503, title: 'the service is not ready' }
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

const issue = z
  .object({
    path: z.string().meta({ description: 'JSON pointer to the field; empty: the whole body' }),
    message: z.string().meta({ description: 'What was expected and what was found' }),
    code: z.string().meta({ description: 'Stable code, such as `required`, `wrong-type`, `unknown-key`' })
  })
  .meta({ id: 'Issue', description: 'What is wrong with one field' })

/** The body of every answer that is not a success. */
export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'Stable URN, `urn:portcullis:problem:<code>`' }),
    title: z.string().meta({ description: 'The kind of problem; the same for every occurrence' }),
    status: z.int().meta({ description: 'The HTTP status' }),
    detail: z.string().meta({ description: 'What happened this time' }),
    instance: z
      .string()
      .meta({ description: 'URN of this occurrence, `urn:portcullis:request:<requestId>`' }),
    requestId: z.string().meta({ description: 'As in `x-request-id`' }),
    errors: z.array(issue).readonly().optional().meta({
      description: 'The fields at fault, where fields are at fault; `detail` says how many more there are',
      maxItems: MAX_ISSUES
    })
  })
  .meta({ id: 'Problem', description: 'The call must not be run' })

export type ProblemDocument = z.infer<typeof problemSchema>

/** Thrown by plugins and routes to answer with a problem; the problems plugin catches it. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly issues: readonly Issue[] | undefined
  /** Fastify completes errors that have none. */
  readonly statusCode: number

  constructor(code: ProblemCode, detail: string, issues?: readonly Issue[]) {
    super(detail)
    this.code = code
    this.issues = issues
    this.statusCode = problems[code].status
  }
}

/** The first issue in words, and how many there are besides. */
export function summary(issues: readonly Issue[], unlisted = 0): string {
  const [first] = issues
  if (first === undefined) return 'unexpected shape'
  const others = issues.length - 1 + unlisted
  const more = others > 0 ? ` (and ${others} more)` : ''
  return `${first.path === '' ? 'the body' : first.path}: ${first.message}${more}`
}

/** Lists at most MAX_ISSUES issues, however many there are. */
export function problemDocument(
  code: ProblemCode,
  detail: string,
  requestId: string,
  issues?: readonly Issue[]
): ProblemDocument {
  const { status, title } = problems[code]
  const document = {
    type: `urn:portcullis:problem:${code}`,
    title,
    status,
    detail,
    instance: `urn:portcullis:request:${requestId}`,
    requestId
  }
  return issues === undefined ? document : { ...document, errors: issues.slice(0, MAX_ISSUES) }
}
