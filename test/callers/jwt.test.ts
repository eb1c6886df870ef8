import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BearerAuthenticator } from '../../src/callers/authenticator.ts'
import { jwtVerifier } from '../../src/callers/jwt-verifier.ts'
import { fileKeySet, readKeyFile, remoteKeySet } from '../../src/callers/key-set.ts'

const INVALID = { failure: 'invalid' }
const CLAIMS = { sub: 'system:serviceaccount:ci:runner', tenant: 'acme', scope: 'outcomes openid' }

interface Signer {
  readonly kid: string
  readonly publicKey: JWK
  sign(claims: JWTPayload, lifetime?: string): Promise<string>
}

async function newSigner(kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    kid,
    publicKey: { ...(await exportJWK(publicKey)), kid },
    sign: (claims, lifetime = '5m') =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setExpirationTime(lifetime)
        .sign(privateKey)
  }
}

let known: Signer
let other: Signer
let folder: string

beforeAll(async () => {
  known = await newSigner('known')
  other = await newSigner('other')
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A key set from a file of these keys. */
async function fileOf(...keys: readonly object[]) {
  const path = join(folder, 'keys.json')
  await writeFile(path, JSON.stringify({ keys }))
  return readKeyFile(path)
}

async function authenticatorOf(options: { issuer?: string; audience?: string } = {}) {
  const reading = await fileOf(known.publicKey)
  if ('faults' in reading) throw new Error(reading.faults.join('\n'))
  const file = { current: reading.value, health: () => undefined }
  const { issuer, audience } = options
  const authenticator = new BearerAuthenticator([jwtVerifier({ keys: fileKeySet(file), issuer, audience })])
  return { file, ask: (token: string) => authenticator.authenticate(`Bearer ${token}`, '192.0.2.1') }
}

describe('a JSON Web Token', () => {
  test('says who asks, for which tenant, and what for; known at once from then on', async () => {
    const { ask } = await authenticatorOf()
    const token = await known.sign(CLAIMS)
    const principal = await ask(token)
    expect(principal).toEqual({ name: CLAIMS.sub, tenant: 'acme', scopes: new Set(['outcomes']) })
    expect(ask(token)).toBe(principal)
  })

  test('is let in, and a wrong one refused as such, however many of this address were wrong', async () => {
    const { ask } = await authenticatorOf()
    const wrong = await Promise.all(
      Array.from({ length: 40 }, (_, index) => other.sign({ ...CLAIMS, jti: String(index) }))
    )
    const outcomes = await Promise.all(wrong.map((token) => ask(token)))
    expect(outcomes).toEqual(Array(40).fill(INVALID))
    expect(await ask(await known.sign(CLAIMS))).toMatchObject({ tenant: 'acme' })
  })

  test('may name scopes in a list', async () => {
    const { ask } = await authenticatorOf()
    const token = await known.sign({ sub: 'ci', tenant: 'acme', scopes: ['policies:read', 'root'] })
    expect(await ask(token)).toMatchObject({ scopes: new Set(['policies:read']) })
  })

  test.each<[string, (signer: Signer) => Promise<string>]>([
    ['a key nobody knows', () => other.sign(CLAIMS)],
    ['no tenant', (signer) => signer.sign({ sub: 'ci' })],
    ['a tenant that is no text', (signer) => signer.sign({ sub: 'ci', tenant: ['acme'] })],
    ['a tenant that would part keys', (signer) => signer.sign({ sub: 'ci', tenant: 'a}:{b' })],
    ['no subject', (signer) => signer.sign({ tenant: 'acme' })],
    ['a subject with a line break', (signer) => signer.sign({ sub: 'ci\nroot', tenant: 'acme' })],
    ['an end in the past', (signer) => signer.sign(CLAIMS, '-1m')],
    ['a start in the future', (signer) => signer.sign({ ...CLAIMS, nbf: Date.now() / 1_000 + 600 })],
    [
      'another payload than was signed',
      async (signer) => {
        const [head, , signature] = (await signer.sign(CLAIMS)).split('.')
        return [head, part({ ...CLAIMS, tenant: 'other', exp: 4_000_000_000 }), signature].join('.')
      }
    ],
    ['no signature', async () => `${part({ alg: 'none' })}.${part({ ...CLAIMS, exp: 4_000_000_000 })}.AA`],
    [
      'the public key as a secret',
      (signer) =>
        new SignJWT({ ...CLAIMS })
          .setProtectedHeader({ alg: 'HS256', kid: 'known' })
          .setExpirationTime('5m')
          .sign(Buffer.from(JSON.stringify(signer.publicKey)))
    ]
  ])('is refused with %s', async (_, make) => {
    const { ask } = await authenticatorOf()
    expect(await ask(await make(known))).toEqual(INVALID)
  })

  test('is refused without an end', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const reading = await fileOf(await exportJWK(publicKey))
    if ('faults' in reading) throw new Error(reading.faults.join('\n'))
    const keys = fileKeySet({ current: reading.value, health: () => undefined })
    const authenticator = new BearerAuthenticator([
      jwtVerifier({ keys, issuer: undefined, audience: undefined })
    ])
    const endless = await new SignJWT({ ...CLAIMS }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    expect(await authenticator.authenticate(`Bearer ${endless}`, '192.0.2.1')).toEqual(INVALID)
  })

  test.each([
    [
      'issuer',
      { issuer: 'https://id.example' },
      { iss: 'https://id.example' },
      { iss: 'https://evil.example' }
    ],
    ['audience', { audience: 'portcullis' }, { aud: ['x', 'portcullis'] }, { aud: 'x' }]
  ])('needs the %s that is configured', async (_, options, right, wrong) => {
    const { ask } = await authenticatorOf(options)
    expect(await ask(await known.sign({ ...CLAIMS, ...right }))).toMatchObject({ tenant: 'acme' })
    expect(await ask(await known.sign({ ...CLAIMS, ...wrong }))).toEqual(INVALID)
    expect(await ask(await known.sign(CLAIMS))).toEqual(INVALID)
  })

  test('is no longer known once it has ended', async () => {
    const { ask } = await authenticatorOf()
    const token = await known.sign(CLAIMS, '-4s')
    expect(await ask(token)).toMatchObject({ tenant: 'acme' })
    await expect.poll(async () => ask(token), { timeout: 5_000 }).toEqual(INVALID)
  })

  test('is refused once its key is withdrawn from the file', async () => {
    const { ask, file } = await authenticatorOf()
    const token = await known.sign(CLAIMS)
    await ask(token)
    const reading = await fileOf(other.publicKey)
    if ('value' in reading) file.current = reading.value
    expect(await ask(token)).toEqual(INVALID)
    expect(await ask(await other.sign(CLAIMS))).toMatchObject({ tenant: 'acme' })
  })
})

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a key file', () => {
  test.each<[string, string, RegExp]>([
    ['no JSON', 'keys', /^expected JSON: /],
    ['no keys', '{"keys": []}', /^\/keys: expected at least 1/],
    [
      'a symmetric key',
      '{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}',
      /^\/keys\/0: expected a public key: no symm/
    ],
    [
      'a private key',
      '{"keys": [{"kty": "EC", "d": "c2VjcmV0"}]}',
      /^\/keys\/0: expected a public key: this one/
    ]
  ])('may not hold %s', async (_, text, fault) => {
    const path = join(folder, 'broken.json')
    await writeFile(path, text)
    const reading = await readKeyFile(path)
    expect(reading).toEqual({ faults: [expect.stringMatching(fault)] })
    expect(JSON.stringify(reading)).not.toMatch(/c2VjcmV0|keys-/)
  })
})

