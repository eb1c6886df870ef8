/** Lines on standard output. */
import type { Writable } from 'node:stream'
import { asText, type Sink } from './sink.ts'

/** A reader that stops reading holds up nobody: a pipe is written to as it drains. */
export function stdoutSink(output: Writable = process.stdout): Sink {
  // Each failure is told by its own write; without a listener one would end the process.
  output.on('error', () => {})
  return {
    write: (lines) =>
      new Promise((resolve, reject) => {
        output.write(asText(lines), (error) => (error ? reject(error) : resolve()))
      }),
    close: async () => {}
  }
}
