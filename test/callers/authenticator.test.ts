import { beforeAll, describe, expect, test } from 'vitest'
import { BearerAuthenticator } from '../../src/callers/authenticator.ts'
import { newToken } from '../../src/callers/bearer-token.ts'
import { matchesHash } from '../../src/callers/scrypt-hash.ts'
import { tokenVerifier } from '../../src/callers/token-verifier.ts'
import { TryQueue } from '../../src/callers/try-queue.ts'
import { callersOf, type Entry, newCaller } from './fixture.ts'

const ADDRESS = '192.0.2.1'
const INVALID = { failure: 'invalid' }
const HASH = `scrypt$N=16384,r=8,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`

let ci: { readonly token: string; readonly entry: Entry }
let dev: { readonly token: string; readonly entry: Entry }

beforeAll(async () => {
  ci = await newCaller('ci', ['outcomes'])
  dev = await newCaller('dev')
})

/** An authenticator over these entries that counts how often it hashes. */
function authenticatorOf(entries: readonly Entry[], check = matchesHash, queue?: TryQueue) {
  const file = { current: callersOf(entries) }
  const hashed: string[] = []
  const matches: typeof matchesHash = (token, hash) => {
    hashed.push(token)
    return check(token, hash)
  }
  const authenticator = new BearerAuthenticator([tokenVerifier({ callers: file, matches })], queue)
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

const LIMITED = { failure: 'limited', retryAfterSeconds: expect.any(Number) }

describe('many wrong tokens', () => {
  test('of one address are soon refused without a hash, while others and known tokens are served', async () => {
    const { ask, hashed } = authenticatorOf([ci.entry, dev.entry], costsNothing)
    await ask(ci.token)
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => ask(newToken('ci'))))
    expect(outcomes).toEqual([...Array(30).fill(INVALID), ...Array(10).fill(LIMITED)])
    expect(hashed).toHaveLength(31)
    expect(ask(ci.token)).toMatchObject({ name: 'ci' })
    expect(ask(dev.token)).toEqual(LIMITED)
    expect(await ask(dev.token, '192.0.2.2')).toMatchObject({ name: 'dev' })
  })

  test('get the same answers for names that there are and names that there are not', async () => {
    const outcomesFor = (name: string) => {
      const { ask } = authenticatorOf([ci.entry], costsNothing)
      return Promise.all(Array.from({ length: 40 }, () => ask(newToken(name))))
    }
    expect(await outcomesFor('nobody')).toEqual(await outcomesFor('ci'))
  })

  test('of many addresses find a bounded queue', async () => {
    const queue = new TryQueue({ atOnce: 1, maxWaiting: 2 })
    const { ask, hashed } = authenticatorOf([ci.entry], costsNothing, queue)
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

describe('many tokens that are good', () => {
  const crowd = Array.from({ length: 100 }, (_, index) => newToken(`agent-${index}`))
  const entries = crowd.map((_, index) => ({
    name: `agent-${index}`,
    tenant: 'acme',
    hash: HASH,
    scopes: []
  }))
  const isOfCrowd: typeof matchesHash = async (token) => crowd.includes(token)
  const named = (outcomes: readonly unknown[]) =>
    outcomes.filter((outcome) => typeof outcome === 'object' && outcome !== null && 'name' in outcome).length

  test('and new are all let in from one address, however soon after each other', async () => {
    const { ask } = authenticatorOf(entries, isOfCrowd)
    const outcomes = []
    for (const token of crowd) outcomes.push(await ask(token))
    expect(named(outcomes)).toBe(crowd.length)
  })

  test('and come at the same time wait for each other, as far as the queue has room', async () => {
    const { ask } = authenticatorOf(entries, isOfCrowd)
    const outcomes = await Promise.all(crowd.slice(0, 60).map((token) => ask(token)))
    expect(named(outcomes)).toBe(60)
  })

  test('and come with wrong ones that the limit still bears are let in', async () => {
    const { ask } = authenticatorOf(entries, isOfCrowd)
    const mixed = crowd.slice(0, 29).flatMap((token) => [token, newToken('agent-0')])
    expect(named(await Promise.all(mixed.map((token) => ask(token))))).toBe(29)
    expect(await ask(crowd[99] ?? '')).toMatchObject({ name: 'agent-99' })
  })
})

test.each([true, false])('a verifier that fails lets nobody in (costly: %s)', async (costly) => {
  const verify = () => Promise.reject(new Error('out of memory'))
  const authenticator = new BearerAuthenticator([
    { costly, takes: () => true, basis: () => undefined, verify }
  ])
  expect(await authenticator.authenticate('Bearer x', ADDRESS)).toEqual({ failure: 'unavailable' })
})
