import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileBashPattern } from '../../../src/engine/rules/bash-pattern.ts'
import { WORD_END } from '../../../src/engine/rules/bash-subject.ts'
import type { Behavior } from '../../../src/engine/verdict.ts'

/** The same content with an empty pair of quotes, which says nothing but keeps it from being read as plain. */
const quoted = (content: string): string => `''${content}`

test('a plain pattern is read as it would be with quotes that say nothing', () => {
  const word = fc.stringMatching(/^[\w@%+=,./:-]{1,4}$/)
  const content = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '*', ' *', ':*'))
    .map(([words, tail]) => words.join(' ') + tail)
    // Nothing before the colon: here a pair of quotes would say something.
    .filter((text) => !/(?:^| ):\*$/.test(text))
  fc.assert(
    fc.property(content, fc.constantFrom<Behavior>('allow', 'deny'), (text, behavior) => {
      const plain = compileBashPattern(text, behavior)
      const read = compileBashPattern(quoted(text), behavior)
      if ('problem' in plain || 'problem' in read) throw new Error('it is sound')
      const { exact, wide, sourceOnly, segments, spacedSegments, optionalTail, first } = read
      expect(plain).toMatchObject({ source: text.trim(), exact, wide, sourceOnly, optionalTail })
      expect([plain.segments, plain.spacedSegments, plain.first]).toEqual([segments, spacedSegments, first])
    }),
    { numRuns: 1_000 }
  )
})

test.each([
  ['git push *', 'allow', [`git${WORD_END}push${WORD_END}`, '']],
  ['git push:*', 'deny', ['git push ', '']],
  ['git pu*', 'deny', ['git pu', '']],
  ['git push', 'deny', ['git push']],
  ['git :*', 'deny', ['git ', '']]
] as const)('%s as %s', (content, behavior, segments) => {
  expect(compileBashPattern(content, behavior)).toMatchObject({ segments, first: 'git' })
})
