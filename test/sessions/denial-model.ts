/** What a denial store must answer, written down without any thought of speed: every event is remembered in order. */
import {
  type DenialEvent,
  type DenialLimits,
  type Denials,
  denialsOf,
  type Transition,
  transition,
  UNCOUNTED
} from '../../src/engine/breaker.ts'
import { BLOCKS_KNOWN, type SessionName, SUCCESSES_KNOWN } from '../../src/sessions/denial-store.ts'

interface Counted {
  readonly event: DenialEvent
  readonly id: string
  readonly denials: Denials
}

interface Session {
  readonly denials: Denials
  readonly known: readonly Counted[]
}

const NEW: Session = { denials: UNCOUNTED, known: [] }
const KNOWN: Readonly<Record<DenialEvent, number>> = { block: BLOCKS_KNOWN, success: SUCCESSES_KNOWN }

export class DenialModel {
  private readonly sessions = new Map<string, Session>()

  read(name: SessionName, limits?: DenialLimits): Denials {
    const { denials } = this.sessionOf(name)
    return limits === undefined ? denials : denialsOf(denials, limits)
  }

  record(
    name: SessionName,
    { event, id }: { event: DenialEvent; id: string | undefined },
    limits?: DenialLimits
  ): Transition {
    const { denials: before, known } = this.sessionOf(name)
    const first = known.find((counted) => counted.id === id)
    if (first !== undefined) return { denials: first.denials, opened: false }
    const made = transition(before, event, limits)
    const { denials } = made
    this.sessions.set(JSON.stringify(name), {
      denials,
      known: id === undefined ? known : forgetting([...known, { event, id, denials }], event)
    })
    return made
  }

  reset(name: SessionName): void {
    this.sessions.delete(JSON.stringify(name))
  }

  private sessionOf(name: SessionName): Session {
    return this.sessions.get(JSON.stringify(name)) ?? NEW
  }
}

/** Without the oldest of this kind where there are too many. */
function forgetting(known: readonly Counted[], event: DenialEvent): readonly Counted[] {
  const ofKind = known.filter((counted) => counted.event === event)
  return ofKind.length <= KNOWN[event] ? known : known.filter((counted) => counted !== ofKind[0])
}
