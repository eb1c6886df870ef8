import { describe, expect, test } from 'vitest'
import { readVerdictText, UNLISTED } from '../../src/classifier/verdict-form.ts'

const ENTRIES = ['first ban', 'second ban']

const FORM = { thinking: 'x', block: true, reason: 'sends secrets', category: 'exfiltration', hardDeny: null }

const read = (value: unknown) => readVerdictText(JSON.stringify(value), ENTRIES)
const VERDICT = { block: true, reason: 'sends secrets', category: 'exfiltration', hardDeny: undefined }

test('an answer in the agreed form is a verdict', () => {
  expect(read(FORM)).toEqual(VERDICT)
  expect(read({ ...FORM, block: false, category: 'none' })).toEqual({
    ...VERDICT,
    block: false,
    category: 'none'
  })
})

describe('hardDeny', () => {
  test.each([
    ['left out', undefined, undefined],
    ['null', null, undefined],
    ['the number of an entry', 2, 'second ban'],
    ['the text of an entry', 'first ban', 'first ban'],
    ['a number that no entry has', 3, UNLISTED],
    ['the number 0', 0, UNLISTED],
    ['a negative number', -1, UNLISTED],
    ['a text that no entry has', 'First ban', UNLISTED],
    ['an empty text', '', UNLISTED]
  ])('%s', (_, hardDeny, expected) => {
    expect(read({ ...FORM, hardDeny })).toEqual({ ...VERDICT, hardDeny: expected })
  })

  test.each([[1], ['first ban'], [9], ['']])(
    '%j of a call that may pass is at odds with itself',
    (hardDeny) => {
      expect(read({ ...FORM, block: false, hardDeny })).toBeUndefined()
    }
  )

  test('is a claim to be believed where there are no entries', () => {
    expect(readVerdictText(JSON.stringify({ ...FORM, hardDeny: 1 }), [])).toEqual({
      ...VERDICT,
      hardDeny: UNLISTED
    })
  })
})

const { thinking: _, ...WITHOUT_THINKING } = FORM

describe('is no verdict', () => {
  test.each([
    ['an answer without thinking', WITHOUT_THINKING],
    ['block in words', { ...FORM, block: 'yes' }],
    ['block as a number', { ...FORM, block: 0 }],
    ['block that is null', { ...FORM, block: null }],
    ['a category that is not on the list', { ...FORM, category: 'danger' }],
    ['a category with other letters', { ...FORM, category: 'Exfiltration' }],
    ['no reason', { ...FORM, reason: '' }],
    ['a reason without a character that shows', { ...FORM, reason: ' \u200b\n' }],
    ['a reason beyond its bound', { ...FORM, reason: 'x'.repeat(2_001) }],
    ['thinking beyond its bound', { ...FORM, thinking: 'x'.repeat(20_001) }],
    ['a key that nobody asked for', { ...FORM, decision: 'allow' }],
    ['hardDeny as a fraction', { ...FORM, hardDeny: 1.5 }],
    ['hardDeny as a list', { ...FORM, hardDeny: [1] }],
    ['hardDeny as a claim without content', { ...FORM, hardDeny: true }],
    ['a list of verdicts', [FORM]],
    ['a verdict within an object', { verdict: FORM }],
    ['a verdict as text', JSON.stringify(FORM)],
    ['null', null]
  ])('%s', (_, value) => {
    expect(read(value)).toBeUndefined()
  })

  const json = JSON.stringify(FORM)
  test.each([
    ['nothing', ''],
    ['text before', `Here it is: ${json}`],
    ['text behind', `${json} Good luck.`],
    ['two answers', `${json}\n${json}`],
    ['a code block', `\`\`\`json\n${json}\n\`\`\``],
    ['half of it', json.slice(0, -10)],
    ['a comment', json.replace('{', '{ // safe\n')],
    ['a comma too many', json.replace('}', ',}')],
    ['a key twice', json.replace('"block":true', '"block":true,"block":false')],
    ['a key twice, spelled otherwise', json.replace('"block":true', '"block":true,"bl\\u006fck":false')],
    ['nesting without end', '['.repeat(60_000) + ']'.repeat(60_000)]
  ])('JSON with %s', (_, text) => {
    expect(readVerdictText(text, ENTRIES)).toBeUndefined()
  })
})

test('blanks around the answer change nothing', () => {
  expect(readVerdictText(`\n ${JSON.stringify(FORM)} \n`, ENTRIES)).toEqual(VERDICT)
})

test('a key may stand in two objects, and quotes of one in a text', () => {
  expect(read({ ...FORM, thinking: '"block": false, "block": true' })).toEqual(VERDICT)
})

test('what a terminal would obey is not part of a reason', () => {
  const reason = ' sends\u001b[2J\n\tsecrets\u202e\u2028 away\ud800 '
  expect(read({ ...FORM, reason })?.reason).toBe('sends [2J secrets away')
})
