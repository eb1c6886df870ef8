/**
 * Asks a model with everything around it that a single request has not: bounds in time and number, equal questions
 * together, and a person instead where the model stays silent.
 */
import type { Logger } from 'pino'
import type {
  Classifier,
  Consultation,
  ConsultOptions,
  ModelVerdict,
  NoVerdictCode,
  Question
} from './classifier.ts'
import { type ClassifierCounters, newCounters } from './counters.ts'
import { FairSlots } from './fair-slots.ts'
import type { JudgeModel, ModelRequest } from './judge-model.ts'
import { NoVerdictStreak } from './no-verdict-streak.ts'
import { PendingConsultation } from './pending-consultation.ts'
import { type Ending, SharedCall } from './shared-call.ts'
import { VerdictCache } from './verdict-cache.ts'

export interface GuardedClassifierOptions {
  readonly model: JudgeModel
  readonly logger: Logger
  /** For a question, waiting for its turn and all attempts included. */
  readonly timeoutMs: number
  /** Questions at once. */
  readonly concurrency: number
  /** Milliseconds on a clock that never goes back, for what lasts longer than a call. */
  readonly now?: () => number
}

interface Asked {
  readonly key: string
  readonly tenant: string
  readonly request: ModelRequest
  readonly withinMs: number | undefined
}

/** So many times as many as are asked at once may wait. */
const PLACES_A_SLOT = 4

export class GuardedClassifier implements Classifier {
  readonly counters: ClassifierCounters = newCounters()
  readonly #options: GuardedClassifierOptions
  readonly #slots: FairSlots<SharedCall>
  readonly #streak: NoVerdictStreak
  readonly #verdicts: VerdictCache
  /** On their way, by key. */
  readonly #calls = new Map<string, SharedCall>()
  /** As the log tells it. */
  #isDown = false
  #isClosed = false

  constructor(options: GuardedClassifierOptions) {
    const { concurrency, now = () => performance.now() } = options
    this.#options = options
    this.#slots = new FairSlots({ slots: concurrency, places: concurrency * PLACES_A_SLOT })
    this.#streak = new NoVerdictStreak({ now })
    this.#verdicts = new VerdictCache({ now })
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#slots.waiting
  }

  /** Calls that are at the model. */
  get inFlight(): number {
    return this.#slots.atWork
  }

  /** Persons answer for some tenant, since the model gave no verdicts lately. */
  get isPaused(): boolean {
    return this.#streak.out > 0
  }

  /** For whoever watches the service. */
  figures() {
    const { waiting, inFlight, isPaused } = this
    return { speculations: this.counters.speculations, waiting, inFlight, isPaused }
  }

  /** Why the service is not quite well; undefined: it is. */
  health(): string | undefined {
    return this.isPaused ? 'classifier-down' : undefined
  }

  consult(question: Question, { withinMs, speculative }: ConsultOptions): Consultation {
    const { speculations } = this.counters
    if (speculative) speculations.started += 1
    const pending = new PendingConsultation({
      model: this.#options.model.model,
      told: (isNeeded) => {
        if (speculative) speculations[isNeeded ? 'used' : 'wasted'] += 1
      }
    })
    const { tenant } = question
    if (this.#isClosed) this.#giveNone(pending, tenant, 'classifier-unreachable')
    else if (withinMs !== undefined && withinMs <= 0) this.#giveNone(pending, tenant, 'classifier-deadline')
    else this.#answer(pending, question, withinMs)
    return pending
  }

  close(): void {
    this.#isClosed = true
    for (const call of [...this.#calls.values()]) {
      call.end({ none: 'classifier-unreachable', isOfModel: false })
    }
    this.#options.model.close()
  }

  #answer(pending: PendingConsultation, question: Question, withinMs: number | undefined): void {
    const { model } = this.#options
    const { tenant } = question
    const request = model.prepare(question)
    if (request === undefined) {
      this.#giveNone(pending, tenant, 'call-too-long')
      return
    }
    const key = JSON.stringify([tenant, model.model, request.digest])
    const known = this.#verdicts.get(key)
    if (known !== undefined) this.#giveVerdict(pending, known, true)
    else if (!this.#streak.mayAsk(tenant)) this.#giveNone(pending, tenant, 'classifier-paused')
    else this.#ask(pending, { key, tenant, request, withinMs })
  }

  /** Joins an equal question that is under way, or sends this one. */
  #ask(pending: PendingConsultation, { key, tenant, request, withinMs }: Asked): void {
    const underWay = this.#calls.get(key)
    const call = underWay ?? this.#newCall(key, tenant, request)
    this.#wait(pending, call, withinMs)
    if (underWay === undefined) this.#slots.enter(call)
    else this.counters.shared += 1
  }

  #newCall(key: string, tenant: string, request: ModelRequest): SharedCall {
    const { model, timeoutMs } = this.#options
    const isProbe = this.#streak.isOut(tenant)
    this.#streak.asked(tenant)
    const call = new SharedCall({
      ...{ tenant, model, request, timeoutMs },
      retried: () => {
        this.counters.retried += 1
      },
      ended: (ending) => this.#end(key, call, ending, isProbe)
    })
    this.#calls.set(key, call)
    return call
  }

  #wait(pending: PendingConsultation, call: SharedCall, withinMs: number | undefined): void {
    const { tenant } = call
    const waiter = (ending: Ending): void => {
      if ('verdict' in ending) this.#giveVerdict(pending, ending.verdict)
      else this.#giveNone(pending, tenant, ending.none)
    }
    call.join(waiter)
    pending.onDiscard(() => call.discard(waiter))
    if (withinMs === undefined || withinMs >= this.#options.timeoutMs) return
    pending.onDeadline(withinMs, () => {
      this.#giveNone(pending, tenant, 'classifier-deadline')
      call.leave(waiter)
    })
  }

  #giveVerdict(pending: PendingConsultation, verdict: ModelVerdict, cached = false): void {
    pending.conclude({ verdict }, cached)
  }

  /** Told before the call counts: of those in a row that fail, the last that reaches the limit is no person's yet. */
  #giveNone(pending: PendingConsultation, tenant: string, none: NoVerdictCode): void {
    pending.conclude({ none, askPerson: this.#streak.isOut(tenant) })
  }

  #end(key: string, call: SharedCall, ending: Ending, isProbe: boolean): void {
    const { tenant } = call
    this.#calls.delete(key)
    if ('verdict' in ending) {
      this.#verdicts.set(key, ending.verdict)
      this.#streak.verdict(tenant)
    } else if (ending.isOfModel) {
      this.#streak.noVerdict(tenant)
      // Those that are there already may come to something; further ones do not go.
      if (this.#streak.isOut(tenant)) this.#pause(tenant)
    } else if (isProbe) {
      this.#streak.takeBack(tenant)
    }
    this.#slots.leave(call)
    this.#report(ending)
  }

  #pause(tenant: string): void {
    for (const call of this.#slots.waitingOf(tenant)) {
      call.end({ none: 'classifier-paused', isOfModel: false })
    }
  }

  /** A line for an outage and one for its end. */
  #report(ending: Ending): void {
    const { logger } = this.#options
    if ('none' in ending && this.isPaused && !this.#isDown) {
      this.#isDown = true
      logger.warn({ code: ending.none }, 'the classifier gives no verdicts: persons are asked instead')
    } else if ('verdict' in ending && !this.isPaused && this.#isDown) {
      this.#isDown = false
      logger.warn('the classifier gives verdicts again')
    }
  }
}
