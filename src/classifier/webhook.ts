/** A judge of one's own behind plain HTTP; docs/classifier-webhook.md describes it. */
import { Endpoint } from './endpoint.ts'
import type { JudgeModel } from './judge-model.ts'
import { answeredIn, bearer, type ModelAccess, oneShotModel } from './one-shot-model.ts'
import { ANSWER_SCHEMA } from './prompt/answer-form.ts'
import type { Prompt } from './prompt/prompt.ts'

const MAX_ANSWER_BYTES = 64 * 1024

/** `url` is the whole address. */
export function webhookModel({ url, model, key }: ModelAccess, secret?: Uint8Array): JudgeModel {
  const endpoint = new Endpoint({
    headers: () => bearer(key()),
    maxBytes: MAX_ANSWER_BYTES
  })
  return oneShotModel(
    model,
    {
      content: contentOf,
      async ask(prompt, signal) {
        const text = await endpoint.post(url, JSON.stringify(contentOf(prompt)), signal)
        return answeredIn(text, prompt.hardDeny)
      },
      close: () => endpoint.close()
    },
    secret
  )
}

const contentOf = ({ call, hardDeny, instructions, material }: Prompt): object => ({
  version: 1,
  call,
  hardDeny,
  prompt: { instructions, material },
  answer: ANSWER_SCHEMA
})
