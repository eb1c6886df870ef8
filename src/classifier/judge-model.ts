/** A model that is asked once: the port between the guards of the classifier and the clients that speak to models. */
import type { ModelVerdict, NoVerdictCode, Question } from './classifier.ts'
import type { Prompt } from './prompt/prompt.ts'

/** What is sent for one question. */
export interface ModelRequest {
  /** SHA-256 of the exact content, model included: within a process equal questions have equal digests. */
  readonly digest: string
  readonly prompt: Prompt
}

/** What came of one request. */
export type Answered =
  | { readonly verdict: ModelVerdict }
  | {
      readonly none: NoVerdictCode
      /** No HTTP answer came at all, not even its head: asking again cannot be charged twice. */
      readonly retry: boolean
    }

export interface JudgeModel {
  /** As configured. */
  readonly model: string
  /** Everything the request holds; undefined: the call is too long to be shown whole. Never throws. */
  prepare(question: Question): ModelRequest | undefined
  /** One attempt. Never rejects; once `signal` is aborted it settles soon, with whatever code. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<Answered>
  /** Ends the connections. */
  close(): void
}
