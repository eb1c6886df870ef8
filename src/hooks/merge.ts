/** What several hooks said of one call, as one verdict: deny before ask before allow. */
import { isDeepStrictEqual } from 'node:util'
import type { HookVerdict } from '../engine/decision.ts'
import type { HookAnswer } from './answer.ts'
import { HOOK_FAILURES, type HookFailureCode } from './hook-client.ts'
import type { HttpHook } from './policy-hooks.ts'

/** What came of asking one hook. */
export type Asked = { readonly hook: HttpHook } & (
  | { readonly answer: HookAnswer }
  | { readonly failure: HookFailureCode }
)

type Input = Readonly<Record<string, unknown>>

const LONGEST_REASON = 1_000
/** What steers a terminal, cannot be seen, or is half a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

const tidy = (reason: string): string => reason.slice(0, LONGEST_REASON).replaceAll(UNSEEN, ' ').trim()

/** The reasons of those who decided, each once. */
function joined(reasons: readonly (string | undefined)[]): string | undefined {
  const given = new Set(reasons.map((reason) => tidy(reason ?? '')).filter((reason) => reason !== ''))
  return given.size === 0 ? undefined : tidy([...given].join('; '))
}

/** The answers that count, and the failures. */
function sorted(asked: readonly Asked[], input: Input) {
  const answers = asked.flatMap((one) => ('answer' in one ? [counted(one.answer, one.hook, input)] : []))
  const failures = asked.flatMap((one) =>
    'failure' in one && one.hook.onFailure === 'block' ? [one.failure] : []
  )
  return { answers, failures, denials: answers.filter(({ decision }) => decision === 'deny') }
}

/** Of a hook that may only restrict, an allowance and another input count as nothing; so does the same input. */
function counted(answer: HookAnswer, { onlyRestricts }: HttpHook, input: Input): HookAnswer {
  const { decision, updatedInput } = answer
  const isNew = updatedInput !== undefined && !onlyRestricts && !isDeepStrictEqual(updatedInput, input)
  return {
    ...answer,
    decision: onlyRestricts && decision === 'allow' ? undefined : decision,
    updatedInput: isNew ? updatedInput : undefined
  }
}

const CONFLICT: HookVerdict = {
  decision: 'deny',
  reason: 'two hooks of the policies rewrite the input differently'
}

/** The one input that hooks put in; undefined: they disagree. */
function rewriteOf(answers: readonly HookAnswer[]): { readonly input: Input | undefined } | undefined {
  const [first, ...others] = answers
    .map(({ updatedInput }) => updatedInput)
    .filter((input) => input !== undefined)
  return others.every((other) => isDeepStrictEqual(other, first)) ? { input: first } : undefined
}

/** The ruling of PreToolUse hooks; a failure refuses the call unless its hook says otherwise. */
export function mergePreToolUse(asked: readonly Asked[], input: Input): HookVerdict | undefined {
  const { answers, failures, denials } = sorted(asked, input)
  if (denials.length > 0) return { decision: 'deny', reason: joined(denials.map(({ reason }) => reason)) }
  if (failures.length > 0) {
    const told = failures.map((failure) => `the hook failed: ${HOOK_FAILURES[failure]}`)
    return { decision: 'deny', reason: joined(told), isLate: failures.every((failure) => failure === 'late') }
  }
  return permitted(answers)
}

/** The ruling of PermissionRequest hooks; while one fails, nobody can say that all of them allow. */
export function mergePermissionRequest(asked: readonly Asked[], input: Input): HookVerdict | undefined {
  const { answers, failures, denials } = sorted(asked, input)
  if (denials.length > 0) return { decision: 'deny', reason: joined(denials.map(({ reason }) => reason)) }
  return failures.length > 0 ? undefined : permitted(answers)
}

function permitted(answers: readonly HookAnswer[]): HookVerdict | undefined {
  const rewrite = rewriteOf(answers)
  if (rewrite === undefined) return CONFLICT
  const updatedInput = rewrite.input
  for (const decision of ['ask', 'allow'] as const) {
    const deciding = answers.filter((answer) => answer.decision === decision)
    if (deciding.length === 0) continue
    // An allowance of what was sent says nothing of what another hook made of it.
    const isForOther =
      decision === 'allow' &&
      updatedInput !== undefined &&
      deciding.every((one) => one.updatedInput === undefined)
    if (isForOther) break
    return { decision, reason: joined(deciding.map(({ reason }) => reason)), updatedInput }
  }
  return updatedInput === undefined ? undefined : { updatedInput }
}
