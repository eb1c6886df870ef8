/** What the process says to whoever started it, besides its log. */

export function print(text: string): void {
  process.stdout.write(text)
}

/** Said whatever the level of the log is. */
export function warn(line: string): void {
  process.stderr.write(`portcullis: warning: ${line}\n`)
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Files may come from anybody: what a terminal or the log of a build would take for more than text is spelled out. */
export const inOneLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`)

export function fail(lines: readonly string[], code: number): never {
  for (const line of lines) process.stderr.write(`portcullis: ${inOneLine(line)}\n`)
  process.exit(code)
}
