/** `POST /decide` and `POST /decide/batch`: may these tool calls run? */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { CallerLayers, Decision, SettingsProblem } from '../engine/decision.ts'
import type { Engine, MaybePromise } from '../engine/engine.ts'
import type { AppliedPolicy } from '../policies/policy-set.ts'
import { Refusal, summary } from '../problems.ts'
import { batchAnswer, batchRequest, type DecisionAnswer, decideRequest, decision } from './schemas/decide.ts'

export interface DecideOptions {
  readonly engine: Engine
  readonly policy: AppliedPolicy
  readonly allowInlinePolicy: boolean
}

export const decideRoutes: FastifyPluginCallbackZod<DecideOptions> = (app, options, done) => {
  const { engine, policy, allowInlinePolicy } = options

  app.post(
    '/decide',
    {
      schema: {
        operationId: 'decide',
        summary: 'Decide one tool call',
        tags: ['decisions'],
        body: decideRequest,
        response: { 200: decision }
      }
    },
    (request) => {
      const { body } = request
      refuseSettings(body, allowInlinePolicy)
      return then(engine.decide(body), (decided) =>
        answerOf(settled(decided), policy, request.id, body.explain, body.toolUseId)
      )
    }
  )

  app.post(
    '/decide/batch',
    {
      schema: {
        operationId: 'decideBatch',
        summary: 'Decide the calls of one model response',
        tags: ['decisions'],
        body: batchRequest,
        response: { 200: batchAnswer }
      }
    },
    (request) => {
      const { calls, ...context } = request.body
      refuseSettings(context, allowInlinePolicy)
      // A call without tool or input is decided like one of the wrong type.
      const given = calls.map((call) => ({ ...call, tool: call.tool, input: call.input }))
      return then(engine.decideBatch(context, given), (decided) => {
        const { decisions, batches, maxConcurrency } = settled(decided)
        return {
          decisions: decisions.map((one) => ({
            ...answerOf(one, policy, request.id, context.explain),
            toolUseId: one.toolUseId
          })),
          batches,
          maxConcurrency
        }
      })
    }
  )

  done()
}

interface SettingsFields {
  readonly settings?: CallerLayers | undefined
  readonly settingsRef?: string | undefined
}

function refuseSettings(body: SettingsFields, allowInlinePolicy: boolean): void {
  if (body.settings?.policy !== undefined && !allowInlinePolicy) {
    throw new Refusal(
      'inline-policy-not-allowed',
      'settings.policy belongs to the service: leave the key out'
    )
  }
  if (body.settingsRef !== undefined) {
    throw new Refusal('unknown-settings-ref', 'this reference is not known: send the layers in settings')
  }
}

function settled<T extends object>(decided: T | SettingsProblem): T {
  if (!isSettingsProblem(decided)) return decided
  throw new Refusal(decided.problem, summary(decided.issues), decided.issues)
}

const isSettingsProblem = (decided: object): decided is SettingsProblem => 'problem' in decided

function answerOf(
  decided: Decision,
  policy: AppliedPolicy,
  requestId: string,
  explain: boolean | undefined,
  toolUseId?: string
): DecisionAnswer {
  return {
    decision: decided.decision,
    reason: decided.reason,
    messageForModel: decided.messageForModel,
    decidedBy: decided.decidedBy,
    mode: decided.mode,
    updatedInput: decided.updatedInput,
    sandboxed: decided.sandboxed,
    facts: decided.facts,
    suggestions: decided.suggestions,
    policy,
    warnings: decided.warnings,
    trace: explain === true ? decided.trace : undefined,
    toolUseId,
    requestId
  }
}

// A decision that is there at once is answered without a turn of the event loop.
function then<T, R>(value: MaybePromise<T>, use: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
