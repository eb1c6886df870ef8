import { describe, expect, it } from 'vitest'
import { jsonPointer, pointerToken } from '../../src/engine/json-pointer.ts'

describe('a JSON pointer', () => {
  it('escapes its keys', () => {
    expect(pointerToken('a/b~c')).toBe('a~1b~0c')
    expect(jsonPointer(['a/b', 0, '~'])).toBe('/a~1b/0/~0')
    expect(jsonPointer([])).toBe('')
  })

  it('is cut where a key is very long', () => {
    expect(jsonPointer(['a', 'k'.repeat(1_000_000)])).toBe(`/a/${'k'.repeat(253)}`)
  })
})
