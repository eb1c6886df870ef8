/** The real app in auto mode, around the real engine, with a scripted model to judge. */
import { pino } from 'pino'
import { type AppDependencies, buildApp } from '../../src/app.ts'
import { anthropicModel } from '../../src/classifier/anthropic.ts'
import { GuardedClassifier } from '../../src/classifier/guarded-classifier.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { HttpHookRunner } from '../../src/hooks/http-hook-runner.ts'
import { activeSet } from '../../src/policies/active-set.ts'
import { fixedPolicies, type LivePolicies } from '../../src/policies/live.ts'
import type { Policy } from '../../src/policies/policy-file.ts'
import { policySet } from '../../src/policies/policy-set.ts'
import { type DecisionAnswer, decision } from '../../src/routes/schemas/decide.ts'
import { newEngine, sharedReader } from '../engine-fixture.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'

export type Json = Readonly<Record<string, unknown>>

export interface AutoApp {
  readonly model: ModelServer
  /** Decides a call in auto mode; a Bash command unless the fields say otherwise. */
  decide(command: string, fields?: Json): Promise<DecisionAnswer>
  /** The answer to any request, as JSON. */
  send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: Json): Promise<Json>
  close(): Promise<void>
}

export interface AutoAppOptions extends Partial<AppDependencies> {
  readonly policyFiles?: readonly Policy[]
  readonly timeoutMs?: number
  /** Default: the scripted model. */
  readonly withoutClassifier?: true
}

export const SESSION = {
  sessionId: 'session-1',
  mode: 'auto',
  cwd: '/home/dev/app',
  homeDir: '/home/dev'
} as const

export async function startAutoApp({
  policyFiles: policies = [],
  timeoutMs = 5_000,
  withoutClassifier,
  ...dependencies
}: AutoAppOptions = {}): Promise<AutoApp> {
  const model = await startModelServer()
  const logger = pino({ enabled: false })
  const judge = anthropicModel({ url: model.url, model: 'judge-1', key: () => 'sk-judge' })
  const classifier = new GuardedClassifier({ model: judge, logger, timeoutMs, concurrency: 16 })
  const hooks = new HttpHookRunner()
  const app = buildApp({
    policies: await livePolicies(policies),
    hooks,
    allowInlinePolicy: true,
    classifier: withoutClassifier === true ? undefined : classifier,
    ...dependencies
  })
  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: Json): Promise<Json> => {
    const answer = await app.inject({ method, url, ...(body === undefined ? {} : { payload: { ...body } }) })
    return answer.body === '' ? { status: answer.statusCode } : answer.json()
  }
  return {
    model,
    send,
    async decide(command, fields = {}) {
      const call = { ...SESSION, tool: 'Bash', input: { command }, ...fields }
      return decision.parse(await send('POST', '/decide', call))
    },
    async close() {
      await app.close()
      classifier.close()
      await hooks.close()
      await model.close()
    }
  }
}

async function livePolicies(policies: readonly Policy[]): Promise<LivePolicies> {
  const reader = await sharedReader()
  const active = activeSet({
    set: policySet(policies),
    files: new Map(),
    loadedAt: new Date(),
    engineOver: (applied) => createEngine({ reader, policies: applied })
  })
  if ('problem' in active) throw new Error(JSON.stringify(active.issues))
  return { ...fixedPolicies(await newEngine()), current: () => active }
}
