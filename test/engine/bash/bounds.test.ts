import { describe, expect, test } from 'vitest'
import { read, shown } from './fixture.ts'

/** The commands that may run all the same, one a line. */
function candidatesOf(script: string): readonly string[] {
  const reading = read(script)
  if (reading.status === 'read') throw new Error('expected to be refused')
  return reading.candidates.map(({ words }) => words.map(shown).join(' '))
}

/** Takes the parser far more steps than any script of its length that is worth reading. */
const EXHAUSTING = `a${'{| a'.repeat(3_200)}`

describe('bounds', () => {
  test.each([
    ['a script that is too long', `echo ${'a'.repeat(16_384)}`, 'too-long'],
    ['too many commands', 'a;'.repeat(1_001), 'too-many-commands'],
    ['nesting that is too deep', `${'( '.repeat(250)}a${' )'.repeat(250)}`, 'too-deep'],
    ['a script that is too hard to parse', EXHAUSTING, 'cancelled'],
    ['a word that the parser looks through for each of its characters', 'for@]]'.repeat(300), 'cancelled']
  ])('%s is not read', (_, script, code) => {
    expect(read(script)).toMatchObject({ status: 'structure-unknown', code })
  })

  test.each([
    ['the greatest length', `echo ${'a'.repeat(16_379)}`],
    ['a thousand commands', 'a;'.repeat(1_000)],
    ['long chains', `a${' && a'.repeat(150)}`],
    ['a long plain script', 'git commit -m "a message" && npm run test 2>&1 | tail -5\n'.repeat(280)]
  ])('%s is read', (_, script) => {
    expect(read(script)).toMatchObject({ status: 'read' })
  })

  test('a cancelled parse leaves nothing in the next one', () => {
    const before = read('rm x; ls "$(id)"')
    for (const script of [EXHAUSTING, EXHAUSTING.slice(0, -4), EXHAUSTING]) {
      expect(read(script)).toMatchObject({ status: 'structure-unknown', code: 'cancelled' })
      expect(read('rm x; ls "$(id)"')).toEqual(before)
    }
  })

  test('the same script is cancelled every time', () => {
    const codes = [1, 2, 3].map(() => read(EXHAUSTING)).map((reading) => 'code' in reading && reading.code)
    expect(new Set(codes)).toEqual(new Set(['cancelled']))
  })
})

describe('candidates of what could not be read', () => {
  test.each([
    ['commands around a construct', 'a x; echo $"y" && rm -rf z', ['a x', 'rm -rf z']],
    ['commands before a syntax error', 'rm x\necho "', ['rm x']],
    ['commands in substitutions', 'echo $(rm x) @(y); ls', ['rm x', 'ls']],
    ['words around a forbidden character', 'rm -rf x\u00a0y', ['rm -rf x\u00a0y']],
    ['words of a text that is too long', `ls 'a b'; rm "-rf" x #${'y'.repeat(17_000)}`, ['rm -rf x']]
  ])('%s', (_, script, expected) => {
    const candidates = candidatesOf(script)
    for (const one of expected) expect(candidates.some((candidate) => candidate.startsWith(one))).toBe(true)
  })
})
