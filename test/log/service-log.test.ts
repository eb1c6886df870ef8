import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Pump } from '../../src/log/pump.ts'
import { describeError, serviceLogger } from '../../src/log/service-log.ts'
import { heldSink, silent } from './fixture.ts'

const SECRET = 'sesame'

function heard(level = 'debug') {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { logger: serviceLogger(level, destination), lines }
}

const failure = (): Error =>
  Object.assign(new Error(`open '/srv/${SECRET}'`, { cause: new TypeError(`token ${SECRET}`) }), {
    code: 'ENOENT',
    path: `/srv/${SECRET}`,
    input: { command: SECRET }
  })

describe('the service’s own log', () => {
  test.each<[string, object]>([
    ['a header with credentials', { headers: { authorization: SECRET, cookie: SECRET } }],
    ['a password', { password: SECRET, store: { password: SECRET } }],
    ['a token or its hash', { token: SECRET, caller: { hash: SECRET, token: SECRET } }],
    [
      'what a caller sent',
      { body: { input: { command: SECRET }, settings: { user: SECRET } }, transcript: [SECRET] }
    ],
    ['what an error says', { err: failure() }],
    ['an error under another name', { error: failure() }]
  ])('never holds %s', (_, fields) => {
    const { logger, lines } = heard()
    logger.error(fields, 'something happened')
    logger.child(fields).error('something happened')
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain(SECRET)
  })

  test.each<[string, (logger: ReturnType<typeof heard>['logger']) => void]>([
    ['alone', (logger) => logger.error(failure())],
    ['as a field', (logger) => logger.error({ err: failure() })]
  ])('does not take its words from an error that is logged %s', (_, log) => {
    const { logger, lines } = heard()
    log(logger)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'failed',
      err: { type: 'Error', code: 'ENOENT' }
    })
    expect(lines.join('')).not.toContain(SECRET)
  })

  test('keeps its own words and fields', () => {
    const { logger, lines } = heard('info')
    logger.debug('unheard')
    logger.warn({ policy: 'company.yaml', code: 'shadowed' }, 'a rule of %s', 'no use')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, policy: 'company.yaml', code: 'shadowed', msg: 'a rule of no use' }
    ])
  })
})

describe('an error in the log', () => {
  test('is its kind, its code and the kinds of its causes', () => {
    expect(describeError(failure())).toEqual({
      type: 'Error',
      code: 'ENOENT',
      cause: { type: 'TypeError' }
    })
  })

  test('says at which place of this service it arose', () => {
    let thrown: unknown
    try {
      new Pump({ sink: heldSink(), logger: silent, lingerMs: 1 }).offer(JSON.parse('null'))
    } catch (error) {
      thrown = error
    }
    expect(describeError(thrown)).toEqual({ type: 'TypeError', at: expect.stringMatching(/^log\/pump \d+$/) })
  })

  test('takes no place from a message that looks like one', () => {
    const error = new Error(
      `\n    at x (${new URL('../../src', import.meta.url).pathname}/log/secret.ts:1:1)`
    )
    expect(describeError(error)).toEqual({ type: 'Error' })
  })

  test.each<[string, unknown, string]>([
    ['text', SECRET, 'string'],
    ['nothing', undefined, 'undefined'],
    ['an error with a strange name', Object.assign(new Error('x'), { name: `/srv/${SECRET}` }), 'Error']
  ])('is harmless as %s', (_, error, type) => {
    expect(describeError(error)).toEqual({ type })
  })

  test('ends where its causes go round', () => {
    const error = new Error('x')
    error.cause = error
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(200)
  })

  test('of a library keeps a code', async () => {
    const error: unknown = await readFile('/absent').catch((reason: unknown) => reason)
    expect(describeError(error)).toMatchObject({ type: 'Error', code: 'ENOENT' })
  })
})

describe('a failure that nobody caught', () => {
  test.each(['throws', 'rejects'])('ends the process that %s with a line of the log', async (how) => {
    const program = fileURLToPath(new URL('programs/fails.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', program, how], {
      stdio: ['ignore', 'ignore', 'pipe']
    })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(JSON.parse(said)).toEqual({
      level: 60,
      time: expect.any(Number),
      err: { type: 'Error' },
      msg: 'the service failed'
    })
  })
})
