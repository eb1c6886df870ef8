/** `POST /decide` and `POST /decide/batch`: may these tool calls run? */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../decider/call.ts'
import type { Decider } from '../decider/decider.ts'
import type { CallContext, CallerLayers, Decision, SettingsProblem } from '../engine/decision.ts'
import { type MaybePromise, whenKnown } from '../engine/maybe-promise.ts'
import type { DecisionEvent, DecisionObserver } from '../log/decision-event.ts'
import { traceOf } from '../plugins/request-ids.ts'
import type { LivePolicies, Selection } from '../policies/live.ts'
import type { AppliedPolicy } from '../policies/policy-set.ts'
import { Refusal, summary } from '../problems.ts'
import { batchRequest, decideRequest } from '../requests/decide.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { batchAnswer, type DecisionAnswer, decision } from './schemas/decide.ts'
import { refuseUnavailable } from './unavailable.ts'

export interface DecideOptions {
  readonly policies: LivePolicies
  readonly decider: Decider
  readonly settings: SettingsStore
  readonly observer: DecisionObserver
  readonly allowInlinePolicy: boolean
}

export const decideRoutes: FastifyPluginCallbackZod<DecideOptions> = (app, options, done) => {
  const { policies, decider, settings, observer, allowInlinePolicy } = options

  const selectionFor = (request: FastifyRequest, context: CallContext & Agent): Selection =>
    policies.current().select({
      tenant: request.principal.tenant,
      projectDir: context.projectDir ?? context.cwd,
      platform: context.platform,
      agent: context.agent
    })

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
      const since = performance.now()
      refuseInlinePolicy(body, allowInlinePolicy)
      const decide = (sent: typeof body) => {
        const selection = selectionFor(request, sent)
        const { policy } = selection
        const call = {
          ...callerOf(request, sent, selection, since),
          request: withoutTranscript(sent),
          toolUseId: sent.toolUseId
        }
        return whenKnown(decider.decide(call), (decided) => {
          const event = eventOf(request, sent, sent, settled(decided), selection, since)
          return whenKnown(observer.decided(event), (final) =>
            answerOf(final, policy, request.id, sent.explain, sent.toolUseId)
          )
        })
      }
      return body.settingsRef === undefined
        ? decide(body)
        : whenKnown(withSettings(request, body, settings), decide)
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
    async (request) => {
      const { calls, ...sent } = request.body
      const since = performance.now()
      refuseInlinePolicy(sent, allowInlinePolicy)
      const context = sent.settingsRef === undefined ? sent : await withSettings(request, sent, settings)
      // A call without tool or input is decided like one of the wrong type.
      const given = calls.map((call) => ({ ...call, tool: call.tool, input: call.input }))
      const selection = selectionFor(request, context)
      const { policy } = selection
      const caller = callerOf(request, context, selection, since)
      const { decisions, batches, maxConcurrency } = settled(
        await decider.decideBatch(caller, withoutTranscript(context), given)
      )
      // Told in their order, and waited for together.
      const finals = await Promise.all(
        decisions.map((one, index) => {
          const call = { ...given[index], toolUseId: one.toolUseId }
          return observer.decided(eventOf(request, context, call, one, selection, since))
        })
      )
      const answers = finals.map((final, index) => {
        const { toolUseId = '' } = calls[index] ?? {}
        return { ...answerOf(final, policy, request.id, context.explain), toolUseId }
      })
      return { decisions: answers, batches, maxConcurrency }
    }
  )

  done()
}

interface Agent {
  readonly agent?: { readonly id?: string | undefined; readonly type?: string | undefined } | undefined
}

function refuseInlinePolicy(
  body: { readonly settings?: CallerLayers | undefined },
  allowInlinePolicy: boolean
): void {
  if (body.settings?.policy !== undefined && !allowInlinePolicy) {
    throw new Refusal(
      'inline-policy-not-allowed',
      'settings.policy belongs to the service: leave the key out'
    )
  }
}

interface CallerFields extends Agent {
  readonly transcript?: Caller['transcript'] | undefined
  readonly deadlineMs?: number | undefined
}

const NO_TRANSCRIPT: Caller['transcript'] = []

const callerOf = (
  { principal }: FastifyRequest,
  { agent, transcript = NO_TRANSCRIPT, deadlineMs }: CallerFields,
  { engine, hooks }: Selection,
  since: number
): Caller => ({ tenant: principal.tenant, engine, hooks, agent, transcript, deadlineMs, since })

/** The engine does not read it, and another thread would be sent a copy. */
const withoutTranscript = <T extends CallerFields>(body: T): T =>
  body.transcript === undefined ? body : { ...body, transcript: undefined }

interface SettingsFields {
  readonly settings?: CallerLayers | undefined
  readonly settingsRef?: string | undefined
}

/** The same body with the layers its reference stands for. */
function withSettings<T extends SettingsFields>(
  request: FastifyRequest,
  body: T,
  store: SettingsStore
): MaybePromise<T> {
  const { settingsRef = '' } = body
  const use = (settings: CallerLayers | undefined): T => {
    if (settings !== undefined) return { ...body, settings }
    throw new Refusal('unknown-settings-ref', 'this reference is not known: send the layers in settings')
  }
  const found = store.get(request.principal.tenant, settingsRef)
  return found instanceof Promise ? found.then(use, refuseUnavailable) : use(found)
}

interface CallFields {
  readonly tool?: unknown
  readonly input?: unknown
  readonly toolUseId?: string | undefined
}

function eventOf(
  request: FastifyRequest,
  context: CallContext & Agent,
  call: CallFields,
  decided: Decision,
  { policy, log }: Selection,
  since: number
): DecisionEvent {
  const { principal, id } = request
  return {
    principal,
    requestId: id,
    traceId: request.headers.traceparent === undefined ? undefined : traceOf(request.headers)?.traceId,
    sessionId: context.sessionId,
    toolUseId: call.toolUseId,
    agent: context.agent,
    headless: context.headless,
    tool: call.tool,
    input: call.input,
    decision: decided,
    policy,
    log,
    durationMs: performance.now() - since
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
    denials: decided.denials,
    classifier: decided.classifier,
    suggestions: decided.suggestions,
    policy,
    warnings: decided.warnings,
    trace: explain === true ? decided.trace : undefined,
    toolUseId,
    requestId
  }
}
