import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readSettingsText, settingsText } from '../../src/settings/settings-text.ts'

const named = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

describe('stored settings', () => {
  test('are read back as they were', () => {
    const layers = { user: { a: [1, 'ü\ud800'] }, flag: {} }
    const { reference, text } = settingsText(layers)
    expect(readSettingsText(reference, text)).toEqual(layers)
  })

  // Whoever can write to the store can name a text rightly.
  test.each([
    ['the policy layer', '{"policy":{}}'],
    ['the session layer', '{"session":{}}'],
    ['a layer that is no object', '{"user":[]}'],
    ['null for a layer', '{"user":null}'],
    ['a list', '[]'],
    ['a prototype', '{"user":{"__proto__":{}}}'],
    ['too many levels', `{"user":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`],
    ['what is not JSON', '{"user":{}'],
    ['nothing', '']
  ])('are not read where the text holds %s, whatever its digest', (_, text) => {
    expect(readSettingsText(named(text), text)).toBeUndefined()
  })
})
