/**
 * The inner waterfall: one ordered table. The first row that answers wins; the order is the policy.
 * Rows 2a, 2b and 2d settle parts of the call, 2c the whole; the call is allowed by the row that settles its last part.
 */
import type { CallState } from './call-state.ts'
import type { Cause } from './cause.ts'
import type { Danger, Examination, Part, RuleFinding } from './checks/examination.ts'
import type { Rule } from './rules/rule.ts'
import type { RuleSet } from './rules/rule-set.ts'
import type { Behavior, Kind, LayerName } from './verdict.ts'

export type Answer = {
  readonly behavior: Behavior
  readonly kind: Kind
  readonly cause: Cause
  readonly rule?: Rule
  readonly layer?: LayerName | undefined
  readonly detail?: string
  readonly retryable?: boolean
}
export type Outcome =
  | { readonly pass: string }
  | Answer
  | { readonly settled: readonly Part[]; readonly by: Answer }

export interface Row {
  readonly id: string
  readonly question: string
  /** Only a person may answer an ask of this row, in auto mode as well. */
  readonly forPerson?: true
  /** Reached without an answer, nothing speaks against the call. */
  readonly lastResort?: true
  /** An ask of this row is given only after the named row was looked at. */
  readonly heldUntil?: string
  readonly judge: (call: CallState, open: readonly Part[]) => Outcome
}

const pass = (why: string): Outcome => ({ pass: why })

const wholeTool = (set: RuleSet, names: readonly string[]): Rule | undefined => {
  for (const name of names) {
    const rule = set.wholeTool(name)
    if (rule !== undefined) return rule
  }
  return undefined
}

const firstOf = <T>(call: CallState, list: (examination: Examination) => readonly T[]): T | undefined =>
  list(call.examination)[0] ?? (call.original === undefined ? undefined : list(call.original)[0])

const byRule = (behavior: 'ask' | 'deny', finding: RuleFinding): Answer => ({
  behavior,
  kind: 'rule',
  rule: finding.rule,
  cause: { kind: 'contentRule', finding, behavior },
  ...(finding.guess === undefined ? {} : { detail: finding.guess })
})

const byDanger = (danger: Danger): Answer => ({
  behavior: 'ask',
  kind: danger.kind,
  layer: danger.layer,
  detail: danger.code,
  retryable: danger.kind === 'degraded',
  cause: { kind: 'danger', danger }
})

/** Not approvable ones decide, wherever they stand: nobody but a person may answer them. */
export const gravest = (call: CallState): Danger | undefined => {
  const all = call.original === undefined ? [] : call.original.dangers
  const first = call.examination.dangers[0]
  const before = all[0]
  if (first === undefined) return before
  return before !== undefined && first.approvable && !before.approvable ? before : first
}

const settle = (settled: readonly Part[], by: Answer): Outcome =>
  settled.length === 0 ? pass('settles no part') : { settled, by }

