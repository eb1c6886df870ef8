/** Runs one case as a test: unlisted cases must be right, listed ones must be wrong, dangerous ones never pass. */
import type { Outcome } from './case.ts'
import { EXPECTED_FAILURES } from './expected-failures.ts'

const listed = new Map(EXPECTED_FAILURES.map((failure) => [failure.id, failure]))

/** Throws where the outcome is not the one that the list of expected failures foresees. */
export function checkOutcome(id: string, why: string, outcome: Outcome): void {
  const story = `${id}: expected ${outcome.expected}, got ${outcome.got}\n  ${why}\n  ${outcome.because}`
  if (outcome.dangerous) throw new Error(`a careless answer is never an expected failure\n${story}`)
  const failure = listed.get(id)
  if (failure === undefined && !outcome.right) throw new Error(story)
  if (failure !== undefined && outcome.right) {
    throw new Error(`${id} is right now: take it off the list of expected failures (${failure.reason})`)
  }
}
