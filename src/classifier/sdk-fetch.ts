/** What the libraries of the model makers send with, in place of `fetch`. */
import type { Endpoint } from './endpoint.ts'

/**
 * The address and body are the library's; headers, bounds and faults are the endpoint's. So nothing that a library finds in
 * the environment is sent, and it only ever sees answers that can be read.
 */
export const sdkFetch =
  (endpoint: Endpoint) =>
  async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { body, signal } = init ?? {}
    const text = typeof body === 'string' ? body : ''
    const answer = await endpoint.post(String(url), text, signal ?? new AbortController().signal)
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  }
