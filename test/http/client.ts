/** The app around a stub engine, reached by injection. */
import { expect } from 'vitest'
import { type AppDependencies, buildApp } from '../../src/app.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import type { AppliedPolicy } from '../../src/policies/policy-set.ts'
import { type ProblemCode, problems } from '../../src/problems.ts'
import { stubEngine } from './stub-engine.ts'

export const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/app' } as const

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: unknown
}

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is. */
  readonly bytes?: string | Buffer
}

/** The app's own, and for short the engine and the policies it names. */
export interface TestDependencies extends Partial<AppDependencies> {
  readonly engine?: Engine
  readonly policy?: AppliedPolicy
}

/** Sends one request to an app of its own and closes it. */
export async function send(
  sent: Sent,
  { engine = stubEngine(), policy, ...dependencies }: TestDependencies = {}
): Promise<Answer> {
  const set = policy === undefined ? undefined : { policies: [], ...policy }
  const app = buildApp({ policies: fixedPolicies(engine, set), allowInlinePolicy: false, ...dependencies })
  try {
    const { method = 'POST', url = '/decide', headers = {}, bytes } = sent
    const response = await app.inject({
      method,
      url,
      headers: bytes === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(bytes === undefined ? {} : { payload: bytes })
    })
    const text = response.body
    const json: unknown =
      String(response.headers['content-type']).includes('json') && text !== '' ? response.json() : undefined
    return { status: response.statusCode, headers: response.headers, text, json }
  } finally {
    await app.close()
  }
}

export const post = (url: string, body: unknown, dependencies?: TestDependencies): Promise<Answer> =>
  send({ url, bytes: JSON.stringify(body) }, dependencies)

/** The whole problem document, and that nothing of the machine is in it. */
export function expectProblem(
  answer: Answer,
  code: ProblemCode,
  detail: unknown = expect.any(String),
  errors?: unknown
): void {
  const { status, title } = problems[code]
  const requestId = answer.headers['x-request-id']
  expect(answer.json).toEqual({
    type: `urn:portcullis:problem:${code}`,
    title,
    status,
    detail,
    instance: `urn:portcullis:request:${requestId}`,
    requestId,
    ...(errors === undefined ? {} : { errors })
  })
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.text).not.toMatch(/node_modules|\.ts:|\.js:|at Object|Zod|FST_ERR/)
}
