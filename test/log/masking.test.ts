import { describe, expect, test } from 'vitest'
import { maskInput } from '../../src/log/masking.ts'

const INPUT = {
  command: 'curl -H "token: x"',
  edits: [
    { old: 'a', new: 'b' },
    { old: 'c', new: 'd' }
  ],
  'a/b': { '~': 1 }
}

describe('masking', () => {
  test.each<[string, readonly string[], unknown, readonly string[]]>([
    ['no pointer', [], INPUT, []],
    ['a pointer to nothing', ['/absent', '/absent/deeper', '/edits/7/old'], INPUT, []],
    [
      'a pointer into a text',
      ['/command/deeper', '/edits/*/old/*'],
      {
        ...INPUT,
        command: '[masked]',
        edits: [
          { old: '[masked]', new: 'b' },
          { old: '[masked]', new: 'd' }
        ]
      },
      ['/command', '/edits/0/old', '/edits/1/old']
    ],
    ['a pointer into a number', ['/a~1b/~0/x'], { ...INPUT, 'a/b': { '~': '[masked]' } }, ['/a~1b/~0']],
    ['a member of what is a list', ['/edits/old'], { ...INPUT, edits: '[masked]' }, ['/edits']],
    ['a member', ['/command'], { ...INPUT, command: '[masked]' }, ['/command']],
    [
      'an element',
      ['/edits/1/new'],
      { ...INPUT, edits: [INPUT.edits[0], { old: 'c', new: '[masked]' }] },
      ['/edits/1/new']
    ],
    [
      'every element',
      ['/edits/*/old'],
      {
        ...INPUT,
        edits: [
          { old: '[masked]', new: 'b' },
          { old: '[masked]', new: 'd' }
        ]
      },
      ['/edits/0/old', '/edits/1/old']
    ],
    [
      'every member',
      ['/*'],
      { command: '[masked]', edits: '[masked]', 'a/b': '[masked]' },
      ['/command', '/edits', '/a~1b']
    ],
    ['escaped keys', ['/a~1b/~0'], { ...INPUT, 'a/b': { '~': '[masked]' } }, ['/a~1b/~0']],
    ['one place twice', ['/command', '/command'], { ...INPUT, command: '[masked]' }, ['/command']]
  ])('takes out what is meant by %s and lists it', (_, pointers, input, erased) => {
    expect(maskInput(INPUT, pointers)).toEqual({ input, erased })
  })

  test('leaves the input itself as it is', () => {
    const before = structuredClone(INPUT)
    maskInput(INPUT, ['/edits/*/old', '/command'])
    expect(INPUT).toEqual(before)
  })

  test('lists a pattern instead of more than a hundred places', () => {
    const many = (length: number) => ({ list: Array.from({ length }, () => 'x') })
    expect(maskInput(many(100), ['/list/*']).erased).toHaveLength(100)
    expect(maskInput(many(101), ['/list/*']).erased).toEqual(['/list/*'])
  })

  test.each(['{"command":"secret"}', 7, [{ command: 'secret' }]])(
    'takes all of %j out, which is no object that a pointer could lead into',
    (input) => {
      expect(maskInput(input, ['/command'])).toEqual({ input: '[masked]', erased: [''] })
      expect(maskInput(input, ['/command', '/other'])).toEqual({ input: '[masked]', erased: [''] })
      expect(maskInput(input, [])).toEqual({ input, erased: [] })
    }
  )

  test.each([null, undefined])('takes %j for what it is', (input) => {
    expect(maskInput(input, ['/command'])).toEqual({ input, erased: [] })
  })
})
