/** A guarded classifier before a scripted model server. */
import { pino } from 'pino'
import type { Consulted, ConsultOptions, Question } from '../../src/classifier/classifier.ts'
import { GuardedClassifier, type GuardedClassifierOptions } from '../../src/classifier/guarded-classifier.ts'
import type { JudgeModel } from '../../src/classifier/judge-model.ts'
import type { ModelAccess } from '../../src/classifier/one-shot-model.ts'
import { webhookModel } from '../../src/classifier/webhook.ts'

/** The name of a tool whose calls are too long for the model. */
export const TOO_LONG = 'TooLong'

export interface Guarded {
  readonly classifier: GuardedClassifier
  readonly lines: readonly string[]
  /** Asks about a call of this name. */
  ask(tool: string, options?: Asking): Promise<Consulted>
  /** The same without waiting. */
  consult(tool: string, options?: Asking): ReturnType<GuardedClassifier['consult']>
  /** Lets the clock of streaks and the cache go on. */
  pass(ms: number): void
}

export interface Asking extends Partial<ConsultOptions> {
  readonly tenant?: string
}

export interface GuardedOptions extends Partial<Pick<GuardedClassifierOptions, 'timeoutMs' | 'concurrency'>> {
  readonly open?: (access: ModelAccess) => JudgeModel
}

const PATIENT_MS = 10_000

export function guarded(
  url: string,
  { open: modelAt = webhookModel, ...options }: GuardedOptions = {}
): Guarded {
  const lines: string[] = []
  let now = 1
  const classifier = new GuardedClassifier({
    model: modelAt({ url, model: 'judge-1', key: () => undefined }),
    timeoutMs: PATIENT_MS,
    concurrency: 16,
    ...options,
    logger: pino({ base: null }, { write: (line: string) => lines.push(line) }),
    now: () => now
  })
  const consult: Guarded['consult'] = (tool, { tenant = 'acme', withinMs, speculative = false } = {}) =>
    classifier.consult(questionOf(tool, tenant), { withinMs, speculative })
  return {
    classifier,
    lines,
    consult,
    ask: (tool, asking) => consult(tool, asking).answer,
    pass: (ms) => {
      now += ms
    }
  }
}

export const questionOf = (tool: string, tenant: string): Question => ({
  tenant,
  tool,
  input: tool === TOO_LONG ? { text: 'x'.repeat(1_000_000) } : {},
  cwd: '/work',
  projectDir: '/work',
  platform: 'linux',
  openBecause: 'no rule speaks of it',
  analysis: undefined,
  guidance: { environment: undefined, allow: undefined, softDeny: undefined, hardDeny: undefined },
  transcript: []
})

/** What came of a question, in a word. */
export function outcomeOf({ judgement }: Consulted): string {
  if ('verdict' in judgement) return judgement.verdict.block ? 'block' : 'pass'
  return judgement.askPerson ? `${judgement.none}, a person` : judgement.none
}
