/** Sequences of path segments with `**`, for rules and for targets. Both walks take (length x length) steps at most. */
import { fold, type Glob, literalGlob, matchesGlob, namesHidden } from './glob.ts'
import { coversGlob, globsMeet } from './glob-relations.ts'

/**
 * `name` is one segment, `depth` any number of segments, none included.
 * `visible` (targets only): segments with a leading dot do not count.
 */
export type Step =
  | { readonly kind: 'name'; readonly glob: Glob; readonly visible: boolean }
  | { readonly kind: 'depth'; readonly visible: boolean }

export const ANY_DEPTH: Step = { kind: 'depth', visible: false }
export const VISIBLE_DEPTH: Step = { kind: 'depth', visible: true }

export const nameStep = (glob: Glob): Step => ({ kind: 'name', glob, visible: false })

/** Can the step be `..`? Older shells let `.*` match it. */
export function climbs(step: Step | undefined): boolean {
  return (
    step?.kind === 'name' && !step.visible && step.glob.literal === undefined && matchesGlob(step.glob, '..')
  )
}

/** Folded steps that spell these segments. */
export function literalSteps(segments: readonly string[]): readonly Step[] {
  return segments.map((segment) => nameStep(literalGlob(fold(segment))))
}

/** Do the steps match all segments from `start` on? The steps of rules have no `visible`. */
export function matchesSteps(steps: readonly Step[], segments: readonly string[], start: number): boolean {
  return walk(steps, start, segments.length, (glob, at) => matchesGlob(glob, segments[at] ?? ''))
}

/** Do the steps match every path that `narrow` matches? Says no where it cannot tell. */
export function coversSteps(steps: readonly Step[], narrow: readonly Step[]): boolean {
  return walk(steps, 0, narrow.length, (glob, at) => {
    const step = narrow[at]
    return step?.kind === 'name' && coversGlob(glob, step.glob)
  })
}

function walk(
  steps: readonly Step[],
  start: number,
  end: number,
  accepts: (glob: Glob, at: number) => boolean
): boolean {
  let step = 0
  let at = start
  let depth = -1
  let resume = start
  while (at < end) {
    const current = steps[step]
    if (current?.kind === 'depth') {
      depth = step
      resume = at
      step += 1
    } else if (current !== undefined && accepts(current.glob, at)) {
      step += 1
      at += 1
    } else {
      if (depth < 0) return false
      resume += 1
      at = resume
      step = depth + 1
    }
  }
  while (steps[step]?.kind === 'depth') step += 1
  return step === steps.length
}

/** Is there a path that both sequences match? Errs on the side of yes only. */
export function sequencesMeet(a: readonly Step[], b: readonly Step[]): boolean {
  return meetingTable(a, b).at(-1) === 1
}

/** The lengths of all beginnings of `b` that meet `a`, in one walk. */
export function meetingLengths(a: readonly Step[], b: readonly Step[]): readonly number[] {
  const last = meetingTable(a, b).subarray(a.length * (b.length + 1))
  const lengths: number[] = []
  last.forEach((met, length) => {
    if (met === 1) lengths.push(length)
  })
  return lengths
}

/** Row by row for each beginning of `a`: 1 where it meets a beginning of `b`. */
function meetingTable(a: readonly Step[], b: readonly Step[]): Uint8Array {
  const width = b.length + 1
  const size = (a.length + 1) * width
  const reached = new Uint8Array(size)
  reached[0] = 1
  for (let state = 0; state < size; state += 1) {
    if (reached[state] !== 1) continue
    const left = a[Math.floor(state / width)]
    const right = b[state % width]
    if (left?.kind === 'depth') reached[state + width] = 1
    if (right?.kind === 'depth') reached[state + 1] = 1
    if (left === undefined || right === undefined || !stepsMeet(left, right)) continue
    reached[state + (left.kind === 'depth' ? 0 : width) + (right.kind === 'depth' ? 0 : 1)] = 1
  }
  return reached
}

function stepsMeet(a: Step, b: Step): boolean {
  const visible = a.visible || b.visible
  if (a.kind === 'name' && b.kind === 'name') return globsMeet(a.glob, b.glob, visible)
  if (a.kind === 'name') return !(visible && namesHidden(a.glob))
  if (b.kind === 'name') return !(visible && namesHidden(b.glob))
  return true
}
