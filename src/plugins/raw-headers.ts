/** What Node's merged headers do not tell. */

/** Whether a field stands more than once, of which Node keeps the first. `raw` alternates names and values. */
export function holdsTwice(raw: readonly string[], field: string): boolean {
  let found = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]
    if (name?.length === field.length && name.toLowerCase() === field) found += 1
  }
  return found > 1
}
