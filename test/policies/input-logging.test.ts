import { expect, test } from 'vitest'
import { inputLogging } from '../../src/policies/input-logging.ts'

test.each([
  ['no policy', [], undefined],
  ['a policy that says nothing', [{}], undefined],
  ['masks alone', [{ log: { mask: ['/a'] } }], undefined],
  ['masked without masks', [{ log: { input: 'masked' } }], { input: 'masked', mask: [] }],
  [
    'a later digest over an earlier masked',
    [{ log: { input: 'masked', mask: ['/a'] } }, { log: { input: 'digest' } }],
    undefined
  ],
  [
    'a later masked over an earlier digest, with the masks of both',
    [{ log: { input: 'digest', mask: ['/a', '/b'] } }, { log: { input: 'masked', mask: ['/b', '/c'] } }, {}],
    { input: 'masked', mask: ['/a', '/b', '/c'] }
  ]
] as const)('of what policies say of inputs, %s gives what it should', (_, policies, expected) => {
  expect(inputLogging(policies)).toEqual(expected)
})
