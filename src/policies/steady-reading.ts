/** Reads a folder while somebody may be changing it: all files are of one moment, or there is no set. */
import { setTimeout as sleep } from 'node:timers/promises'
import { stateOfPaths } from '../watch.ts'
import type { PolicyReading, PolicySource } from './policy-set.ts'

const TRIES = 20

/** Between two tries. */
const PAUSE_MS = 25

/** A source that answers only with what did not change while it was read. */
export const steadyReading = (folder: string, source: PolicySource): PolicySource => ({
  read: async (): Promise<PolicyReading> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (tried > 0) await sleep(PAUSE_MS)
      const before = await stateOfPaths([folder])
      const reading = await source.read()
      if ((await stateOfPaths([folder])) === before) return reading
    }
    return { faults: [{ file: folder, place: '', reason: 'it keeps changing while it is read' }] }
  }
})
