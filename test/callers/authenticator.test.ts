import { beforeAll, describe, expect, test } from 'vitest'
import { BearerAuthenticator } from '../../src/callers/authenticator.ts'
import { newToken } from '../../src/callers/bearer-token.ts'
import { Gate } from '../../src/callers/gate.ts'
import { matchesHash } from '../../src/callers/scrypt-hash.ts'
import { tokenVerifier } from '../../src/callers/token-verifier.ts'
import { callersOf, type Entry, newCaller } from './fixture.ts'

const ADDRESS = '192.0.2.1'
const INVALID = { failure: 'invalid' }

let ci: { readonly token: string; readonly entry: Entry }
let dev: { readonly token: string; readonly entry: Entry }

beforeAll(async () => {
  ci = await newCaller('ci', ['outcomes'])
  dev = await newCaller('dev')
})

/** An authenticator over these entries that counts how often it hashes. */
function authenticatorOf(entries: readonly Entry[], check = matchesHash, gate?: Gate) {
  const file = { current: callersOf(entries) }
  const hashed: string[] = []
  const matches: typeof matchesHash = (token, hash) => {
    hashed.push(token)
    return check(token, hash)
  }
  const verifier = tokenVerifier({ callers: file, matches, ...(gate === undefined ? {} : { gate }) })
  const authenticator = new BearerAuthenticator([verifier])
  return {
    hashed,
    ask: (token: string, address = ADDRESS) => authenticator.authenticate(`Bearer ${token}`, address),
    sent: (header: string | undefined) => authenticator.authenticate(header, ADDRESS),
    reload: (next: readonly Entry[]) => {
      file.current = callersOf(next, file.current)
    }
  }
}

describe('a token of the callers file', () => {
  test('is hashed once and known at once from then on', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry, dev.entry])
    const first = ask(ci.token)
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toEqual({ name: 'ci', tenant: 'acme', scopes: new Set(['outcomes']) })
    expect(ask(ci.token)).toBe(await first)
    expect(hashed).toEqual([ci.token])
  })

  test('is hashed once for all requests that bring it at the same time', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry])
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(ci.token)))
    expect(new Set(outcomes).size).toBe(1)
    expect(hashed).toHaveLength(1)
  })

  test('that is wrong costs one hash, whether or not there is such a caller', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry])
    for (const wrong of [newToken('ci'), newToken('nobody')]) {
      hashed.length = 0
      expect(await ask(wrong)).toEqual(INVALID)
      expect(hashed).toEqual([wrong])
    }
  })

  test('that is wrong is refused at once when it comes again', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry])
    const wrong = newToken('ci')
    await ask(wrong)
    expect(ask(wrong)).toEqual(INVALID)
    expect(hashed).toHaveLength(1)
  })

  test.each([
    ['no header', undefined, { failure: 'missing' }],
    ['an empty one', '', INVALID],
    ['another scheme', 'Basic Y2k6c2VjcmV0', INVALID],
    ['no token', 'Bearer', INVALID],
    ['two tokens', 'Bearer a b', INVALID],
    ['no token of ours', 'Bearer secret', INVALID],
    ['a secret of another length', 'Bearer pcl_ci_secret', INVALID]
  ])('is needed: %s is refused without a hash', async (_, header, failure) => {
    const { sent, hashed } = authenticatorOf([ci.entry])
    expect(await sent(header)).toEqual(failure)
    expect(hashed).toEqual([])
  })

  test('may come with the scheme in any case', async () => {
    const { sent } = authenticatorOf([ci.entry])
    expect(await sent(`bearer  ${ci.token}`)).toMatchObject({ name: 'ci' })
  })

  test('of another caller under this name is refused', async () => {
    const { ask } = authenticatorOf([ci.entry, dev.entry])
    expect(await ask(dev.token.replace('pcl_dev_', 'pcl_ci_'))).toEqual(INVALID)
  })
})

describe('when the callers change', () => {
  test('a caller that is removed is refused with the next request, others stay known', async () => {
    const { ask, hashed, reload } = authenticatorOf([ci.entry, dev.entry])
    await Promise.all([ask(ci.token), ask(dev.token)])
    reload([dev.entry])
    expect(await ask(ci.token)).toEqual(INVALID)
    expect(ask(dev.token)).toMatchObject({ name: 'dev' })
    expect(hashed.filter((token) => token === dev.token)).toHaveLength(1)
  })

  test('a caller that is added is known, though its token was refused a moment ago', async () => {
    const { ask, reload } = authenticatorOf([ci.entry])
    expect(await ask(dev.token)).toEqual(INVALID)
    reload([ci.entry, dev.entry])
    expect(await ask(dev.token)).toMatchObject({ name: 'dev' })
  })

  test('scopes and tenant are those of the newer file', async () => {
    const { ask, reload } = authenticatorOf([ci.entry])
    await ask(ci.token)
    reload([{ ...ci.entry, tenant: 'other', scopes: [] }])
    expect(await ask(ci.token)).toEqual({ name: 'ci', tenant: 'other', scopes: new Set() })
  })

  test('a caller that is removed while its token is hashed is refused, then and later', async () => {
    const { ask, reload } = authenticatorOf([ci.entry])
    const outcome = ask(ci.token)
    reload([])
    expect(await outcome).toEqual(INVALID)
    expect(await ask(ci.token)).toEqual(INVALID)
  })
})

/** For floods: what a hash says, without its price. */
const costsNothing: typeof matchesHash = async (token) => token === ci.token || token === dev.token

describe('many wrong tokens', () => {
  test('of one address are soon refused without a hash, while others and known tokens are served', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry, dev.entry], costsNothing)
    await ask(ci.token)
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => ask(newToken('ci'))))
    expect(outcomes.filter((outcome) => 'failure' in outcome && outcome.failure === 'limited')).toHaveLength(
      10
    )
    expect(outcomes[39]).toEqual({ failure: 'limited', retryAfterSeconds: expect.any(Number) })
    expect(hashed).toHaveLength(31)
    expect(ask(ci.token)).toMatchObject({ name: 'ci' })
    expect(await ask(dev.token)).toMatchObject({ failure: 'limited' })
    expect(await ask(dev.token, '192.0.2.2')).toMatchObject({ name: 'dev' })
  })

  test('of many addresses find a bounded queue', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry], costsNothing, new Gate(1, 2))
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => ask(newToken('ci'), `192.0.2.${index}`))
    )
    expect(outcomes).toEqual([INVALID, INVALID, INVALID, { failure: 'busy' }, { failure: 'busy' }])
    expect(hashed).toHaveLength(3)
  })

  test('that are the same one take nobody else a try', async () => {
    const { ask } = authenticatorOf([ci.entry])
    const expired = newToken('ci')
    await ask(expired)
    for (let count = 0; count < 100; count += 1) expect(ask(expired)).toEqual(INVALID)
    expect(await ask(ci.token)).toMatchObject({ name: 'ci' })
  })
})

test('a verifier that fails lets nobody in', async () => {
  const authenticator = new BearerAuthenticator([
    { takes: () => true, basis: () => undefined, verify: () => Promise.reject(new Error('out of memory')) }
  ])
  expect(await authenticator.authenticate('Bearer x', ADDRESS)).toEqual({ failure: 'unavailable' })
})
