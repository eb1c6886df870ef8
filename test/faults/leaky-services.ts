/** Three services that hold secrets in every place that can hold one: one with all it can have, one bare, one cut off. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { newCaller } from '../callers/fixture.ts'
import { freePort } from '../free-port.ts'
import type { RedisServer } from '../redis-server.ts'
import type { ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { SECRETS } from './leak-requests.ts'

export interface Tokens {
  readonly good: string
  readonly powerless: string
  readonly flood: string
  readonly jwt: string
  readonly forged: string
  /** Of the first caller, as it stands in the callers file. */
  readonly hash: string
}

export interface LeakyServices {
  readonly full: ServiceProcess
  readonly plain: ServiceProcess
  /** Everything it leans on is missing; what it throws on SIGUSR2 nobody catches. */
  readonly cut: ServiceProcess
  readonly tokens: Tokens
}

export const policy = (rule: string): string =>
  JSON.stringify({ id: 'house', settings: { permissions: { deny: [rule] } } })

/** Writes their files into the folder and starts all three; `logFolder`: for the decision log of the first. */
export async function startLeaky(
  services: ServiceProcesses,
  folder: string,
  logFolder: string,
  redis: RedisServer
): Promise<LeakyServices> {
  const inFolder = (name: string): string => join(folder, name)
  const tokens = await writeFiles(inFolder)
  const dead = await freePort()
  const [full, plain, cut] = await Promise.all([
    services.start({
      PORTCULLIS_LOG_LEVEL: 'debug',
      PORTCULLIS_POLICIES_DIR: inFolder('policies'),
      PORTCULLIS_CALLERS_FILE: inFolder('callers.json'),
      PORTCULLIS_JWKS_URL: pathToFileURL(inFolder('keys.json')).href,
      PORTCULLIS_REDIS_URL: redis.url,
      PORTCULLIS_REDIS_PASSWORD_FILE: inFolder('password'),
      PORTCULLIS_DECISION_LOG: `file:${join(logFolder, 'decisions.log')}`,
      PORTCULLIS_DECISION_LOG_REQUIRED: 'true',
      PORTCULLIS_RATE_LIMIT: '100'
    }),
    services.start({ PORTCULLIS_LOG_LEVEL: 'debug', PORTCULLIS_DECISION_LOG: 'stdout' }),
    services.start({
      PORTCULLIS_LOG_LEVEL: 'debug',
      PORTCULLIS_JWKS_URL: `http://127.0.0.1:${dead}/${SECRETS.fileText}`,
      PORTCULLIS_REDIS_URL: redis.url,
      PORTCULLIS_REDIS_PASSWORD_FILE: inFolder('wrong-password'),
      PORTCULLIS_DECISION_LOG: `http://127.0.0.1:${dead}/${SECRETS.fileText}`,
      PORTCULLIS_DECISION_LOG_TOKEN_FILE: inFolder('log-token'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `process.on('SIGUSR2', () => { throw new Error('${SECRETS.thrown}') })`
      )}`
    })
  ])
  return { full, plain, cut, tokens }
}

async function writeFiles(inFolder: (name: string) => string): Promise<Tokens> {
  const [good, powerless, flood] = await Promise.all([
    newCaller('good', ['settings:write', 'decisions:read', 'policies:read']),
    newCaller('powerless'),
    newCaller('flood')
  ])
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwt = await new SignJWT({ sub: 'runner', tenant: 'acme' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setExpirationTime('5m')
    .sign(privateKey)
  const [head, body] = jwt.split('.')
  await mkdir(inFolder('policies'))
  await Promise.all([
    writeFile(inFolder('callers.json'), JSON.stringify([good, powerless, flood].map(({ entry }) => entry))),
    writeFile(
      inFolder('keys.json'),
      JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] })
    ),
    writeFile(inFolder('password'), SECRETS.redisPassword),
    writeFile(inFolder('wrong-password'), SECRETS.wrongRedisPassword),
    writeFile(inFolder('log-token'), SECRETS.logToken),
    writeFile(inFolder('policies/house.json'), policy('Bash(rm *)'))
  ])
  return {
    good: good.token,
    powerless: powerless.token,
    flood: flood.token,
    jwt,
    forged: `${head}.${body}.${Buffer.alloc(64, 7).toString('base64url')}`,
    hash: good.entry.hash
  }
}
