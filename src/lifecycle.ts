/** How the process ends: by a signal, in order and within a bound, or by an error nobody caught. */
import type { Logger } from 'pino'
import { fail } from './output.ts'

export interface Ending {
  /** Ends the traffic and all that served it. */
  readonly stop: () => Promise<void>
  /** Writes what is not written yet. */
  readonly flush: () => Promise<void>
  /** A stop is over by then. */
  readonly stopMs: number
  readonly logger: Logger
}

/** Ctrl-C under `npm start` comes twice, from the terminal and from npm; nobody means a second one that soon. */
const ECHO_MS = 500

/** How long a process that failed may write what it still has to. */
const LAST_FLUSH_MS = 2_000

/** The first signal stops; a second one does not wait. An error that nobody caught ends the process with 1. */
export function endInOrder({ stop, flush, stopMs, logger }: Ending): void {
  let stoppingSince: number | undefined
  const onSignal = (): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > ECHO_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => fail(['the service did not stop in time'], 1), stopMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the service did not stop in order')
        process.exit(1)
      }
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  let hasFailed = false
  process.on('uncaughtException', (error) => {
    logger.error({ err: error }, 'an error that nobody caught')
    if (hasFailed) return
    hasFailed = true
    // What the process is worth after such an error nobody knows: another one starts anew.
    setTimeout(() => process.exit(1), LAST_FLUSH_MS)
    flush().finally(() => process.exit(1))
  })
}
