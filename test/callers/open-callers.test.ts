import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportJWK, generateKeyPair } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCallers } from '../../src/callers/open-callers.ts'

let folder: string
let jwksUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callers-'))
  const { publicKey } = await generateKeyPair('ES256')
  const keys = join(folder, 'keys.json')
  await writeFile(keys, JSON.stringify({ keys: [await exportJWK(publicKey)] }))
  jwksUrl = pathToFileURL(keys).href
})

afterAll(() => rm(folder, { recursive: true }))

const HASH = `scrypt$N=16384,r=8,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`
const CI = { name: 'ci', tenant: 'acme', hash: HASH }

/** What is warned of where the callers file holds these callers. */
async function warnings(callers: unknown, keys?: string): Promise<readonly string[]> {
  const callersFile = join(folder, 'callers.json')
  await writeFile(callersFile, JSON.stringify(callers))
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const config = { callersFile, jwksUrl: keys, jwtIssuer: undefined, jwtAudience: 'portcullis' }
  const opened = await openCallers(config, logger)
  if ('faults' in opened) throw new Error(opened.faults.join('\n'))
  opened.close()
  return lines.map((line) => JSON.parse(line).msg)
}

test.each([
  ['no caller', [], 'callers file: it names no caller, nobody is let in'],
  ['an empty list of callers', { callers: [] }, 'callers file: it names no caller, nobody is let in']
])('a callers file with %s is warned of', async (_, callers, warning) => {
  expect(await warnings(callers)).toEqual([warning])
})

test('a callers file with no caller beside a key set is warned of, and who is let in is said', async () => {
  expect(await warnings([], jwksUrl)).toEqual([
    'callers file: it names no caller, only JSON Web Tokens are let in'
  ])
})

test('a callers file with a caller is not warned of', async () => {
  expect(await warnings([CI])).toEqual([])
})
