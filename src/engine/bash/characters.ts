/** Characters that mean themselves in an unquoted word. */

const PLAIN = new Uint8Array(128)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=:@%+^!]') {
  PLAIN[char.charCodeAt(0)] = 1
}

/** Where the run of plain characters from `at` ends. */
export function endOfPlain(text: string, at: number, end: number): number {
  let to = at
  for (; to < end; to += 1) {
    const code = text.charCodeAt(to)
    if (code < 128 && PLAIN[code] === 0) break
  }
  return to
}

/** A pattern of `case` or of `==` in `[[ ]]` that cannot hold a substitution. */
export const PLAIN_PATTERN = /^[A-Za-z0-9*?./\-_:@=]+$/