describe('keys behind an address', () => {
  let server: Server
  let requests = 0

  async function serve(keys: readonly JWK[], port = 0): Promise<number> {
    requests = 0
    server = createServer((_request, response) => {
      requests += 1
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    // A server that listens on a port has an address of this kind.
    return (server.address() as AddressInfo).port
  }

  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  afterEach(() => (server.listening ? stop() : undefined))

  function remote(port: number) {
    const keys = remoteKeySet(new URL(`http://127.0.0.1:${port}/keys`))
    const authenticator = new BearerAuthenticator([
      jwtVerifier({ keys, issuer: undefined, audience: undefined })
    ])
    return { keys, ask: (token: string) => authenticator.authenticate(`Bearer ${token}`, '192.0.2.1') }
  }

  test('are fetched once, also for tokens of unknown keys', async () => {
    const { ask } = remote(await serve([known.publicKey]))
    expect(await ask(await known.sign(CLAIMS))).toMatchObject({ tenant: 'acme' })
    expect(await ask(await known.sign({ ...CLAIMS, tenant: 'b' }))).toMatchObject({ tenant: 'b' })
    for (let count = 0; count < 5; count += 1) {
      expect(await ask(await other.sign({ ...CLAIMS, jti: String(count) }))).toEqual(INVALID)
    }
    expect(requests).toBe(1)
  })

  test('that cannot be reached refuse nobody and let nobody in: what is not known is told apart', async () => {
    const port = await serve([known.publicKey])
    await stop()
    const { ask, keys } = remote(port)
    expect(keys.health()).toBeUndefined()
    expect(await ask(await known.sign(CLAIMS))).toEqual({ failure: 'unavailable' })
    expect(await ask(await other.sign(CLAIMS))).toEqual({ failure: 'unavailable' })
    expect(await ask('no.jwt.token')).toEqual(INVALID)
    expect(keys.health()).toBe('key set: it cannot be fetched')
  })

  test('that were fetched before still verify while the address is down', async () => {
    const { ask } = remote(await serve([known.publicKey]))
    const cached = await known.sign(CLAIMS)
    await ask(cached)
    await stop()
    expect(ask(cached)).toMatchObject({ tenant: 'acme' })
    expect(await ask(await known.sign({ ...CLAIMS, tenant: 'b' }))).toMatchObject({ tenant: 'b' })
  })
})
