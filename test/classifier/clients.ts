/** The three kinds of judges before a scripted server. */
import { anthropicModel } from '../../src/classifier/anthropic.ts'
import type { JudgeModel } from '../../src/classifier/judge-model.ts'
import type { ModelAccess } from '../../src/classifier/one-shot-model.ts'
import { openaiModel } from '../../src/classifier/openai.ts'
import { webhookModel } from '../../src/classifier/webhook.ts'

export interface ClientKind {
  readonly name: 'anthropic' | 'openai' | 'webhook'
  readonly path: string
  start(serverUrl: string, access?: Partial<ModelAccess>, secret?: Uint8Array): JudgeModel
}

export const KEY = 'sk-THE-KEY'

const kind = (
  name: ClientKind['name'],
  base: string,
  rest: string,
  start: (access: ModelAccess, secret?: Uint8Array) => JudgeModel
): ClientKind => ({
  name,
  path: base + rest,
  start: (serverUrl, access, secret) =>
    start({ url: serverUrl + base, model: 'judge-1', key: () => KEY, ...access }, secret)
})

export const CLIENTS: readonly ClientKind[] = [
  kind('anthropic', '', '/v1/messages', anthropicModel),
  kind('openai', '/v1', '/chat/completions', openaiModel),
  kind('webhook', '/judge?team=a', '', webhookModel)
]
