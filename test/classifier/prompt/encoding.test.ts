import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeJson } from '../../../src/classifier/prompt/encoding.ts'

const PLENTY = 1_000_000

/** Of UTF-16 units: lone surrogates, too. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0x3c, 0x3e, 0x26, 0x22, 0x5c)))
  .map((units) => String.fromCharCode(...units))

test('what is encoded decodes to just what it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(encodeJson(text, PLENTY) ?? '')).toBe(text)
    })
  )
})

test('no character that some form of Unicode turns into markup stays as it is', () => {
  const kept: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => character.normalize(form)).join('')
    if (/[<>&]/.test(forms) && encodeJson(character, PLENTY)?.includes(character)) kept.push(character)
  }
  expect(kept).toEqual([])
})

// From the confusables of Unicode for `<`, `>` and `&`, and what is used for them in print.
const LOOK_ALIKES = '˂‹❮𝈶ᐸᚲ𖼿˃›❯ᐳ𝈷ꝸ〈〉⟨⟩⟪⟫«»﹤﹥＜＞≪≫≮≯⦉⧼︿﹀＆﹠'

test.each([...LOOK_ALIKES])('the look-alike %s is spelled out', (character) => {
  expect(encodeJson(character, PLENTY)).toMatch(/^"(?:\\u[0-9a-f]{4})+"$/)
})

test.each([
  ['a control character', '\u0007'],
  ['an escape sequence of a terminal', '\u001b'],
  ['a character of the second control block', '\u0085'],
  ['a zero-width space', '\u200b'],
  ['a direction override', '\u202e'],
  ['a line separator', '\u2028'],
  ['a byte order mark', '\ufeff'],
  ['a variation selector', '\ufe0f'],
  ['a filler that shows nothing', '\u3164'],
  ['a tag character', '\u{e0041}'],
  ['a private character', '\ue000'],
  ['a no-break space', '\u00a0'],
  ['half a pair', '\ud800'],
  ['an unassigned character', '\u0378']
])('%s is spelled out', (_, character) => {
  expect(encodeJson(`a${character}b`, PLENTY)).toMatch(/^"a(?:\\u[0-9a-f]{4})+b"$/)
})

test('ordinary text of any language can be read as it is', () => {
  const text = 'Räum’ den Ordner „build“ auf – ok? 请删除目录。Удали папку! ลบโฟลเดอร์'
  expect(encodeJson(text, PLENTY)).toBe(
    '"Räum\\u2019 den Ordner \\u201ebuild\\u201c auf – ok? 请删除目录。Удали папку! ลบโฟลเดอร์"'
  )
})

test.each([
  ['as long as the bound', 'x'.repeat(8), 10, '"xxxxxxxx"'],
  ['one character longer', 'x'.repeat(9), 10, undefined],
  ['longer only once it is encoded', '<'.repeat(8), 10, undefined]
])('text %s', (_, text, most, expected) => {
  expect(encodeJson(text, most)).toBe(expected)
})

test('what nests too deep for JSON, or has no JSON, is nothing', () => {
  let deep: unknown = 0
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
  expect(encodeJson(deep, PLENTY)).toBeUndefined()
  expect(encodeJson(undefined, PLENTY)).toBeUndefined()
})
