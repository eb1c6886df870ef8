/** Here-documents: where one really ends is found in the script's lines, and the tree must agree. */

const DELIMITER = /^(?:([A-Za-z0-9_]+)|'([A-Za-z0-9_]+)'|"([A-Za-z0-9_]+)")$/

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

/**
 * Finds the extent of a heredoc whose delimiter is written at `start..end` of the script, provided that nothing on
 * the rest of its line holds a newline (the tree's position of the body shows that).
 */
export function findHeredoc(
  text: string,
  start: number,
  end: number,
  stripsTabs: boolean
): HeredocExtent | undefined {
  const match = DELIMITER.exec(text.slice(start, end))
  const delimiter = match?.[1] ?? match?.[2] ?? match?.[3]
  const lineEnd = text.indexOf('\n', end)
  if (match === null || delimiter === undefined || lineEnd === -1) return undefined
  const bodyStart = lineEnd + 1
  for (let from = bodyStart; from <= text.length; ) {
    const newline = text.indexOf('\n', from)
    const to = newline === -1 ? text.length : newline
    const line = text.slice(from, to)
    const tabs = stripsTabs ? (/^\t*/.exec(line)?.[0].length ?? 0) : 0
    if (line.slice(tabs) === delimiter) {
      return { delimiter, expands: match[1] !== undefined, bodyStart, bodyEnd: from, end: to }
    }
    from = to + 1
  }
  return undefined
}
