/** How the process ends: by a signal, in order and within a bound. */
import type { Logger } from 'pino'
import { fail } from './output.ts'

export interface Ending {
  /** Ends the traffic and all that served it. */
  readonly stop: () => Promise<void>
  /** A stop is over by then. */
  readonly stopMs: number
  readonly logger: Logger
}

/** Ctrl-C under `npm start` comes twice, from the terminal and from npm; nobody means a second one that soon. */
const ECHO_MS = 500

/** The first signal stops; a second one does not wait. */
export function endInOrder({ stop, stopMs, logger }: Ending): void {
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
}
