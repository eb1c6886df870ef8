import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenClassifier, openClassifier } from '../../src/classifier/open-classifier.ts'
import type { ClassifierConfig } from '../../src/classifier-config.ts'
import type { Api } from '../model-answers.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { until } from '../store/fixture.ts'
import { outcomeOf, questionOf } from './guarded-fixture.ts'

let server: ModelServer
let folder: string
let keyFile: string
let opened: OpenClassifier | undefined

beforeAll(async () => {
  server = await startModelServer()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classifier-'))
  keyFile = join(folder, 'key')
  await writeFile(keyFile, 'first-key\n')
})

afterEach(async () => {
  opened?.close()
  opened = undefined
  server.clear()
  await rm(folder, { recursive: true })
})

afterAll(() => server.close())

const silent = pino({ enabled: false })

const configOf = (fields: Partial<ClassifierConfig>): ClassifierConfig => ({
  classifier: 'webhook',
  classifierUrl: server.url,
  classifierModel: undefined,
  classifierKeyFile: undefined,
  classifierTimeoutMs: 10_000,
  classifierConcurrency: 16,
  ...fields
})

async function open(fields: Partial<ClassifierConfig>): Promise<OpenClassifier> {
  const made = await openClassifier(configOf(fields), silent)
  if ('fault' in made) throw new Error(made.fault)
  opened = made
  return made
}

let asked = 0

/** What comes of a question that was never asked before. */
async function ask({ classifier }: OpenClassifier) {
  asked += 1
  const consultation = classifier?.consult(questionOf(`Tool${asked}`, 'acme'), {
    withinMs: undefined,
    speculative: false
  })
  if (consultation === undefined) throw new Error('there is no classifier')
  return consultation.answer
}

const healthOf = ({ health }: OpenClassifier) => health.flatMap((reason) => reason() ?? [])

describe('the classifier that is configured', () => {
  test('may be none', async () => {
    const made = await open({ classifier: 'none', classifierUrl: undefined })
    expect([made.classifier, healthOf(made)]).toEqual([undefined, []])
  })

  test.each<[ClassifierConfig['classifier'], string, Api, string, Readonly<Record<string, string>>]>([
    ['anthropic', '', 'anthropic', '/v1/messages', { 'x-api-key': 'first-key' }],
    ['anthropic', '/', 'anthropic', '/v1/messages', { 'x-api-key': 'first-key' }],
    ['openai', '/v1', 'openai', '/v1/chat/completions', { authorization: 'Bearer first-key' }],
    ['openai', '/v1/', 'openai', '/v1/chat/completions', { authorization: 'Bearer first-key' }],
    ['webhook', '/judge/?form=2', 'webhook', '/judge/?form=2', { authorization: 'Bearer first-key' }]
  ])('may be %s at %j', async (classifier, path, api, sentTo, headers) => {
    const made = await open({
      classifier,
      classifierUrl: server.url + path,
      classifierModel: 'judge-1',
      classifierKeyFile: keyFile
    })
    const consulted = await ask(made)
    expect([outcomeOf(consulted), consulted.model]).toEqual(['pass', 'judge-1'])
    expect(server.requests).toEqual([
      expect.objectContaining({ api, path: sentTo, headers: expect.objectContaining(headers) })
    ])
  })

  test('needs neither a key nor the name of a model behind a webhook', async () => {
    const consulted = await ask(await open({}))
    expect([outcomeOf(consulted), consulted.model]).toEqual(['pass', 'webhook'])
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('has the time and the places that are configured', async () => {
    server.always({ fault: 'hang' })
    const made = await open({ classifierTimeoutMs: 100, classifierConcurrency: 1 })
    const answers = Array.from({ length: 6 }, () => ask(made))
    expect(outcomeOf(await (answers[5] ?? ask(made)))).toBe('classifier-overloaded')
    expect(outcomeOf(await (answers[0] ?? ask(made)))).toBe('classifier-timeout')
  })
})

describe('the key', () => {
  /** As programs that must not be seen half-way do it. */
  async function replace(text: string): Promise<void> {
    await writeFile(join(folder, 'next'), text)
    await rename(join(folder, 'next'), keyFile)
  }

  async function sentKey(made: OpenClassifier): Promise<string | undefined> {
    await ask(made)
    return server.requests.at(-1)?.headers.authorization
  }

  test('may change while the service runs; one that is broken changes nothing and is told', async () => {
    const made = await open({ classifierKeyFile: keyFile })
    expect(await sentKey(made)).toBe('Bearer first-key')
    await replace('second-key')
    await until(async () => (await sentKey(made)) === 'Bearer second-key')
    expect(healthOf(made)).toEqual([])

    await replace('two lines\nof text')
    await until(() => healthOf(made).length > 0)
    expect(healthOf(made)).toEqual(['key of the classifier: the last good one is in force'])
    expect(await sentKey(made)).toBe('Bearer second-key')

    await replace('third-key')
    await until(() => healthOf(made).length === 0)
    expect(await sentKey(made)).toBe('Bearer third-key')
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['is not there', () => rm(keyFile), 'there is no such file'],
    ['is empty', () => writeFile(keyFile, '\n'), 'expected one line with the key in it'],
    ['is more than a line', () => writeFile(keyFile, 'top\nsecret'), 'expected one line with the key in it'],
    ['is no text', () => writeFile(keyFile, Buffer.from([0x61, 0xff])), 'it is not valid UTF-8'],
    ['is not ASCII', () => writeFile(keyFile, 'schlüssel'), 'expected one line with the key in it']
  ])('lets nothing start that %s, and the fault names the variable alone', async (_, spoil, fault) => {
    await spoil()
    expect(await openClassifier(configOf({ classifierKeyFile: keyFile }), silent)).toEqual({
      fault: `PORTCULLIS_CLASSIFIER_KEY_FILE: ${fault}`
    })
  })
})

test('a model that is not there keeps nothing from starting', async () => {
  const down = await startModelServer()
  await down.close()
  const made = await open({ classifierUrl: down.url })
  expect(healthOf(made)).toEqual([])
  for (let times = 0; times < 3; times += 1) {
    expect(outcomeOf(await ask(made))).toBe('classifier-unreachable')
  }
  expect(healthOf(made)).toEqual(['classifier-down'])
})
