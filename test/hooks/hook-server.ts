/** A real HTTP server on loopback that answers hooks as a test says, and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

/** Answers one request, or leaves it without an answer. */
export type Answering = (response: ServerResponse, request: ReceivedRequest) => void

export interface HookServer {
  readonly url: string
  readonly received: readonly ReceivedRequest[]
}

/** Ends with the test. */
export async function hookServer(answering: Answering): Promise<HookServer> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
      received.push(one)
      answering(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
}

/** Answers with this status and body. */
export const answers =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) => {
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
