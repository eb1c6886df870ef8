/** Sentences for people and for the model. Both are written from the cause alone, so they cannot disagree with it. */
import type { Denials } from './breaker.ts'
import type { Cause, Verdict } from './cause.ts'
import type { Rule } from './rules/rule.ts'
import type { ClassifierVerdict } from './ruling.ts'
import { assertNever, type Behavior } from './verdict.ts'

/** Longest piece of a command that is quoted back. */
const QUOTE_LENGTH = 120

/** Longest reason of a hook that is passed on. */
const REASON_LENGTH = 1_000

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text

/** Blanks that do not fit a line. */
const UNTIDY = /\s\s|[^\S ]|^ | $/

/** The text on one line, in backticks. */
function quote(text: string): string {
  const start = text.length > 2 * QUOTE_LENGTH ? text.slice(0, 2 * QUOTE_LENGTH) : text
  return `\`${cut(UNTIDY.test(start) ? start.replace(/\s+/g, ' ').trim() : start, QUOTE_LENGTH)}\``
}

const named = (rule: Rule): string => `${rule.behavior} rule \`${rule.text}\` of the ${rule.layer} settings`

/** One sentence for a person: which part, which rule of which layer, or which other cause. */
export function reasonOf(verdict: Verdict<string>): string {
  const { cause, earlier = [] } = verdict
  const rest = earlier.length > 0 && cause.kind === 'free' ? 'the rest only reads' : sentence(cause)
  const base = earlier.length === 0 ? rest : [...earlier.map(sentence), rest].join('; ')
  if (verdict.kind === 'unattended') return `${base}; nobody can answer a question here`
  if (verdict.kind === 'mode' && verdict.step === 'mode.dontAsk')
    return `${base}; mode dontAsk refuses what would ask`
  return base
}

function sentence(cause: Cause): string {
  switch (cause.kind) {
    case 'wholeTool':
      return `${cause.tool} is covered by ${named(cause.rule)}`
    case 'contentRule': {
      const { finding } = cause
      const how = finding.guess === undefined ? 'matches' : `may match (${finding.guess})`
      return `${quote(finding.part)} ${how} ${named(finding.rule)}`
    }
    case 'refusal':
      return `${quote(cause.refusal.part)} ${cause.refusal.why}`
    case 'person':
      return cause.why
    case 'hook':
      return `a hook answered ${cause.behavior}${cause.reason === undefined ? '' : `: ${cut(cause.reason, REASON_LENGTH)}`}`
    case 'danger':
      return cause.danger.part === '' ? cause.danger.why : `${quote(cause.danger.part)}: ${cause.danger.why}`
    case 'plan':
      return `plan mode: ${cause.why}`
    case 'mode':
      return cause.why
    case 'allowRules':
      return coverage(cause.covered)
    case 'sandbox':
      return 'the command runs inside the sandbox, which is set to auto-allow'
    case 'free':
      return cause.how === 'readOnly' ? 'the command only reads' : 'the tool needs no permission for this'
    case 'open':
      return cause.why === ''
        ? `no rule allows ${quote(cause.part)}`
        : `${quote(cause.part)} ${cause.why}, and no rule allows it`
    case 'invalidInput':
      return `the input does not fit the tool ${cause.tool}: ${issueList(cause)}`
    case 'classifierMissing':
      return 'no classifier is configured to judge this call'
    case 'classifier':
      return judged(cause.verdict)
    case 'noVerdict':
      return `the classifier gave no verdict (${cause.code}), which says nothing of the call itself`
    case 'breaker':
      return `${cause.blocked === undefined ? '' : `${judged(cause.blocked)}; `}the breaker of this session is open after ${run(cause.denials)}: a person decides, not the classifier`
    case 'stateUnknown':
      return `${cause.blocked === undefined ? '' : `${judged(cause.blocked)}; `}the denials of this session cannot be looked up or counted at the moment`
    default:
      return assertNever(cause)
  }
}

