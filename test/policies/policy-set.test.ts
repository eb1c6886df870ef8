import { expect, test } from 'vitest'
import { canonicalJson, policySet } from '../../src/policies/policy-set.ts'

test.each([
  [{ b: [1, { d: 'x', c: null }], a: undefined }, '{"b":[1,{"c":null,"d":"x"}]}'],
  [[undefined, -0, 1e21, true], '[null,0,1e+21,true]']
])('canonical JSON of %j is %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

test('values that JSON cannot tell apart have different digests', () => {
  const digests = [null, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map(
    (value) => policySet([{ id: 'org', settings: { value } }]).digest
  )
  expect(new Set(digests).size).toBe(4)
})
