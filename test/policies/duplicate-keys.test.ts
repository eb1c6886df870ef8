import { describe, expect, test } from 'vitest'
import { duplicateKeys } from '../../src/policies/duplicate-keys.ts'

describe('duplicateKeys', () => {
  test.each([
    ['{}'],
    ['"a"'],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}'],
    ['{"a":"a","b":"a"}'],
    ['["a","a",{"a":["b","b"]}]'],
    ['{"a":"{\\"x\\":1,\\"x\\":2}","b":"\\\\"}'],
    ['{"a":1,"A":2,"a ":3}']
  ])('finds none in %s', (text) => {
    expect(JSON.parse(text)).toBeDefined()
    expect(duplicateKeys(text)).toEqual([])
  })

  test.each([
    ['{"a":1,"a":2}', ['/a']],
    ['{"a":1, "b":[] , "\\u0061" : {}}', ['/a']],
    ['[0,{"x":[1,2,{"y":{},"y":[1]}]}]', ['/1/x/2/y']],
    ['{"a":{"b":1,"b":2},"a":{"b":1}}', ['/a/b', '/a']],
    ['{"a/b":"x:y","a/b":"}"}', ['/a~1b']]
  ])('finds those of %s', (text, expected) => {
    expect(JSON.parse(text)).toBeDefined()
    expect(duplicateKeys(text)).toEqual(expected)
  })
})