const ROWS = [
  {
    id: '1a',
    question: 'does a deny rule cover the whole tool?',
    judge: (call) => {
      const rule = wholeTool(call.deny, call.forbidNames)
      return rule === undefined
        ? pass('no deny rule covers the tool')
        : {
            behavior: 'deny',
            kind: 'rule',
            rule,
            cause: { kind: 'wholeTool', rule, tool: call.toolNames[0] ?? '' }
          }
    }
  },
  {
    id: '1b',
    forPerson: true,
    question: 'does an ask rule cover the whole tool?',
    heldUntil: '1d',
    judge: (call) => {
      const rule = wholeTool(call.ask, call.forbidNames)
      if (rule === undefined) return pass('no ask rule covers the tool')
      const skips = call.examination.sandbox?.skipsAsk === true && call.original?.sandbox?.skipsAsk !== false
      if (skips && call.mode !== 'plan') {
        return pass(`\`${rule.text}\` is skipped: the call runs sandboxed with auto-allow`)
      }
      return {
        behavior: 'ask',
        kind: 'rule',
        rule,
        cause: { kind: 'wholeTool', rule, tool: call.toolNames[0] ?? '' }
      }
    }
  },
  {
    id: '1c',
    question: 'what does the tool find in this input?',
    judge: (call) => {
      const { parts, optedOut, exceptions } = call.examination
      const notes = [
        ...(optedOut === undefined ? [] : [optedOut]),
        ...exceptions.map((text) => `protected path let through by \`${text}\``)
      ]
      const count = parts.length === 1 ? '1 part to settle' : `${parts.length} parts to settle`
      return pass(notes.length === 0 ? count : `${count}; ${notes.join('; ')}`)
    }
  },
  {
    id: '1d',
    question: "did the tool's check deny?",
    judge: (call) => {
      const finding = firstOf(call, (examination) => examination.denyRules)
      if (finding !== undefined) return byRule('deny', finding)
      const refusal = firstOf(call, (examination) => examination.refusals)
      if (refusal === undefined) return pass('no content deny rule or block matches')
      return {
        behavior: 'deny',
        kind: 'tool',
        detail: refusal.why,
        layer: refusal.layer,
        cause: { kind: 'refusal', refusal }
      }
    }
  },
  {
    id: '1e',
    forPerson: true,
    question: 'does the tool need a person?',
    judge: (call) => {
      const why = call.examination.needsPerson
      return why === undefined
        ? pass('the tool needs no person')
        : { behavior: 'ask', kind: 'tool', cause: { kind: 'person', why } }
    }
  },
  {
    id: '1f',
    forPerson: true,
    question: 'does a content ask rule match, or does a hook ask?',
    judge: (call) => {
      const finding = firstOf(call, (examination) => examination.askRules)
      if (finding !== undefined) return byRule('ask', finding)
      if (call.hook?.behavior !== 'ask') return pass('no content ask rule matches')
      return {
        behavior: 'ask',
        kind: 'hook',
        cause: { kind: 'hook', behavior: 'ask', reason: call.hook.reason }
      }
    }
  },
  {
    id: '1g',
    question: 'is it a safety check or a command nobody can read?',
    judge: (call) => {
      const danger = gravest(call)
      return danger === undefined
        ? pass('no protected path, critical removal or unknown structure')
        : byDanger(danger)
    }
  },
  {
    id: '1h',
    forPerson: true,
    question: 'plan mode, and may the call change something?',
    judge: (call) => {
      if (call.mode !== 'plan') return pass('not plan mode')
      const why = call.examination.mayChange
      return why === undefined
        ? pass('changes nothing')
        : { behavior: 'ask', kind: 'mode', cause: { kind: 'plan', why } }
    }
  },
  {
    id: '2a',
    question: 'does the mode allow it?',
    judge: (call, open) => {
      const by = (why: string): Answer => ({
        behavior: 'allow',
        kind: 'mode',
        cause: { kind: 'mode', mode: call.mode, why }
      })
      if (call.mode === 'bypassPermissions')
        return settle(open, by('bypass mode allows what nothing above stopped'))
      if (call.mode !== 'acceptEdits') return pass('the mode allows nothing by itself')
      return settle(
        open.filter((part) => part.acceptEdits),
        by('a file edit inside the working directories')
      )
    }
  },
  {
    id: '2b',
    question: 'does an allow rule cover it, or did a hook allow?',
    judge: (call, open) => {
      const rule = wholeTool(call.allow, call.toolNames)
      if (rule !== undefined) {
        return settle(open, {
          behavior: 'allow',
          kind: 'rule',
          rule,
          cause: { kind: 'wholeTool', rule, tool: call.toolNames[0] ?? '' }
        })
      }
      if (call.hook?.behavior === 'allow') {
        return settle(open, {
          behavior: 'allow',
          kind: 'hook',
          cause: { kind: 'hook', behavior: 'allow', reason: call.hook.reason }
        })
      }
      const covered = open.filter((part) => part.rule !== undefined)
      const last = covered.at(-1)
      if (last?.rule === undefined) return pass('no allow rule covers an open part')
      return settle(covered, {
        behavior: 'allow',
        kind: 'rule',
        rule: last.rule,
        cause: {
          kind: 'allowRules',
          covered: covered.flatMap(({ rule: by, text }) =>
            by === undefined ? [] : [{ rule: by, part: text }]
          )
        }
      })
    }
  },
  {
    id: '2c',
    question: 'does the sandbox allow it?',
    judge: (call, open) => {
      const sandbox = call.examination.sandbox
      if (sandbox === undefined) return pass('not a shell command')
      if (!sandbox.autoAllow) return pass(sandbox.why)
      if (call.mode === 'plan') return pass('the sandbox allows nothing in plan mode')
      return settle(open, { behavior: 'allow', kind: 'sandbox', cause: { kind: 'sandbox' } })
    }
  },
  {
    id: '2d',
    question: 'is it read-only Bash, or does the tool need no permission?',
    judge: (call, open) => {
      if (call.mode === 'auto' && call.startsWork) return pass('auto mode does not take the tool at its word')
      const free = open.filter(
        (part) => part.free === 'tool' || (part.free === 'readOnly' && call.autoAllowReadOnly)
      )
      const how = free.at(-1)?.free ?? 'tool'
      return settle(free, { behavior: 'allow', kind: how, cause: { kind: 'free', how } })
    }
  },
  {
    id: '3',
    lastResort: true,
    question: 'nothing decided',
    judge: (_call, open) => ({
      behavior: 'ask',
      kind: 'default',
      cause: { kind: 'open', part: open[0]?.text ?? '', why: open[0]?.open ?? 'nothing allows it' }
    })
  }
] as const satisfies readonly Row[]

export type InnerStepId = (typeof ROWS)[number]['id']

/** The table, for readers and for the test that pins the ids. */
export const INNER_STEPS: readonly (Row & { readonly id: InnerStepId })[] = ROWS
