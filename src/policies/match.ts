/**
 * Which policies apply to a call. Tenants are compared as written, projects and agents as rules compare paths:
 * where only the case differs, a policy's restrictions hold (nobody walks out of them by another spelling) and
 * nothing else of it does. `projectDir` and the agent are what the caller says.
 */
import { LRUCache } from 'lru-cache'
import { ANY_NAME, charTokens, fold, type Glob, globOf } from '../engine/paths/glob.ts'
import { join, segmentsOf } from '../engine/paths/normalise.ts'
import { ANY_DEPTH, matchesSteps, nameStep, type Step } from '../engine/paths/sequence.ts'
import { compileWildcard, matchesWildcard } from '../engine/rules/wildcard.ts'
import type { PolicySubject } from './live.ts'
import { inEffectiveOrder } from './order.ts'
import type { Policy } from './policy-file.ts'
import { normalisedPattern } from './policy-match.ts'
import { type AppliedFile, restrictionsOf } from './restrictions.ts'

/** The policies that apply, weakest first. */
export interface PolicySelection {
  /** The same for the same policies of one set, counting alike. */
  readonly key: string
  readonly policies: readonly AppliedFile[]
}

/** Selects from one set; made once, as its patterns are compiled. */
export interface PolicySelector {
  /** Of every policy, whomever it is for. */
  readonly all: PolicySelection
  /** Total. The same selection for the same policies while it is in use. */
  readonly select: (subject: PolicySubject) => PolicySelection
}

/** How far a policy applies: not, with its restrictions, or whole. */
type Reach = 0 | 1 | 2

/** Selections kept for a set, and calls whose selection is known: a session asks from one place again and again. */
const KEPT = 256
const KEPT_SUBJECTS = 1_000

/** The selector of a set's policies. Where none has a `match` it looks at nothing. */
export function policySelector(policies: readonly Policy[]): PolicySelector {
  const candidates = inEffectiveOrder(policies).map(candidateOf)
  const all: PolicySelection = { key: 'all', policies: candidates.map(({ policy }) => policy) }
  if (candidates.every(({ reach }) => reach === undefined)) return { all, select: () => all }

  const kept = new LRUCache<string, PolicySelection>({ max: KEPT })
  const selectAnew = (subject: PolicySubject): PolicySelection => {
    const asked = new Asked(subject)
    const key = candidates.map(({ reach }) => reach?.(asked) ?? 2).join('')
    let selection = kept.get(key)
    if (selection === undefined) {
      selection = {
        key,
        policies: candidates.flatMap(({ policy, restrictions }, index): readonly AppliedFile[] =>
          key[index] === '2' ? [policy] : key[index] === '1' ? [restrictions()] : []
        )
      }
      kept.set(key, selection)
    }
    return selection
  }

  const looksAtAgents = policies.some(({ match }) => match?.agents !== undefined)
  const known = new LRUCache<string, PolicySelection>({ max: KEPT_SUBJECTS })
  const select = (subject: PolicySubject): PolicySelection => {
    const { tenant, projectDir, platform, agent } = subject
    // No field can be written so that it runs into the next one.
    const asked = JSON.stringify(
      looksAtAgents ? [tenant, projectDir, platform, agent?.type, agent?.id] : [tenant, projectDir, platform]
    )
    let selection = known.get(asked)
    if (selection === undefined) {
      selection = selectAnew(subject)
      known.set(asked, selection)
    }
    return selection
  }
  return { all, select }
}

interface Candidate {
  readonly policy: Policy
  readonly restrictions: () => AppliedFile
  /** undefined: it is for every call. */
  readonly reach: ((asked: Asked) => Reach) | undefined
}

function candidateOf(policy: Policy): Candidate {
  let reduced: AppliedFile | undefined
  const restrictions = (): AppliedFile => {
    reduced ??= restrictionsOf(policy)
    return reduced
  }
  const { match } = policy
  if (match === undefined) return { policy, restrictions, reach: undefined }
  const tenants = match.tenants?.map(compileWildcard)
  const dimensions = [
    ...(match.projects === undefined ? [] : [projectReach(match.projects)]),
    ...(match.agents === undefined ? [] : [agentReach(match.agents)])
  ]
  const reach = (asked: Asked): Reach => {
    if (tenants !== undefined && !tenants.some((tenant) => matchesWildcard(tenant, asked.subject.tenant)))
      return 0
    let reached: Reach = 2
    for (const dimension of dimensions) {
      const found = dimension(asked)
      if (found < reached) reached = found
    }
    return reached
  }
  return { policy, restrictions, reach }
}

/** A subject, with what several policies look at worked out once. */
class Asked {
  #project: readonly string[] | undefined
  #foldedProject: readonly string[] | undefined

  constructor(readonly subject: PolicySubject) {}

  get project(): readonly string[] {
    this.#project ??= segmentsOf(join('/', this.subject.projectDir, this.subject.platform ?? 'linux'))
    return this.#project
  }

  get foldedProject(): readonly string[] {
    this.#foldedProject ??= this.project.map(fold)
    return this.#foldedProject
  }
}

function projectReach(patterns: readonly string[]): (asked: Asked) => Reach {
  const normalised = patterns.map(normalisedPattern)
  const written = normalised.map(stepsOf)
  const folded = normalised.map((pattern) => stepsOf(fold(pattern)))
  return (asked) => {
    if (written.some((steps) => matchesSteps(steps, asked.project, 0))) return 2
    return folded.some((steps) => matchesSteps(steps, asked.foldedProject, 0)) ? 1 : 0
  }
}

const stepsOf = (pattern: string): readonly Step[] =>
  segmentsOf(pattern).map((segment) => (segment === '**' ? ANY_DEPTH : nameStep(starGlob(segment))))

/** `*` is the only wildcard: a bracket in a folder's name is a bracket. */
const starGlob = (segment: string): Glob =>
  globOf(segment.split(/(\*)/).flatMap((part) => (part === '*' ? ANY_NAME.tokens : charTokens(part))))

function agentReach(patterns: readonly string[]): (asked: Asked) => Reach {
  const written = patterns.map(compileWildcard)
  const folded = patterns.map((pattern) => compileWildcard(fold(pattern)))
  return ({ subject: { agent } }) => {
    const names = [agent?.type, agent?.id].filter((name) => name !== undefined)
    if (names.some((name) => written.some((pattern) => matchesWildcard(pattern, name)))) return 2
    return names.map(fold).some((name) => folded.some((pattern) => matchesWildcard(pattern, name))) ? 1 : 0
  }
}

const selectors = new WeakMap<readonly Policy[], PolicySelector>()

/** What applies to the subject, for whoever asks a set now and then. */
export function selectPolicies(policies: readonly Policy[], subject: PolicySubject): PolicySelection {
  let selector = selectors.get(policies)
  if (selector === undefined) {
    selector = policySelector(policies)
    selectors.set(policies, selector)
  }
  return selector.select(subject)
}
