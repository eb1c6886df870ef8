import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDecisionLog } from '../../src/log/decision-log.ts'
import { ALLOW, eventOf, silent } from './fixture.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decision-log-'))
  await writeFile(join(folder, 'empty'), '')
})

afterAll(() => rm(folder, { recursive: true }))

const open = (
  target: string,
  { required = false, tokenFile }: { required?: boolean; tokenFile?: string } = {}
) => openDecisionLog({ target, required, tokenFile, logger: silent })

describe('the configured decision log', () => {
  test('that is off keeps records in memory alone', async () => {
    const log = await open('off')
    if ('fault' in log) throw new Error(log.fault)
    expect(log.pump).toBeUndefined()
    expect(log.journal.decided(eventOf())).toBe(ALLOW)
    expect(await log.journal.find('acme', 'r-1')).toHaveLength(1)
  })

  test.each([false, true])('that is a file holds what was decided; required: %s', async (required) => {
    const path = join(folder, `${required}.log`)
    const log = await open(`file:${path}`, { required })
    if ('fault' in log) throw new Error(log.fault)
    const decision = log.journal.decided(eventOf())
    expect(decision instanceof Promise).toBe(required)
    expect(await decision).toBe(ALLOW)
    await log.journal.close(1_000)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ requestId: 'r-1', decision: 'allow' })
    expect(log.pump?.counters).toEqual({ written: 1, dropped: 0, failed: 0, retried: 0 })
  })

  test.each<[string, string, string | undefined, string]>([
    [
      'a stream without a store',
      'redis:decisions',
      undefined,
      'DECISION_LOG: redis:STREAM needs PORTCULLIS_REDIS_URL'
    ],
    ['an address that is none', 'http://[', undefined, 'DECISION_LOG: the address cannot be read'],
    [
      'an address with a password',
      'https://user:sesame@log.example/',
      undefined,
      'DECISION_LOG: expected an address without name and password: a token goes into PORTCULLIS_DECISION_LOG_TOKEN_FILE'
    ],
    [
      'a file in no folder',
      'file:FOLDER/empty/x.log',
      undefined,
      'DECISION_LOG: the file cannot be opened (ENOTDIR)'
    ],
    [
      'a token file that is not there',
      'http://127.0.0.1:9/',
      'FOLDER/absent',
      'DECISION_LOG_TOKEN_FILE: it cannot be read (ENOENT)'
    ],
    [
      'a token file without a token',
      'http://127.0.0.1:9/',
      'FOLDER/empty',
      'DECISION_LOG_TOKEN_FILE: it cannot be read (the token file holds no token)'
    ],
    [
      'a token for a log that takes none',
      'stdout',
      'FOLDER/empty',
      'DECISION_LOG_TOKEN_FILE: expected none, since only a decision log over HTTP takes a token'
    ]
  ])('cannot be %s', async (_, target, tokenFile, fault) => {
    const at = (text: string): string => text.replace('FOLDER', folder)
    expect(await open(at(target), tokenFile === undefined ? {} : { tokenFile: at(tokenFile) })).toEqual({
      fault: `PORTCULLIS_${fault}`
    })
  })
})
