/** Where Redis is and how to get in, read once at the start; every fault names its variable. */
import { X509Certificate } from 'node:crypto'
import { readText } from '../file-text.ts'

/** The part of the configuration that is about Redis. */
export interface RedisConfig {
  readonly redisUrl: string
  readonly redisPasswordFile: string | undefined
  readonly redisCaFile: string | undefined
  readonly redisPrefix: string
}

export interface RedisAccess {
  readonly host: string
  readonly port: number
  readonly username: string | undefined
  readonly password: string | undefined
  readonly db: number
  readonly tls: { readonly ca: string | undefined } | undefined
  readonly prefix: string
}

export type RedisAccessReading = { readonly access: RedisAccess } | { readonly fault: string }

const FORM = 'PORTCULLIS_REDIS_URL: expected redis://[user[:password]@]host[:port][/number] or rediss://...'

/** Total: a URL or file that cannot be read is a fault. */
export async function readRedisAccess(config: RedisConfig): Promise<RedisAccessReading> {
  const place = placeOf(config.redisUrl)
  if (place === undefined) return { fault: FORM }
  if (place.password !== undefined && config.redisPasswordFile !== undefined) {
    return { fault: 'PORTCULLIS_REDIS_PASSWORD_FILE: expected no file, since the URL holds a password' }
  }
  if (place.tls === undefined && config.redisCaFile !== undefined) {
    return { fault: 'PORTCULLIS_REDIS_CA_FILE: expected no file, since the URL is not rediss://' }
  }
  const password = await fileText(config.redisPasswordFile)
  if ('fault' in password) return { fault: `PORTCULLIS_REDIS_PASSWORD_FILE: ${password.fault}` }
  const ca = await fileText(config.redisCaFile)
  if ('fault' in ca) return { fault: `PORTCULLIS_REDIS_CA_FILE: ${ca.fault}` }
  if (ca.text !== undefined && !isCertificate(ca.text)) {
    return { fault: 'PORTCULLIS_REDIS_CA_FILE: expected a certificate in PEM' }
  }
  const access: RedisAccess = {
    ...place,
    password: password.text ?? place.password,
    tls: place.tls && { ca: ca.text },
    prefix: config.redisPrefix
  }
  return { access }
}

type Place = Omit<RedisAccess, 'prefix'>

function placeOf(text: string): Place | undefined {
  const url = new URL(text)
  const db = /^\/?$|^\/(\d{1,5})$/.exec(url.pathname)
  const username = decoded(url.username)
  const password = decoded(url.password)
  const isOdd = url.search !== '' || url.hash !== '' || url.hostname === ''
  if (db === null || isOdd || username === undefined || password === undefined) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    username: username === '' ? undefined : username,
    password: password === '' ? undefined : password,
    db: Number(db[1] ?? 0),
    tls: url.protocol === 'rediss:' ? { ca: undefined } : undefined
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
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
