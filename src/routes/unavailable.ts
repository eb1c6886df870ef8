/** What routes answer where the shared store does not. */
import { Refusal } from '../problems.ts'
import { StoreUnavailable } from '../settings/settings-store.ts'

/** Turns a store that is down into a problem; any other error stays what it is. */
export function refuseUnavailable(error: unknown): never {
  if (error instanceof StoreUnavailable) {
    throw new Refusal('store-unavailable', 'the shared store does not answer: send the layers in settings')
  }
  throw error
}
