/** Here-documents: where one really ends is found in the script's lines, and the second reader must agree. */

const DELIMITER = /^(?:([A-Za-z0-9_.-]+)|'([A-Za-z0-9_. -]+)'|"([A-Za-z0-9_. -]+)"|\\([A-Za-z0-9_]+))$/

export interface HeredocExtent {
  readonly delimiter: string
  /** An unquoted delimiter: the body is expanded. */
  readonly expands: boolean
  readonly bodyStart: number
  /** Just after the newline of the last body line; where the line of the delimiter begins. */
  readonly bodyEnd: number
  /** After the delimiter, before its newline. */
  readonly end: number
}

/** Finds the extent of a heredoc whose delimiter is written at `start..end` and whose body begins at `bodyStart`. */
export function findHeredoc(
  text: string,
  start: number,
  end: number,
  bodyStart: number,
  stripsTabs: boolean
): HeredocExtent | undefined {
  const match = DELIMITER.exec(text.slice(start, end))
  const delimiter = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4]
  if (match === null || delimiter === undefined || text[bodyStart - 1] !== '\n') return undefined
  for (let from = bodyStart; from <= text.length; ) {
    const newline = text.indexOf('\n', from)
    const to = newline === -1 ? text.length : newline
    const line = text.slice(from, to)
    // Where the body is expanded, a line that ends in a backslash goes on with the next one.
    if (match[1] !== undefined && isJoined(line)) {
      if (newline === -1) return undefined
      from = endOfJoined(text, to + 1)
      continue
    }
    const tabs = stripsTabs ? (/^\t*/.exec(line)?.[0].length ?? 0) : 0
    if (line.slice(tabs) === delimiter) {
      return { delimiter, expands: match[1] !== undefined, bodyStart, bodyEnd: from, end: to }
    }
    from = to + 1
  }
  return undefined
}

const isJoined = (line: string): boolean => (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1

/** Where the next line begins that is not joined to the one before it. */
function endOfJoined(text: string, start: number): number {
  for (let from = start; ; ) {
    const newline = text.indexOf('\n', from)
    if (newline === -1) return text.length + 1
    if (!isJoined(text.slice(from, newline))) return newline + 1
    from = newline + 1
  }
}
