import { describe, expect, test } from 'vitest'
import { mergeVerdicts } from '../../src/decider/merge-verdicts.ts'
import type { HookVerdict } from '../../src/engine/decision.ts'

const OTHER = { command: 'other' }
const OWN = { command: 'own' }

/** What the client's hooks said, what the service's said, and what comes of both. */
const ROWS: readonly (readonly [client: HookVerdict | undefined, own: HookVerdict, both: HookVerdict])[] = [
  [undefined, { decision: 'allow' }, { decision: 'allow' }],
  [{ decision: 'allow' }, { decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'no' }],
  [{ decision: 'ask', reason: 'hm' }, { decision: 'allow' }, { decision: 'ask', reason: 'hm' }],
  [{ decision: 'defer' }, { decision: 'allow' }, { decision: 'ask' }],
  [{ decision: 'allow' }, { decision: 'ask' }, { decision: 'ask' }],
  [{ decision: 'allow', updatedInput: OTHER }, {}, { decision: 'allow', updatedInput: OTHER }],
  [{ updatedInput: OTHER }, { decision: 'allow' }, { decision: 'allow', updatedInput: OTHER }],
  [{ updatedInput: OTHER }, { updatedInput: OWN }, { updatedInput: OWN }],
  // Nobody allowed what it became.
  [{ decision: 'allow' }, { updatedInput: OWN }, { updatedInput: OWN }],
  [{ decision: 'ask' }, { updatedInput: OWN }, { decision: 'ask', updatedInput: OWN }],
  [{ decision: 'allow' }, { decision: 'allow', updatedInput: OWN }, { decision: 'allow', updatedInput: OWN }],
  // Whoever defers rewrites nothing.
  [{ decision: 'defer', updatedInput: OTHER }, { decision: 'allow' }, { decision: 'ask' }],
  [{ decision: 'defer' }, { updatedInput: OWN }, { decision: 'ask', updatedInput: OWN }]
]

describe('verdicts of hooks of the client and of the service', () => {
  test.each(ROWS)('%j and %j make %j', (client, own, both) => {
    expect(mergeVerdicts(client, own)).toEqual(both)
  })
})
