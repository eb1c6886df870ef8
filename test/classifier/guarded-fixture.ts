/** A guarded classifier before a scripted model server, over connections of its own. */
import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { fetch } from 'undici'
import type { Consulted, ConsultOptions, ModelVerdict, Question } from '../../src/classifier/classifier.ts'
import { GuardedClassifier, type GuardedClassifierOptions } from '../../src/classifier/guarded-classifier.ts'
import type { Answered, JudgeModel, ModelRequest } from '../../src/classifier/judge-model.ts'

/** As short as a model there can be: sends the tool's name, and believes whatever comes back. */
function modelAt(url: string): JudgeModel {
  return {
    model: 'judge-1',
    prepare({ tool }) {
      if (tool === TOO_LONG) return undefined
      const digest = createHash('sha256').update(tool).digest('hex')
      return { digest, prompt: { instructions: '', material: tool, hardDeny: [] } }
    },
    async ask({ prompt }: ModelRequest, signal): Promise<Answered> {
      const response = await fetch(url, { method: 'POST', body: prompt.material, signal }).catch(
        () => undefined
      )
      if (response === undefined) return { none: 'classifier-unreachable', retry: true }
      if (!response.ok) {
        await response.body?.cancel()
        return { none: 'classifier-error', retry: false }
      }
      const text = await response.text().catch(() => undefined)
      if (text === undefined) return { none: 'classifier-unreachable', retry: false }
      try {
        // The scripted server answers in this form or in none.
        return { verdict: JSON.parse(text) as ModelVerdict }
      } catch {
        return { none: 'classifier-unparsable', retry: false }
      }
    },
    close() {}
  }
}

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

const PATIENT_MS = 10_000

export function guarded(
  url: string,
  options: Partial<Pick<GuardedClassifierOptions, 'timeoutMs' | 'concurrency' | 'model'>> = {}
): Guarded {
  const lines: string[] = []
  let now = 1
  const classifier = new GuardedClassifier({
    model: modelAt(url),
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
  input: {},
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
