/** Where Redis is and how to get in, read once at the start; every fault names its variable. */
import { X509Certificate } from 'node:crypto'
import { readText } from '../file-text.ts'
import { REDIS_URL_FORMS, readRedisUrl, type Topology } from './redis-url.ts'

/** The part of the configuration that is about Redis. */
export interface RedisConfig {
  readonly redisUrl: string
  readonly redisPasswordFile: string | undefined
  readonly redisSentinelPasswordFile: string | undefined
  readonly redisCaFile: string | undefined
  readonly redisPrefix: string
}

export interface RedisAccess {
  readonly topology: Topology
  readonly username: string | undefined
  readonly password: string | undefined
  /** What the Sentinels themselves ask for. */
  readonly sentinelPassword: string | undefined
  readonly tls: { readonly ca: string | undefined } | undefined
  readonly prefix: string
}

export type RedisAccessReading = { readonly access: RedisAccess } | { readonly fault: string }

const PASSWORD_FILE = 'PORTCULLIS_REDIS_PASSWORD_FILE'
const SENTINEL_PASSWORD_FILE = 'PORTCULLIS_REDIS_SENTINEL_PASSWORD_FILE'
const CA_FILE = 'PORTCULLIS_REDIS_CA_FILE'

const URL_FAULTS = {
  form: `PORTCULLIS_REDIS_URL: ${REDIS_URL_FORMS}`,
  password: `PORTCULLIS_REDIS_URL: expected no password: write it to a file and name that in ${PASSWORD_FILE}`
}

/** Total: a URL or file that cannot be read is a fault, which holds nothing of either. */
export async function readRedisAccess(config: RedisConfig): Promise<RedisAccessReading> {
  const reading = readRedisUrl(config.redisUrl)
  if ('fault' in reading) return { fault: URL_FAULTS[reading.fault] }
  const { topology, username, isTls } = reading.url
  if (!isTls && config.redisCaFile !== undefined) {
    return { fault: `${CA_FILE}: expected no file, since the URL begins with redis, not rediss` }
  }
  if (topology.kind !== 'sentinel' && config.redisSentinelPasswordFile !== undefined) {
    return { fault: `${SENTINEL_PASSWORD_FILE}: expected no file, since the URL names no Sentinels` }
  }
  const password = await fileText(config.redisPasswordFile)
  if ('fault' in password) return { fault: `${PASSWORD_FILE}: ${password.fault}` }
  const sentinelPassword = await fileText(config.redisSentinelPasswordFile)
  if ('fault' in sentinelPassword) return { fault: `${SENTINEL_PASSWORD_FILE}: ${sentinelPassword.fault}` }
  const ca = await fileText(config.redisCaFile)
  if ('fault' in ca) return { fault: `${CA_FILE}: ${ca.fault}` }
  if (ca.text !== undefined && !isCertificate(ca.text)) {
    return { fault: `${CA_FILE}: expected a certificate in PEM` }
  }
  const access: RedisAccess = {
    topology,
    username,
    password: password.text,
    sentinelPassword: sentinelPassword.text,
    tls: isTls ? { ca: ca.text } : undefined,
    prefix: config.redisPrefix
  }
  return { access }
}

type FileText = { readonly text: string | undefined } | { readonly fault: string }

async function fileText(file: string | undefined): Promise<FileText> {
  if (file === undefined) return { text: undefined }
  const reading = await readText(file)
  if ('fault' in reading) return reading
  const text = reading.text.replace(/\r?\n$/, '')
  return text === '' ? { fault: 'the file is empty' } : { text }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
