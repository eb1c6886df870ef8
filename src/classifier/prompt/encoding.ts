/** How text that is not ours is written into a prompt: as JSON in which nothing can be mistaken for markup. */

/**
 * Kept as they are: ASCII but for markup and control characters, letters, marks, numbers, plain punctuation and dashes.
 * Everything else is spelled `\uXXXX`: control, format and unassigned characters, brackets, quotation marks, symbols;
 * so are `&` and the letters and punctuation that look like `<`, `>` or `&`, or like nothing at all.
 */
const DECEPTIVE =
  /[^ !"#$%'-;=?-~\p{L}\p{M}\p{N}\p{Po}\p{Pd}]|[&\u1433\u1438\u16b2\ua778\uff06\ufe60\u{16f3f}]|\p{Default_Ignorable_Code_Point}/gu

const DECEPTIVE_RUNS = new RegExp(`(?:${DECEPTIVE.source})+`, 'gu')

/**
 * JSON text of the value that `JSON.parse` turns back into it; no `<`, `>`, `&`, nor a look-alike of them, stands in it.
 * Undefined: it has no JSON text, or one of more than `most` characters.
 */
export function encodeJson(value: unknown, most: number): string | undefined {
  const json = jsonOf(value)
  if (json === undefined || json.length > most) return undefined
  // Known before anything is spelled out, which takes many times longer than counting.
  const plain = json.replace(DECEPTIVE_RUNS, '')
  if (json.length + (json.length - plain.length) * GROWTH > most) return undefined
  return json.replace(DECEPTIVE, spelledOut)
}

/** What a unit grows by when it is spelled out. */
const GROWTH = '\\uXXXX'.length - 1

// Nested too deep, or nothing that came from JSON.
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function spelledOut(character: string): string {
  let spelled = ''
  for (let at = 0; at < character.length; at += 1) {
    spelled += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return spelled
}
