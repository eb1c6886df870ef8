/** What routes answer where the shared store does not. */
import { Refusal } from '../problems.ts'
import { StoreUnavailable } from '../settings/settings-store.ts'

/** Turns a store that is down into a problem; any other error stays what it is. */
const refusing =
  (advice: string) =>
  (error: unknown): never => {
    if (error instanceof StoreUnavailable) {
      throw new Refusal('store-unavailable', `the shared store does not answer: ${advice}`)
    }
    throw error
  }

/** Where settings are wanted. */
export const refuseUnavailable = refusing('send the layers in settings')

/** Where the state of a session is wanted. What is sent again is not counted twice. */
export const refuseUncounted = refusing('send it again')
