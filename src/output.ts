/** What the process says to whoever started it, besides its log. */

export function print(text: string): void {
  process.stdout.write(text)
}

/** Said whatever the level of the log is. */
export function warn(line: string): void {
  process.stderr.write(`portcullis: warning: ${line}\n`)
}

export function fail(lines: readonly string[], code: number): never {
  for (const line of lines) process.stderr.write(`portcullis: ${line}\n`)
  process.exit(code)
}
