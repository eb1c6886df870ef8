/** The real app around the real engine, with inline policy allowed, reached by HTTP injection. */
import { buildApp } from '../src/app.ts'
import { fixedPolicies } from '../src/policies/live.ts'
import { sharedEngine } from './engine-fixture.ts'

/** What tests and scripts need of the app: post JSON, get status and JSON. */
export interface CaseApp {
  post(
    url: string,
    body: Readonly<Record<string, unknown>>
  ): Promise<{ readonly status: number; readonly answer: unknown }>
  close(): Promise<void>
}

/** Builds the app as the case files ask for it: no policy of its own, no classifier, no hooks. */
export async function newCaseApp(): Promise<CaseApp> {
  const app = await buildApp({ policies: fixedPolicies(await sharedEngine()), allowInlinePolicy: true })
  return {
    async post(url, body) {
      const response = await app.inject({ method: 'POST', url, payload: { ...body } })
      return { status: response.statusCode, answer: response.json() }
    },
    async close() {
      await app.close()
    }
  }
}
