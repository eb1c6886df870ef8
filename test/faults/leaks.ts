/** What nobody may be told, and where it stands in what was said. */

/** What only code, a library or the system says. */
export const LEAKS: readonly RegExp[] = [
  /node_modules|node:internal|\bdist\/|\.[jt]s:\d+/,
  /(?:\n|\\n) {4}at /,
  /\b(?:FST|HPE)_|ERR_[A-Z]+_|[a-z]Error: |ZodError/,
  /Unexpected (?:token|end of)|in JSON at position|Invalid input|Invalid option|Unrecognized key/,
  /connect ECONNREFUSED|ECONNREFUSED 127|ENOENT: |no such file or directory|ENOSPC: |no space left/,
  /WRONGPASS|NOAUTH|READONLY|MaxRetriesPerRequest|Connection is closed|Stream isn't writeable|Command timed out/,
  /signature verification failed|no applicable key found|Invalid Compact JWS|claim (?:timestamp|value)|fetch failed/
]

/** Each place where one of the texts or patterns stands, with what is around it, so that whoever sees it sees the leak. */
export const leaksIn = (
  said: readonly string[],
  texts: readonly string[],
  patterns: readonly RegExp[] = []
): readonly string[] =>
  said.flatMap((one) => [
    ...texts.flatMap((text) => around(one, one.indexOf(text), text)),
    ...patterns.flatMap((pattern) => around(one, one.search(pattern), String(pattern)))
  ])

const around = (said: string, at: number, what: string): readonly string[] =>
  at === -1 ? [] : [`${what}: ${said.slice(Math.max(0, at - 120), at + 120)}`]
