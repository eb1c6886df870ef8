/** Opens the decision log that the configuration names. */
import type { Logger } from 'pino'
import type { RedisStore } from '../store/redis.ts'
import { Journal } from './journal.ts'
import { Pump } from './pump.ts'
import { fileSink } from './sinks/file.ts'
import { httpSink } from './sinks/http.ts'
import { redisSink } from './sinks/redis.ts'
import type { Sink } from './sinks/sink.ts'
import { stdoutSink } from './sinks/stdout.ts'

export interface DecisionLogOptions {
  /** `off`, `stdout`, `file:PATH`, `http(s)://...` or `redis:STREAM`. */
  readonly target: string
  readonly tokenFile?: string | undefined
  /** No log, no allow. */
  readonly required: boolean
  /** The connection a Redis stream goes through. */
  readonly store?: RedisStore | undefined
  readonly logger: Logger
}

export interface DecisionLog {
  readonly journal: Journal
  /** Undefined: records are kept in memory alone. */
  readonly pump: Pump | undefined
}

/** The open log, or why it could never work, for whoever starts the service. */
export async function openDecisionLog(
  options: DecisionLogOptions
): Promise<DecisionLog | { readonly fault: string }> {
  const { target, required, logger } = options
  if (target === 'off') return { journal: new Journal({ logger }), pump: undefined }
  const chosen = sinkFor(options)
  if ('fault' in chosen) return chosen
  const { sink, lingerMs } = chosen
  try {
    await sink.prepare?.()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    return { fault: `PORTCULLIS_DECISION_LOG: the log cannot be opened (${code})` }
  }
  const pump = new Pump({ sink, logger, lingerMs })
  return { journal: new Journal({ logger, pump, required }), pump }
}

interface ChosenSink {
  readonly sink: Sink
  /** A write over the network costs more than one of a file. */
  readonly lingerMs: number
}

function sinkFor({ target, tokenFile, store }: DecisionLogOptions): ChosenSink | { readonly fault: string } {
  if (target === 'stdout') return { sink: stdoutSink(), lingerMs: 20 }
  if (target.startsWith('file:')) return { sink: fileSink({ path: target.slice(5) }), lingerMs: 50 }
  if (target.startsWith('redis:')) {
    if (store === undefined)
      return { fault: 'PORTCULLIS_DECISION_LOG: redis:STREAM needs PORTCULLIS_REDIS_URL' }
    return { sink: redisSink(store, target.slice(6)), lingerMs: 100 }
  }
  if (!URL.canParse(target)) return { fault: 'PORTCULLIS_DECISION_LOG: the address cannot be read' }
  const { username, password } = new URL(target)
  if (username !== '' || password !== '') {
    return {
      fault:
        'PORTCULLIS_DECISION_LOG: the address holds a name or password: put a token into PORTCULLIS_DECISION_LOG_TOKEN_FILE'
    }
  }
  return { sink: httpSink({ url: target, tokenFile }), lingerMs: 500 }
}
