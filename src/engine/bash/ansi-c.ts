/** `$'...'` strings. */

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?']
])

const NUMERIC = /([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})/y

/** Where the string that starts at `start` (its dollar sign) ends, after the closing quote; undefined if it does not. */
export function endOfAnsiC(text: string, start: number, limit: number): number | undefined {
  for (let at = start + 2; at < limit; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === "'") return at + 1
  }
  return undefined
}

/** The text between the quotes as bash reads it; undefined where it depends on the locale or is not text. */
export function decodeAnsiC(body: string): string | undefined {
  let value = ''
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at] ?? ''
    if (char !== '\\') {
      value += char
      continue
    }
    const escaped = body[at + 1] ?? ''
    const simple = SIMPLE.get(escaped)
    if (simple !== undefined) {
      value += simple
      at += 1
      continue
    }
    NUMERIC.lastIndex = at + 1
    const match = NUMERIC.exec(body)
    if (match === null) {
      // `\c`, an incomplete `\x` or `\u`, or an escape bash does not know.
      if (/[cxuU]/.test(escaped)) return undefined
      value += char
      continue
    }
    const [whole, octal, hex, short, long] = match
    const isByte = octal !== undefined || hex !== undefined
    const code =
      octal !== undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? short ?? long ?? '', 16)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    // A NUL ends the string.
    if (code === 0) return value
    if (code > 0x10ffff || isSurrogate || (isByte && code > 0x7f)) return undefined
    value += String.fromCodePoint(code)
    at += whole.length
  }
  return value
}
