/** Tokens of the callers file: `pcl_<name>_<secret>`; the name says which one hash to check. */
import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** The secret has a fixed length, so that the name may hold underscores. */
const TOKEN = /^pcl_([A-Za-z0-9][A-Za-z0-9._-]{0,63})_[A-Za-z0-9_-]{43}$/

/** A new token: 256 random bits. */
export const newToken = (name: string): string =>
  `pcl_${name}_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** The caller that a token says it is of; undefined: it is no such token. */
export const nameIn = (token: string): string | undefined => TOKEN.exec(token)?.[1]
