/** Hears when the breaker of a session opens. */
import type { Transition } from '../engine/breaker.ts'
import { type MaybePromise, whenKnown } from '../engine/maybe-promise.ts'
import type { DenialStore } from '../sessions/denial-store.ts'

/** The same store; `opened` is called once for each opening, by the instance that counted the event behind it. */
export function countedDenials(store: DenialStore, opened: () => void): DenialStore {
  const heard = (transition: Transition): Transition => {
    if (transition.opened) opened()
    return transition
  }
  return {
    read: (session, limits) => store.read(session, limits),
    record: (session, event, limits): MaybePromise<Transition> =>
      whenKnown(store.record(session, event, limits), heard),
    succeedLater: (session, id, limits) => store.succeedLater(session, id, limits),
    reset: (session) => store.reset(session),
    close: () => store.close()
  }
}
