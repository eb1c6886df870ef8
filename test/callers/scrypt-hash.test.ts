import { describe, expect, test } from 'vitest'
import { decoyOf, hashToken, matchesHash, parseHash } from '../../src/callers/scrypt-hash.ts'

const SALT = 'A'.repeat(22)
const HASH = 'B'.repeat(43)

function parsed(text: string) {
  const hash = parseHash(text)
  if ('fault' in hash) throw new Error(hash.fault)
  return hash
}

describe('a hash of a token', () => {
  test('is that of its token alone', async () => {
    const hash = parsed(await hashToken('secret'))
    expect(await matchesHash('secret', hash)).toBe(true)
    expect(await matchesHash('secret ', hash)).toBe(false)
  })

  test('has a salt of its own', async () => {
    expect(await hashToken('secret')).not.toBe(await hashToken('secret'))
  })

  test('has a decoy that costs as much and matches nothing', async () => {
    const hash = parsed(`scrypt$N=16384,r=8,p=2$${SALT}$${HASH}`)
    const decoy = decoyOf([hash])
    expect(decoy).toMatchObject({ cost: 16_384, blockSize: 8, parallelization: 2 })
    expect([decoy.salt.length, decoy.hash.length]).toEqual([hash.salt.length, hash.hash.length])
    expect(await matchesHash('secret', decoy)).toBe(false)
  })

  test.each([
    ['the cost of most', [1, 2, 2], 2],
    ['the highest of those that are as usual', [1, 3, 2], 3],
    ['the highest of those that are as usual, wherever it stands', [3, 3, 1, 4, 4], 4]
  ])('has a decoy with %s of the hashes', (_, costs, expected) => {
    const hashes = costs.map((p) => parsed(`scrypt$N=16384,r=8,p=${p}$${SALT}$${HASH}`))
    expect(decoyOf(hashes).parallelization).toBe(expected)
  })

  test('has a decoy as dear as a new hash where there is none', async () => {
    const { cost, blockSize, parallelization } = parsed(await hashToken('secret'))
    expect(decoyOf([])).toMatchObject({ cost, blockSize, parallelization })
  })

  test.each([`scrypt$N=16384,r=8,p=1$${SALT}$${HASH}`, `scrypt$N=65536,r=8,p=4$${SALT}$${HASH}`])(
    'may be as cheap or dear as %s',
    (text) => {
      expect(parseHash(text)).not.toHaveProperty('fault')
    }
  )

  test.each([
    ['too little memory', `scrypt$N=8192,r=8,p=1$${SALT}$${HASH}`, /too cheap/],
    ['too much memory', `scrypt$N=131072,r=8,p=1$${SALT}$${HASH}`, /too dear/],
    ['too many lanes', `scrypt$N=16384,r=8,p=5$${SALT}$${HASH}`, /expected p of 4 at most/],
    ['a cost that is no power of two', `scrypt$N=20000,r=8,p=1$${SALT}$${HASH}`, /power of two/],
    ['no cost at all', `scrypt$N=0,r=8,p=1$${SALT}$${HASH}`, /expected scrypt\$N=/],
    ['a short salt', `scrypt$N=16384,r=8,p=1$AAAA$${HASH}`, /expected scrypt\$N=/],
    ['a short hash', `scrypt$N=16384,r=8,p=1$${SALT}$BBBB`, /expected scrypt\$N=/],
    ['another function', `bcrypt$N=16384,r=8,p=1$${SALT}$${HASH}`, /expected scrypt\$N=/],
    ['the token itself', 'pcl_ci_secret', /expected scrypt\$N=/],
    ['something behind it', `scrypt$N=16384,r=8,p=1$${SALT}$${HASH}$`, /expected scrypt\$N=/]
  ])('may not have %s, and what is said repeats nothing of it', (_, text, fault) => {
    expect(parseHash(text)).toEqual({ fault: expect.stringMatching(fault) })
    expect(JSON.stringify(parseHash(text))).not.toMatch(/AAAA|BBBB|secret/)
  })
})
