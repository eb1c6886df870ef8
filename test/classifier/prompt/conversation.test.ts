import { describe, expect, test } from 'vitest'
import type { Question } from '../../../src/classifier/classifier.ts'
import { promptFor } from '../../../src/classifier/prompt/prompt.ts'
import { held, question, takenApart } from '../question.ts'

const SECRET = Buffer.from('a secret of this process')

const user = (content: string) => ({ role: 'user', content })
const agent = (input: unknown) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', name: 'Write', input }]
})

const materialOf = (transcript: Question['transcript']) =>
  promptFor(question({ transcript }), SECRET)?.material ?? ''

describe('a conversation that fits', () => {
  test('is shown whole and in order', () => {
    const material = materialOf([user('one'), agent({ text: 'two' }), user('three')])
    expect(
      takenApart(material)
        .fences.map(({ kind, content }) => [kind, JSON.parse(content)])
        .slice(0, 3)
    ).toEqual([
      ['user-message', 'one'],
      ['agent-call', { tool: 'Write', input: { text: 'two' } }],
      ['user-message', 'three']
    ])
    expect(material).toContain('\n\nThe conversation:\n\n')
    expect(material).not.toContain('Left out')
  })

  test('that nobody sent is said to be unknown', () => {
    expect(materialOf([])).toContain('The conversation is not known')
    expect(materialOf([{ role: 'tool', content: 'a result' }])).toContain('The conversation is not known')
  })
})

describe('a conversation that is too long', () => {
  const long = (name: string) => `${name} ${'x'.repeat(9_000)}`

  test('keeps the newest messages whole and says how many are left out', () => {
    const material = materialOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => user(long(name))))
    expect(held(material, 'user-message')).toEqual(['c', 'd', 'e', 'f', 'g'].map(long))
    expect(takenApart(material).trusted).toMatch(
      /too long to be shown whole[\s\S]*\n\n\(Left out as the oldest: messages of the user: 2, calls of the agent: 0\.\)\n\n<user/
    )
  })

  test('loses no message of the user to calls of the agent, however many and long', () => {
    const calls = Array.from({ length: 300 }, (_, index) => agent({ index, text: 'x'.repeat(2_000) }))
    const material = materialOf([user('Do not push.'), ...calls, user('Go on.')])
    expect(held(material, 'user-message')).toEqual(['Do not push.', 'Go on.'])
    expect(held(material, 'agent-call').at(-1)).toMatchObject({ input: { index: 299 } })
    expect(material).toContain('messages of the user: 0, calls of the agent: 289.')
  })

  test('keeps what stands around a turn that is too long by itself, and marks its place', () => {
    const material = materialOf([
      user('Do not push.'),
      user('x'.repeat(50_000)),
      agent({ text: '<'.repeat(3_000) }),
      user('Go on.')
    ])
    expect(held(material, 'user-message')).toEqual(['Do not push.', 'Go on.'])
    expect(takenApart(material).trusted).toMatch(
      /<user-message>\n\n\(Left out here[^)]*message of the user\.\)\n\n\(Left out here[^)]*call of the agent\.\)\n\n<user-message>/
    )
  })

  test.each([
    ['short', (index: number) => `message ${index}`],
    ['too long one by one', () => 'x'.repeat(13_000)]
  ])('stays within its bound, where its turns are %s', (_, text) => {
    const turns = Array.from({ length: 2_000 }, (_, index) => [user(text(index)), agent(text(index))]).flat()
    expect(materialOf(turns).length).toBeLessThan(74_000)
  })
})
