/** Auto mode beyond the rules: the session's denials, then the classifier, then the count. */
import { createHash } from 'node:crypto'
import type {
  Classifier,
  Consultation,
  Consulted,
  ConsultOptions,
  Question
} from '../classifier/classifier.ts'
import type { Denials } from '../engine/breaker.ts'
import type { ClassifierReport, Decision } from '../engine/decision.ts'
import type { MaybePromise } from '../engine/maybe-promise.ts'
import type { AutoQuestion } from '../engine/open-question.ts'
import type { ClassifierVerdict, Ruling } from '../engine/ruling.ts'
import type { DenialStore, SessionName } from '../sessions/denial-store.ts'
import { type Call, leftOf } from './call.ts'

/** What a call came to, and how the classifier was asked for it. */
export interface Ruled {
  readonly ruling: Ruling
  readonly report: ClassifierReport | undefined
}

/** A question on its way. */
export type Pending =
  | { readonly kind: 'ruled'; readonly ruling: Ruling }
  | {
      readonly kind: 'asked'
      readonly consultation: Consultation
      readonly speculative: boolean
      readonly denials: Denials
    }

/** The state of a session; undefined: it is not known. */
export type State = Denials | undefined

export class AutoPath {
  readonly #denials: DenialStore
  readonly #classifier: Classifier | undefined

  constructor(denials: DenialStore, classifier: Classifier | undefined) {
    this.#denials = denials
    this.#classifier = classifier
  }

  /** Whether anything can be asked ahead of its need. */
  get canSpeculate(): boolean {
    return this.#classifier !== undefined
  }

  /** The state that the next question of the call's session starts from. */
  async stateFor(call: Call, { open }: Decision): Promise<State> {
    const session = sessionOf(call)
    const limits = open?.kind === 'auto' ? open.limits : undefined
    return session === undefined ? undefined : await orUndefined(() => this.#denials.read(session, limits))
  }

  /** Asks the classifier, unless the state of the session stands before it (D10). */
  async ask(call: Call, decision: Decision, state: State, speculative: boolean): Promise<Pending> {
    const { open: question } = decision
    if (question?.kind !== 'auto') throw new Error('only an open question is asked')
    if (state === undefined) return { kind: 'ruled', ruling: { kind: 'stateUnknown' } }
    if (state.breakerOpen) return { kind: 'ruled', ruling: { kind: 'breakerOpen', denials: state } }
    const classifier = this.#classifier
    if (classifier === undefined) {
      return { kind: 'ruled', ruling: { kind: 'noClassifier', denials: state } }
    }
    const asked = await questionOf(call, decision, question)
    const options: ConsultOptions = { withinMs: leftOf(call), speculative }
    return {
      kind: 'asked',
      consultation: classifier.consult(asked, options),
      speculative,
      denials: state
    }
  }

  /** Looks at the session, then asks. */
  async begin(call: Call, decision: Decision, speculative: boolean): Promise<Pending> {
    return this.ask(call, decision, await this.stateFor(call, decision), speculative)
  }

  /** Waits for the classifier, and counts what it said. */
  async settle(call: Call, { open, directoryUnknown }: Decision, pending: Pending): Promise<Ruled> {
    if (pending.kind === 'ruled') return { ruling: pending.ruling, report: undefined }
    pending.consultation.use()
    const consulted = await pending.consultation.answer
    const report = reportOf(consulted, pending.speculative)
    const { judgement } = consulted
    if ('none' in judgement) {
      const { none: code, askPerson } = judgement
      return { ruling: { kind: 'noVerdict', code, askPerson, denials: pending.denials }, report }
    }
    const { block, reason, category, hardDeny } = judgement.verdict
    const verdict: ClassifierVerdict = { block, reason, category, hardDeny: block && hardDeny !== undefined }
    const session = sessionOf(call)
    const event = {
      event: block ? 'block' : 'success',
      id: eventId('decide', call, directoryUnknown)
    } as const
    const limits = open?.kind === 'auto' ? open.limits : undefined
    const counted = session && (await orUndefined(() => this.#denials.record(session, event, limits)))
    return { ruling: { kind: 'verdict', verdict, denials: counted?.denials }, report }
  }

  /** All of it, where nothing was asked ahead. */
  async rule(call: Call, decision: Decision): Promise<Ruled> {
    return this.settle(call, decision, await this.begin(call, decision, false))
  }

  /** Counts an allow that was given without the classifier; nobody waits. */
  allowed(call: Call, by: 'decide' | 'hook' = 'decide'): void {
    const session = sessionOf(call)
    if (session !== undefined) this.#denials.succeedLater(session, eventId(by, call))
  }
}

/**
 * A decision, and a hook's answer in place of a person, are two events of one call. Some runtimes number the calls of each
 * response from the start: another call under the same id is no replay.
 */
function eventId(
  what: 'decide' | 'hook',
  { toolUseId, request }: Call,
  startUnknown = false
): string | undefined {
  if (toolUseId === undefined) return undefined
  const { tool, input, cwd } = request
  const digest = createHash('sha256')
    .update(JSON.stringify([tool, input, startUnknown || cwd]))
    .digest('base64url')
  return `${what}:${toolUseId}:${digest}`
}

const sessionOf = ({ tenant, request: { sessionId } }: Call): SessionName | undefined =>
  sessionId === undefined ? undefined : { tenant, sessionId }

/** Stores reject with nothing but that they are not available. */
async function orUndefined<T>(answer: () => MaybePromise<T>): Promise<T | undefined> {
  try {
    return await answer()
  } catch {
    return undefined
  }
}

const MAY_BE_ELSEWHERE =
  'An earlier call of the same response may have changed the directory: where this one starts is not known'

/** All that is known of the call. What a shell command does is looked at once more, from memory. */
async function questionOf(call: Call, decision: Decision, open: AutoQuestion): Promise<Question> {
  const { request, tenant, transcript, engine } = call
  const { tool, cwd, projectDir, homeDir, additionalDirectories, platform } = request
  const input = open.updatedInput ?? request.input
  const analysis =
    decision.parse === undefined
      ? undefined
      : await engine.classify({
          ...{ tool, input, cwd, projectDir, homeDir, additionalDirectories, platform },
          startUnknown: decision.directoryUnknown
        })
  return {
    tenant,
    tool,
    input,
    cwd,
    projectDir: projectDir ?? cwd,
    platform: platform ?? 'linux',
    realPaths: linksIn(request.realPaths),
    openBecause: decision.directoryUnknown === true ? `${open.because}. ${MAY_BE_ELSEWHERE}` : open.because,
    analysis,
    guidance: open.guidance,
    transcript
  }
}

/** What leads elsewhere; a path that is its own says nothing. */
function linksIn(realPaths: Question['realPaths'] = {}): Question['realPaths'] {
  const links = Object.entries(realPaths).filter(([path, target]) => path !== target)
  return links.length === 0 ? undefined : Object.fromEntries(links)
}

function reportOf(
  { judgement, model, durationMs, cached }: Consulted,
  speculative: boolean
): ClassifierReport {
  const asked = { model, durationMs, cached, speculative, outcome: 'used' as const }
  if ('none' in judgement) return { verdict: 'none', reason: judgement.none, ...asked }
  const { block, reason, category } = judgement.verdict
  return { verdict: block ? 'block' : 'allow', reason, category, ...asked }
}
