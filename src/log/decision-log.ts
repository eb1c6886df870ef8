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

interface Fault {
  /** For whoever starts the service: which variable, and what was expected. */
  readonly fault: string
}

/** The open log, or why it could never work. */
export async function openDecisionLog(options: DecisionLogOptions): Promise<DecisionLog | Fault> {
  const { target, tokenFile, required, logger } = options
  if (tokenFile !== undefined && !isHttp(target)) {
    return { fault: `${TOKEN_FILE}: expected none, since only a decision log over HTTP takes a token` }
  }
  if (target === 'off') return { journal: new Journal({ logger }), pump: undefined }
  const chosen = sinkFor(options)
  if ('fault' in chosen) return chosen
  const { sink, lingerMs, needs } = chosen
  try {
    await sink.prepare?.()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    return { fault: `${needs} (${code})` }
  }
  const pump = new Pump({ sink, logger, lingerMs })
  return { journal: new Journal({ logger, pump, required }), pump }
}

const LOG = 'PORTCULLIS_DECISION_LOG'
const TOKEN_FILE = 'PORTCULLIS_DECISION_LOG_TOKEN_FILE'

const isHttp = (target: string): boolean => /^https?:/.test(target)

interface ChosenSink {
  readonly sink: Sink
  /** A write over the network costs more than one of a file. */
  readonly lingerMs: number
  /** What is wrong where the sink cannot be prepared. */
  readonly needs: string
}

function sinkFor({ target, tokenFile, store }: DecisionLogOptions): ChosenSink | Fault {
  if (target === 'stdout') {
    return { sink: stdoutSink(), lingerMs: 20, needs: `${LOG}: standard output cannot be written` }
  }
  if (target.startsWith('file:')) {
    const sink = fileSink({ path: target.slice('file:'.length) })
    return { sink, lingerMs: 50, needs: `${LOG}: the file cannot be opened` }
  }
  if (target.startsWith('redis:')) {
    if (store === undefined) return { fault: `${LOG}: redis:STREAM needs PORTCULLIS_REDIS_URL` }
    const sink = redisSink(store, target.slice('redis:'.length))
    return { sink, lingerMs: 100, needs: `${LOG}: the stream cannot be written` }
  }
  if (!isHttp(target) || !URL.canParse(target)) return { fault: `${LOG}: the address cannot be read` }
  const { username, password } = new URL(target)
  if (username !== '' || password !== '') {
    return { fault: `${LOG}: expected an address without name and password: a token goes into ${TOKEN_FILE}` }
  }
  return {
    sink: httpSink({ url: target, tokenFile }),
    lingerMs: 500,
    needs: `${TOKEN_FILE}: it cannot be read`
  }
}
