/** Where lines of a log go: the port, and how one says that it could not take them. */

export interface Sink {
  /** Finds at start what would fail for good, such as a folder that may not be written to. */
  prepare?(): Promise<void>
  /** All of the lines, in order; rejects where they may be lost. Called one after the other, never at once. */
  write(lines: readonly string[]): Promise<void>
  /** Lets go of what is open; a write that still runs rejects. */
  close(): Promise<void>
}

/** These lines are refused for good: sending them again is of no use. */
export class LinesRefused extends Error {
  override readonly name = 'LinesRefused'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Not now: the lines are kept and sent again. */
export class SinkUnavailable extends Error {
  override readonly name = 'SinkUnavailable'
  readonly code: string
  /** How long the other side asks to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(code: string, retryAfterMs?: number) {
    super(code)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export const asText = (lines: readonly string[]): string => `${lines.join('\n')}\n`
