/** What a scripted model server may do with a request, and how each of the three interfaces spells its answers. */

export type Api = 'anthropic' | 'openai' | 'webhook'

/** As the model gives it; tests write odd ones on purpose. */
export type VerdictForm = Readonly<Record<string, unknown>>

/** What happens to one request. */
export type Step =
  /** A verdict in the form of the interface that was asked. */
  (
    | { readonly verdict: VerdictForm }
    /** Whatever the model says in place of the agreed form. */
    | { readonly says: 'refusal' | 'maxTokens' | 'textOnly' | 'twoAnswers' | 'wrongTool' | 'textBesides' }
    /** An error of the API with its own body. */
    | { readonly status: number }
    /** This body with status 200 or as given, as it is. */
    | {
        readonly body: string | Buffer
        readonly status?: number
        readonly headers?: Readonly<Record<string, string>>
      }
    /** A good answer that ends in the middle of its JSON; the transfer is complete. */
    | { readonly fault: 'truncatedJson' }
    /** The head and half of a good answer, then the connection breaks. */
    | { readonly fault: 'breaksOff' }
    /** No answer, and the connection stays. */
    | { readonly fault: 'hang' }
    /** The head of an answer, and nothing more. */
    | { readonly fault: 'hangInBody' }
    /** The connection is reset before a byte was answered. */
    | { readonly fault: 'reset' }
    /** A good answer, one byte each so many milliseconds. */
    | { readonly slowByteMs: number }
    /** Good bytes without end, up to this many; `gzip`: as few that unpack to as many. */
    | { readonly endless: number; readonly gzip?: boolean }
    | { readonly redirectTo: string; readonly status?: number }
  ) & {
    /** Waits so long before. */
    readonly afterMs?: number
  }

export const PASSES: VerdictForm = {
  thinking: 'An ordinary command.',
  block: false,
  reason: 'ordinary development work',
  category: 'none'
}

export const BLOCKS: VerdictForm = {
  thinking: 'This sends data to a stranger.',
  block: true,
  reason: 'sends source code to an unknown host',
  category: 'exfiltration'
}

/** The verdict in the JSON of this interface. */
export function answerOf(api: Api, verdict: VerdictForm): unknown {
  if (api === 'webhook') return verdict
  if (api === 'openai') return completion([choice({ content: JSON.stringify(verdict) }, 'stop')])
  return message([text(JSON.stringify(verdict))], 'end_turn')
}

const CHAT = 'I would rather talk about it.'

type Saying = Extract<Step, { says: string }>['says']

/** The same lapse of a model in the words of each interface. */
export function lapseOf(api: Api, says: Saying): unknown {
  if (api === 'webhook') return WEBHOOK_LAPSES[says]
  const json = JSON.stringify(PASSES)
  if (api === 'openai') {
    return {
      refusal: completion([choice({ content: null, refusal: 'I cannot help with that.' }, 'stop')]),
      maxTokens: completion([choice({ content: json.slice(0, 20) }, 'length')]),
      textOnly: completion([choice({ content: CHAT }, 'stop')]),
      twoAnswers: completion([
        choice({ content: json }, 'stop'),
        { ...choice({ content: json }, 'stop'), index: 1 }
      ]),
      wrongTool: completion([
        choice(
          {
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: json } }]
          },
          'tool_calls'
        )
      ]),
      textBesides: completion([choice({ content: `${CHAT}\n${json}` }, 'stop')])
    }[says]
  }
  return {
    refusal: message([], 'refusal'),
    maxTokens: message([text(json.slice(0, 20))], 'max_tokens'),
    textOnly: message([text(CHAT)], 'end_turn'),
    twoAnswers: message([text(JSON.stringify(BLOCKS)), text(json)], 'end_turn'),
    wrongTool: message([{ type: 'tool_use', id: 'toolu_01Test', name: 'bash', input: PASSES }], 'tool_use'),
    textBesides: message([text(CHAT), text(json)], 'end_turn')
  }[says]
}

const WEBHOOK_LAPSES: Readonly<Record<Saying, unknown>> = {
  refusal: { refusal: 'no' },
  maxTokens: { thinking: PASSES.thinking },
  textOnly: CHAT,
  twoAnswers: [BLOCKS, PASSES],
  wrongTool: { verdict: PASSES },
  textBesides: { ...PASSES, note: CHAT }
}

/** The body that goes with an HTTP error. */
export function errorOf(api: Api, status: number): unknown {
  if (api === 'webhook') return { error: 'SECRET-OF-THE-ENDPOINT' }
  const type = ERROR_TYPES[status] ?? 'api_error'
  if (api === 'openai') return { error: { message: 'SECRET-OF-THE-ENDPOINT', type, param: null, code: null } }
  return { type: 'error', error: { type, message: 'SECRET-OF-THE-ENDPOINT' }, request_id: 'req_011CTest' }
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error'
}

const text = (said: string): unknown => ({ type: 'text', text: said, citations: null })

const message = (content: readonly unknown[], stopReason: string): unknown => ({
  id: 'msg_01Test',
  type: 'message',
  role: 'assistant',
  model: 'fake-model-of-the-server',
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  stop_details: stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
  usage: { input_tokens: 2_100, output_tokens: 90 }
})

const choice = (said: Readonly<Record<string, unknown>>, finishReason: string): object => ({
  index: 0,
  message: { role: 'assistant', refusal: null, ...said },
  logprobs: null,
  finish_reason: finishReason
})

const completion = (choices: readonly unknown[]): unknown => ({
  id: 'chatcmpl-test',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'fake-model-of-the-server',
  choices,
  usage: { prompt_tokens: 2_100, completion_tokens: 90, total_tokens: 2_190 }
})
