import { describe, expect, test } from 'vitest'
import { CALL, expectProblem, post, send } from './client.ts'
import { stubEngine } from './stub-engine.ts'

const text = JSON.stringify(CALL)
const MIB = 1024 * 1024

/** A call whose input is nested so that the body as a whole is `depth` deep. */
const nested = (depth: number, open: string, close: string, core: string) =>
  `{"tool":"x","cwd":"/","input":{"a":${open.repeat(depth - 2)}${core}${close.repeat(depth - 2)}}}`

describe('a body', () => {
  test.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset="UTF-8"'],
    ['Application/JSON']
  ])('is read as %s', async (type) => {
    expect((await send({ bytes: text, headers: { 'content-type': type } })).status).toBe(200)
  })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/problem+json'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=latin1'],
    ['application'],
    ['']
  ])('is not read as %j', async (type) => {
    expectProblem(await send({ bytes: text, headers: { 'content-type': type } }), 'unsupported-media-type')
  })

  test.each(['gzip', 'br', 'identity, gzip'])('is not read in the encoding %s', async (encoding) => {
    expectProblem(
      await send({ bytes: text, headers: { 'content-encoding': encoding } }),
      'unsupported-media-type',
      'the body must not be compressed'
    )
  })

  test('is needed', async () => {
    expectProblem(await send({}), 'invalid-request', 'the body: expected a JSON object, found none', [
      { path: '', message: 'expected a JSON object, found none', code: 'required' }
    ])
    expectProblem(await send({ bytes: '' }), 'invalid-json', 'the body is empty')
  })

  test.each([
    ['/decide', '{"tool":"X","cwd":"/","input":{"a":[1e400]}}', '/input/a/0'],
    ['/settings', '{"user":{"permissions":{"x":-1e400}}}', '/user/permissions/x']
  ])('to %s is refused where it holds a number that no value can hold', async (url, bytes, path) => {
    const method = url === '/settings' ? 'PUT' : 'POST'
    const message = 'expected a number, found a number out of range'
    expectProblem(await send({ method, url, bytes }), 'invalid-request', `${path}: ${message}`, [
      { path, message, code: 'wrong-type' }
    ])
  })

  test.each([
    ['is cut off', '{"tool":"Bash"', 'the body is not JSON: unreadable at character 14'],
    ['holds a comment', '{/* */}', 'the body is not JSON: unreadable at character 1'],
    ['ends in a comma', '{"a":1,}', 'the body is not JSON: unreadable at character 7'],
    ['has single quotes', "{'a':1}", 'the body is not JSON: unreadable at character 1'],
    ['is two values', '{} {}', 'the body is not JSON: unreadable at character 3'],
    ['starts with a byte order mark', `\uFEFF${text}`, expect.stringMatching(/^the body is not JSON/)],
    ['holds NaN', '{"a":NaN}', expect.stringMatching(/^the body is not JSON/)],
    ['holds a raw newline in text', '{"a":"\n"}', expect.stringMatching(/^the body is not JSON/)]
  ])('that %s is no JSON', async (_, bytes, detail) => {
    expectProblem(await send({ bytes }), 'invalid-json', detail)
  })

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a cut-off sequence', [0xe2, 0x82]],
    ['a byte that never occurs', [0xff]]
  ])('with %s is refused, not repaired', async (_, bad) => {
    const engine = stubEngine()
    const bytes = Buffer.concat([
      Buffer.from('{"tool":"Bash","cwd":"/","input":{"command":"ls '),
      Buffer.from(bad),
      Buffer.from('"}}')
    ])
    expectProblem(await send({ bytes }, { engine }), 'invalid-encoding')
    expect(engine.asked).toEqual([])
  })

  test('keeps every character', async () => {
    const engine = stubEngine()
    const command = 'echo "ü 漢 😀 \u2028 \u0000 \ud800"'
    await post('/decide', { ...CALL, input: { command } }, { engine })
    expect(engine.asked).toEqual([{ ...CALL, input: { command } }])
  })

  test.each([
    ['__proto__', '{"__proto__":{"tool":"x"}}', '/__proto__'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}', '/__proto__'],
    ['a deep __proto__', '{"input":{"a":[{"__proto__":1}]}}', '/input/a/0/__proto__'],
    ['constructor.prototype', '{"input":{"constructor":{"prototype":{}}}}', '/input/constructor/prototype'],
    ['an escaped constructor', '{"\\u0063onstructor":{"prototype":1}}', '/constructor/prototype']
  ])('with the key %s is refused', async (_, bytes, path) => {
    expectProblem(await send({ bytes }), 'forbidden-key', `the key at ${path} is never accepted`, [
      { path, message: 'this key is never accepted', code: 'unknown-key' }
    ])
  })

  test.each([
    ['text that speaks of __proto__', { content: '{"__proto__": 1}' }],
    ['a constructor that is only a name', { constructor: 'x' }]
  ])('may hold %s', async (_, input) => {
    const engine = stubEngine()
    expect((await post('/decide', { ...CALL, input }, { engine })).status).toBe(200)
    expect(engine.asked).toEqual([{ ...CALL, input }])
  })

  test('with a key twice is read as its last value, as JSON.parse does', async () => {
    const engine = stubEngine()
    await send({ bytes: '{"tool":"Read","cwd":"/","input":{},"tool":"Bash"}' }, { engine })
    expect(engine.asked).toEqual([{ tool: 'Bash', cwd: '/', input: {} }])
  })

  test.each([
    ['arrays', '[', ']', '1'],
    ['objects', '{"a":', '}', '1']
  ])('may nest %s 64 deep, not 65', async (_, open, close, core) => {
    expect((await send({ bytes: nested(64, open, close, core) })).status).toBe(200)
    expectProblem(
      await send({ bytes: nested(65, open, close, core) }),
      'nesting-too-deep',
      'objects and arrays may be nested 64 deep'
    )
  })

  test('brackets in text and beside each other are no nesting', async () => {
    const input = { command: `"\\${'[{'.repeat(200)}`, list: Array.from({ length: 200 }, () => ({})) }
    expect((await post('/decide', { ...CALL, input })).status).toBe(200)
  })

  test('with a number that does not fit says so', async () => {
    const bytes = text.replace('{', '{"deadlineMs":1e400,')
    expectProblem(await send({ bytes }), 'invalid-request', undefined, [
      { path: '/deadlineMs', code: 'wrong-type', message: 'expected a number, found a number out of range' }
    ])
  })

  test('may hold 30,000 keys, objects and lists, not one more', async () => {
    const bytes = (entries: number) =>
      JSON.stringify({
        ...CALL,
        tool: 'HouseTool',
        input: { list: Array.from({ length: entries }, () => []) }
      })
    // Beside the entries: the body, four keys, the input and the list.
    const others = 7
    expect((await send({ bytes: bytes(30_000 - others) })).status).toBe(200)
    expectProblem(
      await send({ bytes: bytes(30_001 - others) }),
      'too-many-members',
      'a body may hold 30000 keys, objects and lists together'
    )
  })

  test('may hold an object of 5,000 keys, not one more', async () => {
    const bytes = (count: number) =>
      JSON.stringify({
        ...CALL,
        tool: 'HouseTool',
        input: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
      })
    expect((await send({ bytes: bytes(5_000) })).status).toBe(200)
    expectProblem(await send({ bytes: bytes(5_001) }), 'too-many-members', 'an object may hold 5000 keys')
  })

  test('of nothing but brackets is refused', async () => {
    expectProblem(await send({ bytes: '['.repeat(500_000) }), 'nesting-too-deep')
  })

  test('may have one MiB, not a byte more', async () => {
    const shell = JSON.stringify({ ...CALL, input: { command: '' } })
    const body = (size: number) =>
      JSON.stringify({ ...CALL, input: { command: 'x'.repeat(size - shell.length) } })
    expect((await send({ bytes: body(MIB) })).status).toBe(200)
    expectProblem(await send({ bytes: body(MIB + 1) }), 'body-too-large', 'the body may have 1048576 bytes')
  })
})
