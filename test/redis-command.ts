/** Single commands to Redis servers, by a connection for each. */
import { readFile } from 'node:fs/promises'
import { Redis } from 'ioredis'

/** How to get in. */
export interface RedisLogin {
  readonly username?: string
  readonly password?: string
  /** The certificate of a server that serves TLS. */
  readonly caFile?: string
}

/** Runs a command on the server at the port and gives its answer. */
export async function command(
  port: number,
  [name, ...values]: readonly [string, ...(string | number)[]],
  { caFile, ...login }: RedisLogin = {}
): Promise<unknown> {
  const client = new Redis({
    ...login,
    ...(caFile === undefined ? {} : { tls: { ca: await readFile(caFile) } }),
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    retryStrategy: () => null
  })
  // They reject what is waited for, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.call(name, ...values)
  } finally {
    client.disconnect()
  }
}
