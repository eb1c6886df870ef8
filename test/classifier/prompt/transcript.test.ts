import { describe, expect, test } from 'vitest'
import { turnsOf } from '../../../src/classifier/prompt/transcript.ts'

const said = (text: string) => ({ kind: 'user-message', text })
const called = (tool: string, input: unknown) => ({ kind: 'agent-call', call: { tool, input } })

const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'SECRET' }

describe('what is shown', () => {
  test.each([
    ['the text of a user', { role: 'user', content: 'Fix it.' }, [said('Fix it.')]],
    [
      'text blocks of a user, one by one',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Fix it.' },
          { type: 'input_text', text: 'Now.' }
        ]
      },
      [said('Fix it.'), said('Now.')]
    ],
    [
      'text that a user added to results',
      { role: 'user', content: [RESULT, { type: 'text', text: 'Stop, do not push.' }] },
      [said('Stop, do not push.')]
    ],
    [
      'what a user wrote behind a passage of the runtime',
      {
        role: 'user',
        content: '<system-reminder>SECRET</system-reminder>\n<bash-stdout>SECRET</bash-stdout>Do not push.'
      },
      [said('Do not push.')]
    ],
    [
      'what a user wrote with such a tag that has no end',
      { role: 'user', content: '<system-reminder> is a tag I see' },
      [said('<system-reminder> is a tag I see')]
    ],
    [
      'tool calls in blocks',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'SECRET' },
          { type: 'thinking', thinking: 'SECRET' },
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
          { type: 'mcp_tool_use', id: 'toolu_2', name: 'post', server_name: 'x', input: {} }
        ]
      },
      [called('Bash', { command: 'ls' }), called('post', {})]
    ],
    [
      'tool calls beside the text',
      {
        role: 'assistant',
        content: 'SECRET',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'sh', arguments: '{"command":"ls"}' } },
          { id: 'call_2', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
          { id: 'call_3', type: 'unknown', SECRET: 'SECRET' }
        ]
      },
      [called('sh', '{"command":"ls"}'), called('patch', '*** Begin')]
    ],
    [
      'a tool call of the older form',
      { role: 'assistant', content: null, function_call: { name: 'sh', arguments: '{}' } },
      [called('sh', '{}')]
    ],
    [
      'a tool call without input',
      { role: 'assistant', content: [{ type: 'tool_use', name: 'Stop' }] },
      [called('Stop', null)]
    ]
  ])('%s', (_, entry, expected) => {
    expect(turnsOf([entry])).toEqual(expected)
  })
})

describe('what is never shown', () => {
  test.each([
    ['tool results of a user message', { role: 'user', content: [RESULT] }],
    ['a tool result in place of the blocks', { role: 'user', content: RESULT }],
    [
      'text inside a tool result',
      { role: 'user', content: [{ ...RESULT, content: [{ type: 'text', text: 'SECRET' }] }] }
    ],
    ['results of the role tool', { role: 'tool', tool_call_id: 'call_1', content: 'SECRET' }],
    ['results of the role function', { role: 'function', name: 'sh', content: 'SECRET' }],
    ['text blocks of the role tool', { role: 'tool', content: [{ type: 'text', text: 'SECRET' }] }],
    ['a system message', { role: 'system', content: 'SECRET' }],
    ['a developer message', { role: 'developer', content: 'SECRET' }],
    ['what the assistant says', { role: 'assistant', content: 'SECRET' }],
    ['text blocks of the assistant', { role: 'assistant', content: [{ type: 'text', text: 'SECRET' }] }],
    [
      'results among the blocks of the assistant',
      { role: 'assistant', content: [{ type: 'mcp_tool_result', content: 'SECRET' }] }
    ],
    [
      'a message that is a passage of the runtime',
      { role: 'user', content: ' <system-reminder>SECRET</system-reminder> ' }
    ],
    [
      'output of a command of the user',
      { role: 'user', content: '<local-command-stdout>SECRET</local-command-stdout>' }
    ],
    [
      'calls that a user message claims',
      { role: 'user', content: [{ type: 'tool_use', name: 'SECRET', input: {} }] }
    ],
    [
      'calls beside a user message',
      { role: 'user', content: '', tool_calls: [{ function: { name: 'SECRET', arguments: '' } }] }
    ],
    ['a role with other letters', { role: 'User', content: 'SECRET' }],
    [
      'blocks of unknown type',
      { role: 'user', content: [{ type: 'document', text: 'SECRET' }, 'SECRET', null] }
    ],
    ['a text block whose text is none', { role: 'user', content: [{ type: 'text', text: { SECRET: 1 } }] }],
    ['content of another shape', { role: 'user', content: { text: 'SECRET' } }],
    ['a message without words', { role: 'user', content: ' \n ' }],
    ['a call without a name', { role: 'assistant', content: [{ type: 'tool_use', input: 'SECRET' }] }],
    ['calls that are no list', { role: 'assistant', content: null, tool_calls: 'SECRET' }]
  ])('%s', (_, entry) => {
    expect(turnsOf([entry])).toEqual([])
  })
})

test('turns stand in the order of the transcript', () => {
  const transcript = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: [{ type: 'tool_use', name: 'two', input: {} }] },
    { role: 'user', content: [RESULT] },
    { role: 'user', content: 'three' }
  ]
  expect(turnsOf(transcript)).toEqual([said('one'), called('two', {}), said('three')])
})

test('any number of passages of a runtime is passed over', () => {
  const passages = '<system-reminder></system-reminder>'.repeat(20_000)
  expect(turnsOf([{ role: 'user', content: `${passages}<system-reminder>x` }])).toEqual([
    said('<system-reminder>x')
  ])
})
