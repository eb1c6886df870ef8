/** Hashes of tokens: `scrypt$N=16384,r=8,p=1$<salt>$<hash>`, salt and hash in base64url. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export interface ScryptHash {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: Buffer
  readonly hash: Buffer
}

const FORM =
  /^scrypt\$N=([1-9]\d{0,6}),r=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9_-]{22,86})\$([A-Za-z0-9_-]{43,86})$/

/** Memory of one run is 128 * N * r: 16 MiB at least, 64 MiB at most. */
const MIN_MEMORY = 16 * 1024 * 1024
const MAX_MEMORY = 64 * 1024 * 1024
const MAX_PARALLELIZATION = 4

/** Nobody guesses 256 random bits, however cheap a try: dearer hashes would only burden this machine. */
const DEFAULT = { cost: 16_384, blockSize: 8, parallelization: 1 }

/** The hash as written, or what is wrong with it; never a part of it. */
export function parseHash(text: string): ScryptHash | { readonly fault: string } {
  const [, n, r, p, salt, hash] = FORM.exec(text) ?? []
  if (salt === undefined || hash === undefined) {
    return { fault: 'expected scrypt$N=16384,r=8,p=1$<salt>$<hash>, as `portcullis token` prints it' }
  }
  const [cost, blockSize, parallelization] = [Number(n), Number(r), Number(p)]
  const memory = 128 * cost * blockSize
  if ((cost & (cost - 1)) !== 0) return { fault: 'expected a power of two for N' }
  if (memory < MIN_MEMORY) return { fault: 'expected N * r of 131072 at least: this hash is too cheap' }
  if (memory > MAX_MEMORY) return { fault: 'expected N * r of 524288 at most: this hash is too dear' }
  if (parallelization > MAX_PARALLELIZATION) return { fault: `expected p of ${MAX_PARALLELIZATION} at most` }
  return {
    cost,
    blockSize,
    parallelization,
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url')
  }
}

/** A new hash of a token, with a salt of its own. */
export async function hashToken(token: string): Promise<string> {
  const { cost, blockSize, parallelization } = DEFAULT
  const salt = randomBytes(16)
  const hash = await derive(token, { ...DEFAULT, salt, hash: Buffer.alloc(32) })
  const parameters = `N=${cost},r=${blockSize},p=${parallelization}`
  return `scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the token has this hash; takes as long whether or not it does. */
export const matchesHash = async (token: string, expected: ScryptHash): Promise<boolean> =>
  timingSafeEqual(await derive(token, expected), expected.hash)

/**
 * A hash that no token has, as dear to check as most of these: who measures how long an answer takes then finds an
 * unknown name among the many, not apart from them. Of costs that are as usual as each other it has the highest one,
 * so that a hash made dearer does not stand out against a cheap decoy.
 */
export function decoyOf(hashes: readonly ScryptHash[]): ScryptHash {
  const alike = new Map<string, { readonly like: ScryptHash; count: number }>()
  for (const like of hashes) {
    const { cost, blockSize, parallelization } = like
    const key = `${cost},${blockSize},${parallelization}`
    const group = alike.get(key) ?? { like, count: 0 }
    alike.set(key, { ...group, count: group.count + 1 })
  }
  const [usual] = [...alike.values()].sort((a, b) => b.count - a.count || workOf(b.like) - workOf(a.like))
  const like = usual?.like
  return {
    ...(like ?? DEFAULT),
    salt: randomBytes(like?.salt.length ?? 16),
    hash: randomBytes(like?.hash.length ?? 32)
  }
}

const workOf = ({ cost, blockSize, parallelization }: ScryptHash): number =>
  cost * blockSize * parallelization

function derive(token: string, parameters: ScryptHash): Promise<Buffer> {
  const { cost, blockSize, parallelization, salt, hash } = parameters
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 2 * MAX_MEMORY }
  return new Promise((resolve, reject) => {
    scrypt(token, salt, hash.length, options, (error, derived) => {
      if (error === null) resolve(derived)
      else reject(error)
    })
  })
}
