import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nameIn } from '../../src/callers/bearer-token.ts'
import { matchesHash, parseHash } from '../../src/callers/scrypt-hash.ts'
import { UsageError } from '../../src/cli/command.ts'
import { token } from '../../src/cli/token.ts'
import { callersOf } from '../callers/fixture.ts'

let printed = ''

beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const made = z.object({
  token: z.string(),
  entry: z.strictObject({
    name: z.string(),
    tenant: z.string(),
    hash: z.string(),
    scopes: z.array(z.string())
  })
})

describe('portcullis token', () => {
  test('makes a token, and an entry that lets it in', async () => {
    const scopes = ['--scope', 'outcomes', '--scope=policies:read', '--scope', 'outcomes']
    expect(await token.run(['ci', '--tenant', 'acme', ...scopes, '--json'])).toBe(0)
    const { token: secret, entry } = made.parse(JSON.parse(printed))
    expect(nameIn(secret)).toBe('ci')
    const caller = callersOf([entry]).byName.get('ci')
    expect(caller?.principal).toEqual({
      name: 'ci',
      tenant: 'acme',
      scopes: new Set(['outcomes', 'policies:read'])
    })
    const hash = parseHash(entry.hash)
    expect('fault' in hash || (await matchesHash(secret, hash))).toBe(true)
  })

  test('prints both for a person, the token once', async () => {
    await token.run(['ci', '--tenant', 'acme'])
    const [, secret = '', entry = ''] =
      /^Token, shown this once:\n(\S+)\n\nEntry for the callers file:\n(\{[\s\S]*\})\n$/.exec(printed) ?? []
    expect(JSON.parse(entry)).toMatchObject({ name: 'ci', tenant: 'acme', scopes: [] })
    expect(printed.split(secret)).toHaveLength(2)
  })

  test.each([
    ['no name', ['--tenant', 'acme'], 'expected the name of one caller'],
    ['two names', ['a', 'b', '--tenant', 'acme'], 'expected the name of one caller'],
    ['a name with a blank', ['c i', '--tenant', 'acme'], 'expected a name of 1 to 64 of'],
    ['no tenant', ['ci'], 'expected --tenant'],
    ['a tenant with a brace', ['ci', '--tenant', '{a'], 'expected a tenant of 1 to 128 of'],
    ['a scope that nobody knows', ['ci', '--tenant', 'a', '--scope', 'root'], '`root` is no scope'],
    ['an unknown option', ['ci', '--tenant', 'a', '--hash', 'x'], 'unknown option `--hash`']
  ])('takes no call with %s', async (_, args, message) => {
    const outcome = token.run(args)
    await expect(outcome).rejects.toBeInstanceOf(UsageError)
    await expect(outcome).rejects.toThrow(message)
    expect(printed).toBe('')
  })
})
