/**
 * One POST to where the model is, and what came of it. Nothing is followed, unpacked, logged or taken from the environment,
 * and no answer is read past its bound.
 */
import { Agent, type Dispatcher, errors, request } from 'undici'
import type { NoVerdictCode } from './classifier.ts'

export interface EndpointOptions {
  /** Read for each request: keys change. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Of an answer. */
  readonly maxBytes: number
}

/** There is no answer to read. It tells nothing of what a library or the endpoint said. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault'
  readonly code: NoVerdictCode
  /** Not even the head of an answer came. */
  readonly retry: boolean

  constructor(code: NoVerdictCode, retry = false) {
    super('there is no answer to read')
    this.code = code
    this.retry = retry
  }
}

export class Endpoint {
  readonly #options: EndpointOptions
  // One of its own: the global one may go through a proxy that the environment names. Signals bound the time.
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  /** The text of an answer with status 200; anything else rejects with an `EndpointFault`. */
  async post(url: string, body: string, signal: AbortSignal): Promise<string> {
    const response = await this.#send(url, body, signal)
    if (response.statusCode !== 200) {
      // Errors and redirections alike. Their text is of no use, and reading it could take for ever.
      response.body.on('error', ignore).destroy()
      throw new EndpointFault('classifier-error')
    }
    const bytes = await this.#read(response.body, signal)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new EndpointFault('classifier-unparsable')
    }
  }

  close(): void {
    void this.#agent.destroy()
  }

  async #send(url: string, body: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'portcullis',
          // Nothing is unpacked, so nothing small becomes large.
          'accept-encoding': 'identity',
          ...this.#options.headers()
        },
        body,
        signal,
        dispatcher: this.#agent
      })
    } catch (error) {
      if (signal.aborted) throw new EndpointFault('classifier-timeout')
      throw new EndpointFault('classifier-unreachable', !isOddAnswer(error))
    }
  }

  async #read(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let length = 0
    try {
      for await (const piece of body) {
        if (!(piece instanceof Uint8Array)) throw new EndpointFault('classifier-unparsable')
        length += piece.length
        // Leaving the loop ends the connection.
        if (length > this.#options.maxBytes) throw new EndpointFault('classifier-unparsable')
        pieces.push(piece)
      }
    } catch (error) {
      if (error instanceof EndpointFault) throw error
      throw new EndpointFault(signal.aborted ? 'classifier-timeout' : 'classifier-unreachable')
    }
    return Buffer.concat(pieces)
  }
}

/** Something did answer, only not in HTTP that can be read. */
const isOddAnswer = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError

const ignore = (): void => undefined
