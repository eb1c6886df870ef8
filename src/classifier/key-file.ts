/** The key for a model, from its file: it may change while the service runs. */
import type { Logger } from 'pino'
import { readText } from '../file-text.ts'
import { LastGood, type Reading } from '../last-good.ts'
import { watchPaths } from '../watch.ts'

export interface KeyFile {
  /** The key as it is at this moment. */
  key(): string
  /** Why it is not the newest one; undefined: it is. */
  health(): string | undefined
  close(): void
}

/** The first reading must succeed; the fault names no path. */
export async function openKeyFile(
  file: string,
  logger: Logger
): Promise<KeyFile | { readonly fault: string }> {
  let reload = async (): Promise<void> => undefined
  // Before it is read: no change is missed in between.
  const watch = await watchPaths([file], () => reload())
  const opened = await LastGood.open('key of the classifier', () => readKey(file), logger)
  if ('faults' in opened) {
    watch.close()
    return { fault: opened.faults.join('; ') }
  }
  reload = () => opened.reload()
  return {
    key: () => opened.current,
    health: () => opened.health(),
    close: () => watch.close()
  }
}

async function readKey(file: string): Promise<Reading<string>> {
  const reading = await readText(file)
  if ('fault' in reading) return { faults: [reading.fault] }
  const key = reading.text.trim()
  // What cannot stand in a header would end up in the message of an error.
  return /^[\x21-\x7e]+$/.test(key) ? { value: key } : { faults: ['expected one line with the key in it'] }
}
