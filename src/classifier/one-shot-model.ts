/** What every client has in common: the prompt of a question, the digest of what is sent, and no exceptions. */
import { createHash, randomBytes } from 'node:crypto'
import type { Question } from './classifier.ts'
import { EndpointFault } from './endpoint.ts'
import type { Answered, JudgeModel, ModelRequest } from './judge-model.ts'
import { type Prompt, promptFor } from './prompt/prompt.ts'
import { readVerdictText } from './verdict-form.ts'

/** Where a model is and who may ask it. */
export interface ModelAccess {
  /** Without a slash at its end. */
  readonly url: string
  readonly model: string
  /** The key as it is at this moment; undefined: none is sent. */
  readonly key: () => string | undefined
}

/** How one interface is spoken. */
export interface Client {
  /** All that is said in a request. */
  content(prompt: Prompt): object
  /** Rejects where there is no answer to read. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Answered>
  close(): void
}

export const UNPARSABLE: Answered = { none: 'classifier-unparsable', retry: false }
/** Whoever gave up knows why. */
const GIVEN_UP: Answered = { none: 'classifier-timeout', retry: false }
export const REFUSED: Answered = { none: 'classifier-refused', retry: false }

/** The header field that carries a key. */
export const bearer = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` }

/** What the text of an answer says. */
export function answeredIn(text: string, hardDeny: readonly string[]): Answered {
  const verdict = readVerdictText(text, hardDeny)
  return verdict === undefined ? UNPARSABLE : { verdict }
}

/** `secret` makes the marks of fences; default: one that only this process knows. */
export function oneShotModel(
  model: string,
  client: Client,
  secret: Uint8Array = randomBytes(32)
): JudgeModel {
  return {
    model,
    prepare(question: Question): ModelRequest | undefined {
      const prompt = promptFor(question, secret)
      if (prompt === undefined) return undefined
      const digest = createHash('sha256')
        .update(JSON.stringify(client.content(prompt)))
        .digest('hex')
      return { digest: `sha256:${digest}`, prompt }
    },
    async ask({ prompt }, signal) {
      try {
        return await client.ask(prompt, signal)
      } catch (error) {
        return signal.aborted ? GIVEN_UP : answeredOf(error)
      }
    },
    close: () => client.close()
  }
}

/** Libraries wrap what happened; where nothing of ours is inside, they could not read what came. */
function answeredOf(error: unknown): Answered {
  const inner = error instanceof Error && error.cause instanceof EndpointFault ? error.cause : error
  return inner instanceof EndpointFault ? { none: inner.code, retry: inner.retry } : UNPARSABLE
}
