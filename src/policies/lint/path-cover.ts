/** Which restricting path rule matches every path that another rule covers. */
import { fold, literalGlob } from '../../engine/paths/glob.ts'
import { compilePathPattern, type PathPattern } from '../../engine/paths/pattern.ts'
import { ANY_DEPTH, coversSteps, nameStep, type Step } from '../../engine/paths/sequence.ts'
import type { PathRule, Rule } from '../../engine/rules/rule.ts'
import type { Budget } from './budget.ts'

/** Where patterns start, as far as it can be known without a machine. */
type Start = 'root' | 'home' | 'project'

/** Restricting rules by the names that they begin with, or else by a name that every path they match holds. */
export class PathCover {
  readonly #byKey = new Map<string, PathRule[]>()

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      if (rule.kind !== 'path') continue
      const lead = leadOf(rule.pattern)
      const key = lead === '' ? needleKey(rule.pattern.needle) : leadKey(rule.pattern, lead)
      const bucket = this.#byKey.get(key)
      if (bucket === undefined) this.#byKey.set(key, [rule])
      else bucket.push(rule)
    }
  }

  /** The rule that matches all that `rule` covers: Read rules hold for what is changed as well (D18). */
  of(rule: PathRule, budget: Budget): PathRule | undefined {
    if (this.#byKey.size === 0) return undefined
    const narrow = foldedPattern(rule)
    if (narrow === undefined) return undefined
    for (const key of keysOf(narrow)) {
      for (const other of this.#byKey.get(key) ?? []) {
        if (other.access === 'edit' && rule.access === 'read') continue
        if (!budget.take()) return undefined
        if (covers(other.pattern, narrow)) return other
      }
    }
    return undefined
  }
}

/** The plain names at the front, joined. */
function leadOf(pattern: PathPattern): string {
  const steps = stepsOf(pattern)
  const open = steps.findIndex((step) => step.kind === 'depth' || step.glob.literal === undefined)
  return steps
    .slice(0, open < 0 ? steps.length : open)
    .map((step) => (step.kind === 'name' ? step.glob.literal : ''))
    .join('/')
}

const leadKey = (pattern: PathPattern, lead: string): string => `${startOf(pattern)}:${lead}`
const needleKey = (needle: string | undefined): string => `needle:${needle ?? ''}`

/** Where rules stand that could cover the pattern. */
function keysOf(pattern: PathPattern): readonly string[] {
  const names = leadOf(pattern).split('/')
  const leads = names.map((_, index) => leadKey(pattern, names.slice(0, index + 1).join('/')))
  const literals = pattern.steps.flatMap((step) => (step.kind === 'name' ? [step.glob.literal] : []))
  return [...new Set([...leads, ...[undefined, ...literals].map(needleKey)])]
}

/** Restricting rules compare without case, so what they are compared with has none either. */
function foldedPattern({ pattern, behavior }: PathRule): PathPattern | undefined {
  if (behavior !== 'allow') return pattern
  const folded = compilePathPattern(fold(pattern.text), behavior, pattern.layer)
  return 'steps' in folded ? folded : undefined
}

function covers(wide: PathPattern, narrow: PathPattern): boolean {
  if (wide.climbs > 0 || narrow.climbs > 0) return false
  const start = startOf(narrow)
  if (startOf(wide) === start) return coversSteps(stepsOf(wide), stepsOf(narrow))
  // Whatever starts elsewhere lies somewhere on the machine.
  return startOf(wide) === 'root' && coversSteps(stepsOf(wide), [ANY_DEPTH, ...stepsOf(narrow)])
}

function startOf({ anchor, layer }: PathPattern): Start {
  if (anchor === 'root' || anchor === 'home') return anchor
  return anchor === 'source' && layer === 'user' ? 'home' : 'project'
}

const USER_FOLDER = nameStep(literalGlob('.claude'))

const stepsOf = ({ anchor, layer, steps }: PathPattern): readonly Step[] =>
  anchor === 'source' && layer === 'user' ? [USER_FOLDER, ...steps] : steps
