/** The conversation as the prompt shows it: whole turns, the newest that fit, and word of what is left out. */
import type { TranscriptEntry } from '../classifier.ts'
import { Fenced } from './fence.ts'
import { type Turn, turnsOf } from './transcript.ts'
import { type TrustedText, trusted } from './trusted-text.ts'

type Kind = Turn['kind']

/**
 * Encoded characters of all turns of a kind. Each kind has its own: no number of calls that an agent makes pushes out what
 * its user said.
 */
const MAX_OF_KIND: Readonly<Record<Kind, number>> = { 'user-message': 48_000, 'agent-call': 24_000 }

/** Encoded characters of one turn: of a longer one only its place is shown, so that it costs no other its own. */
const MAX_TURN = 12_000

/** Of a turn besides its text: its tags, or word that it is left out. */
const FRAME = 120

export function conversationParts(transcript: readonly TranscriptEntry[]): readonly (TrustedText | Fenced)[] {
  const turns = turnsOf(transcript)
  if (turns.length === 0) {
    return [trusted`The conversation is not known: nothing is known of what the user wants.`]
  }
  const { parts, older, isWhole } = newestOf(turns)
  if (isWhole) return [trusted`The conversation:`, ...parts, END]
  return [
    CUT,
    trusted`(Left out as the oldest: messages of the user: ${older['user-message']}, calls of the agent: \
${older['agent-call']}.)`,
    ...parts,
    END
  ]
}

const END = trusted`End of the conversation.`

const CUT = trusted`The conversation was too long to be shown whole. What is left out may hold boundaries that the user \
stated: a call that a boundary could speak against needs a wish of the user that you can see. The conversation:`

const TOO_LONG: Readonly<Record<Kind, TrustedText>> = {
  'user-message': trusted`(Left out here, too long to be shown: a message of the user.)`,
  'agent-call': trusted`(Left out here, too long to be shown: a call of the agent.)`
}

interface Newest {
  readonly parts: readonly (TrustedText | Fenced)[]
  /** How many of each kind are older than those that fit. */
  readonly older: Readonly<Record<Kind, number>>
  readonly isWhole: boolean
}

/** From the newest back; once a turn does not fit any more, all older ones of its kind are left out with it. */
function newestOf(turns: readonly Turn[]): Newest {
  const parts: (TrustedText | Fenced)[] = []
  const older = { 'user-message': 0, 'agent-call': 0 }
  const left = { ...MAX_OF_KIND }
  let isWhole = true
  for (const turn of turns.toReversed()) {
    const { kind } = turn
    const fenced = left[kind] <= 0 ? undefined : Fenced.of(kind, saidIn(turn), MAX_TURN)
    left[kind] -= FRAME + (fenced?.length ?? 0)
    if (fenced === undefined || left[kind] < 0) isWhole = false
    if (left[kind] < 0) {
      left[kind] = Number.NEGATIVE_INFINITY
      older[kind] += 1
    } else {
      parts.push(fenced ?? TOO_LONG[kind])
    }
  }
  return { parts: parts.reverse(), older, isWhole }
}

const saidIn = (turn: Turn): unknown => (turn.kind === 'user-message' ? turn.text : turn.call)
