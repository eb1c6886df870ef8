/** The second model that judges calls in auto mode: the port, as the decision path sees it. */
import type { Classification } from '../engine/decision.ts'
import type { Guidance } from '../engine/layers/auto-mode.ts'

export type { Guidance } from '../engine/layers/auto-mode.ts'

/** One turn of the conversation as the caller sent it. */
export interface TranscriptEntry {
  readonly role: string
  readonly content: unknown
}

/** Everything that is known of a call that no rule settled. */
export interface Question {
  readonly tenant: string
  readonly tool: string
  /** As it would run. */
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly projectDir: string
  readonly platform: string
  /** Where the symbolic links lead that the caller knows of; undefined: it knows of none. */
  readonly realPaths?: Readonly<Record<string, string>> | undefined
  /** Why no rule settled the call, in a sentence. */
  readonly openBecause: string
  /** Static analysis of a shell command. */
  readonly analysis: Classification | undefined
  readonly guidance: Guidance
  readonly transcript: readonly TranscriptEntry[]
}

/** What the model answered. */
export interface ModelVerdict {
  readonly block: boolean
  readonly reason: string
  readonly category: string
  /** The `hard_deny` entry that the call meets, as the model names it. */
  readonly hardDeny: string | undefined
}

/** Why there is no verdict. None of these is a denial. */
export const NO_VERDICT_CODES = [
  /** No answer within the time-out. */
  'classifier-timeout',
  /** The caller's deadline came first. */
  'classifier-deadline',
  /** The endpoint cannot be reached, or broke off. */
  'classifier-unreachable',
  /** The endpoint answered with an error. */
  'classifier-error',
  /** The model declined to answer. */
  'classifier-refused',
  /** The answer is not in the agreed form. */
  'classifier-unparsable',
  /** The call is too long to be shown whole. */
  'call-too-long',
  /** Too many calls wait for the classifier, or this one waited too long for its turn. */
  'classifier-overloaded',
  /** The endpoint gave no verdict lately and is left alone for a while. */
  'classifier-paused'
] as const
export type NoVerdictCode = (typeof NO_VERDICT_CODES)[number]

/** What came of asking. */
export type Judgement =
  | { readonly verdict: ModelVerdict }
  | {
      readonly none: NoVerdictCode
      /** There were so many in a row that a person answers instead (D9). */
      readonly askPerson: boolean
    }

export interface Consulted {
  readonly judgement: Judgement
  readonly model: string
  /** Milliseconds that were waited for the model. */
  readonly durationMs: number
  /** The verdict of an equal question asked lately. */
  readonly cached: boolean
}

/** One question on its way. */
export interface Consultation {
  /** Never rejects; there is no verdict once it is discarded. */
  readonly answer: Promise<Consulted>
  /** The answer turned out to be needed: a speculation counts as used. */
  use(): void
  /** Nobody needs the answer: the model call ends unless others wait for it, and a speculation counts as wasted. */
  discard(): void
}

export interface ConsultOptions {
  /** Milliseconds that the caller has left; undefined: as long as the time-out allows. */
  readonly withinMs: number | undefined
  /** Started before it is known to be needed. */
  readonly speculative: boolean
}

export interface Classifier {
  /** Never throws. Equal questions of a tenant share one model call and, for a while, its verdict. */
  consult(question: Question, options: ConsultOptions): Consultation
  /** Ends what is under way. */
  close(): void
}
