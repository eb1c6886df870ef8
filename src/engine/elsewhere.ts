/**
 * Calls that would hold up other callers are decided elsewhere (another thread, say), through a port. Where no answer
 * comes from there, the script is not read: it is a person's decision, after deny rules were tried on its raw words.
 */
import type { ScriptAnalyser } from './checks/script-analyser.ts'
import { classifyCall } from './classify.ts'
import { ALONE, type BatchPosition, type Decided, decideCall, type Service } from './decide.ts'
import type { Classification, ClassifyRequest, DecideRequest, SettingsProblem } from './decision.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** Requests and answers are plain data. */
export interface Elsewhere {
  /** Tells from the commands of a call alone whether it may take long. */
  isHeavy(request: DecideRequest | ClassifyRequest): boolean
  /** Tells whether compiling the settings of a call may take long. */
  hasHeavySettings(request: DecideRequest): boolean
  /** undefined: no answer, or none in time. Never throws. What is read is taken off the allowance. */
  decide(request: DecideRequest, position: BatchPosition): Promise<Decided | SettingsProblem | undefined>
  classify(request: ClassifyRequest): Promise<Classification | undefined>
}

export interface GuardedService extends Service {
  readonly elsewhere: Elsewhere | undefined
}

export function decideAnywhere(
  request: DecideRequest,
  service: GuardedService,
  position: BatchPosition = ALONE
): MaybePromise<Decided | SettingsProblem> {
  const { elsewhere } = service
  if (elsewhere === undefined || !takesLong(request, service, elsewhere, position)) {
    return decideCall(request, service, position)
  }
  return elsewhere
    .decide(request, position)
    .then((decided) => decided ?? decideCall(request, withoutReading(service), position))
}

/** Settings that come again are worth compiling here; in a batch they are compiled already. */
const takesLong = (
  request: DecideRequest,
  { layers }: Service,
  elsewhere: Elsewhere,
  position: BatchPosition
): boolean =>
  elsewhere.isHeavy(request) ||
  (position === ALONE && elsewhere.hasHeavySettings(request) && !layers.isFamiliar(request.settings ?? {}))

export function classifyAnywhere(
  request: ClassifyRequest,
  service: GuardedService
): MaybePromise<Classification> {
  const { elsewhere } = service
  if (elsewhere === undefined || !elsewhere.isHeavy(request))
    return classifyCall(request, service, service.base)
  return elsewhere
    .classify(request)
    .then((classification) => classification ?? classifyCall(request, withoutReading(service), service.base))
}

function withoutReading(service: Service): Service {
  const { skim } = service.analyser
  const analyser: ScriptAnalyser = { skim, analyse: (text) => skim(text, LATE) }
  return { ...service, analyser }
}

const LATE = { code: 'late', message: 'reading it took too long', offset: undefined } as const