const judged = ({ block, category, hardDeny, reason }: ClassifierVerdict): string =>
  `the classifier ${block ? 'blocked' : 'passed'} the call (${category}${hardDeny ? ', never allowed here' : ''}): ${cut(reason, REASON_LENGTH)}`

const run = ({ consecutive, total, limits }: Denials): string =>
  total >= limits.total ? `${total} denials in all` : `${consecutive} denials in a row`

/** As many parts of a long command as a sentence can bear. */
const MAX_NAMED = 4

function coverage(covered: Extract<Cause, { kind: 'allowRules' }>['covered']): string {
  const parts = covered
    .slice(0, MAX_NAMED)
    .map(({ rule, part }) => `${quote(part)} is covered by ${named(rule)}`)
  const more = covered.length - parts.length
  return more > 0 ? `${parts.join(', ')} and ${more} more by allow rules` : parts.join(', ')
}

const issueList = (cause: Extract<Cause, { kind: 'invalidInput' }>): string =>
  cause.issues.map((issue) => `${issue.path === '' ? 'input' : issue.path} ${issue.message}`).join('; ')

const OPENING: Record<Behavior, string> = {
  allow: '',
  ask: 'A person must confirm this call: ',
  deny: 'This call was refused: '
}

/** What to hand the model on ask and deny, from the reason for a person: what was refused, why, and what it may do instead. */
export function messageForModel(verdict: Verdict<string>, reason: string): string | undefined {
  if (verdict.behavior === 'allow') return undefined
  return `${OPENING[verdict.behavior]}${reason}. ${advice(verdict)}`
}

function advice(verdict: Verdict<string>): string {
  const { cause } = verdict
  if (verdict.kind === 'degraded' && verdict.behavior === 'ask' && cause.kind !== 'danger')
    return 'Wait for the person, or continue with work that needs no permission.'
  switch (cause.kind) {
    case 'invalidInput':
      return 'Correct the named fields and call the tool again.'
    case 'contentRule':
      if (cause.finding.advice !== undefined) return cause.finding.advice
      return cause.behavior === 'deny'
        ? 'Do not try to reach the same effect another way; choose another approach or tell the user what is missing.'
        : 'Continue with other work, or ask the user whether this may run.'
    case 'wholeTool':
      return cause.rule.behavior === 'deny'
        ? 'Do not call this tool again; use another tool or tell the user what is missing.'
        : 'Continue with other work, or ask the user whether this may run.'
    case 'refusal':
      return 'Stay inside the working directories, or tell the user which path is needed.'
    case 'danger':
      if (cause.danger.kind === 'degraded') return 'Call again, in shorter and plainer steps.'
      return cause.danger.kind === 'undecidable'
        ? 'Write the command in a plainer form: literal program names and words, one step per call.'
        : 'Leave this path alone, or tell the user why it has to change.'
    case 'plan':
      return 'Go on reading and finish the plan; changes are made after it is approved.'
    case 'hook':
      if (verdict.kind === 'degraded') return 'Try the same call once more a little later.'
      return 'Follow the reason given by the hook, or tell the user.'
    case 'person':
      return 'Wait for the person.'
    case 'open':
      return verdict.behavior === 'ask'
        ? 'Continue with other work until it is confirmed.'
        : 'Use commands that only read, or tell the user which permission is needed.'
    case 'classifier':
      return cause.verdict.hardDeny
        ? 'Do not try to reach the same effect another way; tell the user what is missing.'
        : 'Do not try to reach the same effect another way; choose a safer step, or tell the user why this one is needed.'
    case 'noVerdict':
      return 'Try the same call once more a little later, or continue with work that needs no permission.'
    case 'breaker':
    case 'stateUnknown':
      return 'Continue with work that needs no permission until a person has looked at this.'
    case 'mode':
    case 'allowRules':
    case 'sandbox':
    case 'free':
    case 'classifierMissing':
      return 'Continue with work that needs no permission, or tell the user which permission is needed.'
    default:
      return assertNever(cause)
  }
}
