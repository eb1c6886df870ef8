/** The conversation as the prompt shows it: whole turns, the newest that fit, and word of every gap. */
import type { TranscriptEntry } from '../classifier.ts'
import { Fenced } from './fence.ts'
import { type Turn, turnsOf } from './transcript.ts'
import { type TrustedText, trusted } from './trusted-text.ts'

/**
 * Encoded characters of all turns of a kind. Each kind has its own: no number of calls that an agent makes pushes out what
 * its user said.
 */
const MAX_OF_KIND: Readonly<Record<Turn['kind'], number>> = { 'user-message': 48_000, 'agent-call': 24_000 }

/** Encoded characters of one turn: a longer one is left out, so that it costs no other its place. */
const MAX_TURN = 12_000

/** Its tags and the lines between. */
const FENCE_COST = 120

export function conversationParts(transcript: readonly TranscriptEntry[]): readonly (TrustedText | Fenced)[] {
  const turns = turnsOf(transcript)
  if (turns.length === 0) {
    return [trusted`The conversation is not known: nothing is known of what the user wants.`]
  }
  const parts: (TrustedText | Fenced)[] = []
  let gap = new Gap()
  const shown = shownOf(turns)
  for (const [index, turn] of turns.entries()) {
    const fenced = shown.get(index)
    if (fenced === undefined) {
      gap.add(turn)
    } else {
      parts.push(...gap.parts(), fenced)
      gap = new Gap()
    }
  }
  parts.push(...gap.parts())
  const isWhole = shown.size === turns.length
  return [isWhole ? trusted`The conversation:` : LEFT_OUT, ...parts, trusted`End of the conversation.`]
}

const LEFT_OUT = trusted`The conversation was too long to be shown whole. What is left out is marked in its place; it may hold \
boundaries that the user stated, so a call that a boundary could speak against needs a wish of the user that you can see:`

/** By their place among the turns. From the newest back, until the next of a kind does not fit. */
function shownOf(turns: readonly Turn[]): ReadonlyMap<number, Fenced> {
  const shown = new Map<number, Fenced>()
  const left = { ...MAX_OF_KIND }
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index]
    if (turn === undefined || left[turn.kind] <= 0) continue
    const said = turn.kind === 'user-message' ? turn.text : turn.call
    const fenced = Fenced.of(turn.kind, said, MAX_TURN)
    if (fenced === undefined) continue
    const cost = fenced.length + FENCE_COST
    // What is older stays out as well: a gap in one place is understood, many small ones are not.
    if (cost > left[turn.kind]) left[turn.kind] = 0
    else {
      left[turn.kind] -= cost
      shown.set(index, fenced)
    }
  }
  return shown
}

/** Turns left out between two that are shown. */
class Gap {
  #messages = 0
  #calls = 0

  add({ kind }: Turn): void {
    if (kind === 'user-message') this.#messages += 1
    else this.#calls += 1
  }

  parts(): readonly TrustedText[] {
    if (this.#messages + this.#calls === 0) return []
    return [
      trusted`(Left out here: messages of the user: ${this.#messages}, calls of the agent: ${this.#calls}.)`
    ]
  }
}
