/** The configuration as the log may show it: no passwords, no paths of the server. */
import { basename } from 'node:path'
import type { Config } from './config.ts'
import { shownRedisUrl } from './store/redis-url.ts'

/** Files by their last name, addresses by scheme and host; what is not set is left out. */
export function shownConfig(config: Config): Readonly<Record<string, unknown>> {
  const { host, port, allowedHosts, logLevel, jwtIssuer, jwtAudience, insecure, rateLimit } = config
  const { allowInlinePolicy, redisPrefix, sessionTtlSeconds, decisionLogRequired } = config
  const { socket, tlsCertFile, tlsKeyFile, policiesDir, callersFile } = config
  const { redisPasswordFile, redisSentinelPasswordFile, redisCaFile, decisionLogTokenFile } = config
  const { publicUrl, jwksUrl, redisUrl, decisionLog } = config
  const { classifier, classifierUrl, classifierModel, classifierKeyFile } = config
  const { classifierTimeoutMs, classifierConcurrency } = config
  return {
    ...{ host, port, allowedHosts, logLevel, jwtIssuer, jwtAudience, insecure, rateLimit },
    ...{ allowInlinePolicy, redisPrefix, sessionTtlSeconds, decisionLogRequired },
    ...{ classifier, classifierModel, classifierTimeoutMs, classifierConcurrency },
    ...mapped({ socket, tlsCertFile, tlsKeyFile, policiesDir, callersFile }, fileName),
    ...mapped({ redisPasswordFile, redisSentinelPasswordFile, redisCaFile }, fileName),
    ...mapped({ decisionLogTokenFile, classifierKeyFile }, fileName),
    ...mapped({ publicUrl, jwksUrl, decisionLog, classifierUrl }, address),
    ...mapped({ redisUrl }, shownRedisUrl)
  }
}

const mapped = (
  values: Readonly<Record<string, string | undefined>>,
  shown: (value: string) => string
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : shown(value)])
  )

const fileName = (path: string): string => basename(path)

/** `https://me:secret@host/path` as `https://host`, `file:/var/log/x.log` as `file:x.log`. */
function address(value: string): string {
  if (value.startsWith('file:')) return `file:${basename(value)}`
  if (!value.includes('://')) return value
  if (!URL.canParse(value)) return value.slice(0, value.indexOf(':'))
  const { protocol, host } = new URL(value)
  return `${protocol}//${host}`
}
