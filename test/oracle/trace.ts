/** Reads what a pass wrote down: bash's trace, and the exact arguments from the stand-ins. */
import { type Marks, STATUS_BASE } from './prelude.ts'
import { isBuiltin } from './surroundings.ts'

export interface Traced {
  readonly commands: readonly (readonly string[])[]
  /** Something in it could not be read. */
  readonly damaged: boolean
}

const BLANK = 0x20
const NEWLINE = 0x0a
const QUOTE = 0x27
const DOLLAR = 0x24
const BACKSLASH = 0x5c
const PLUS = 0x2b

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11
}

/** `NAME=value` and `NAME[...]=value` as the trace shows them. */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/
/** Heads of compound commands as the trace shows them: with words as they are written, newlines and all. */
const COMPOUND = /^(?:\[\[ |\(\( |(?:for|select) \S+ in(?: |$)|case [\s\S]* in\s*$)/
/** Entries that go on, without a quote to tell, until the next one begins. */
const SHOWN_AS_WRITTEN = new RegExp(`${ASSIGNMENT.source}|^(?:case|for|select|\\[\\[|\\(\\()`)

export function readTrace(trace: Buffer, hits: Buffer, marks: Marks): Traced {
  const exact = readHits(hits, marks.trace)
  const unmatched = new Map<string, number>()
  for (const argv of exact.hits) count(unmatched, keyOf(argv), 1)
  const commands: string[][] = []
  let damaged = exact.damaged
  const inner = new Map<string, number>()
  for (const { text, words } of entries(trace, marks.trace)) {
    if (words === undefined) {
      damaged = true
      continue
    }
    if (isBookkeeping(words, marks)) continue
    const [name] = words
    if (name === undefined) continue
    const key = keyOf(words)
    if ((unmatched.get(key) ?? 0) > 0) count(unmatched, key, -1)
    else if (!isBuiltin(name) && (ASSIGNMENT.test(text) || COMPOUND.test(text))) continue
    if (FORWARDS.has(name)) count(inner, keyOf(withoutCommand(words)), 1)
    commands.push([...words])
  }
  for (const [key, times] of unmatched) {
    // `command NAME` is one entry, and what it finds is the same command seen from inside.
    const more = times - (inner.get(key) ?? 0)
    for (let i = 0; i < more; i++) commands.push(JSON.parse(key))
    // What only the stand-ins saw came without its place: the trace was off, or written to.
    if (more > 0) damaged = true
  }
  return { commands, damaged }
}

const keyOf = (argv: readonly string[]): string => JSON.stringify(argv)

function count(into: Map<string, number>, key: string, by: number): void {
  into.set(key, (into.get(key) ?? 0) + by)
}

/** What `command` and `builtin` in front of a name lead to. */
function withoutCommand(words: readonly string[]): readonly string[] {
  let from = 0
  while (FORWARDS.has(words[from] ?? '')) {
    from += 1
    while (words[from] === '-p' || words[from] === '--') from += 1
  }
  return words.slice(from)
}

const FORWARDS: ReadonlySet<string> = new Set(['command', 'builtin'])

/** What the stand-ins do themselves. */
function isBookkeeping(words: readonly string[], marks: Marks): boolean {
  if (words[0] !== 'builtin') return false
  if (words[1] === '--') return true
  if (words[1] === 'printf') return words[3] === marks.trace
  return words[1] === 'return' && Math.floor(Number(words[2]) / STATUS_BASE) === marks.status
}

function readHits(
  hits: Buffer,
  mark: string
): { readonly hits: readonly string[][]; readonly damaged: boolean } {
  const fields = hits.toString('utf8').split('\0')
  const found: string[][] = []
  let at = 0
  while (at < fields.length - 1) {
    const from = at + 2
    const end = from + Number(fields[at + 1])
    const argv = fields.slice(from, end)
    // Entries too long to be written at once may stand inside one another.
    const isWhole = end > from && end < fields.length && !argv.some((one) => one.includes(mark))
    if (fields[at] !== mark || !isWhole) return { hits: found, damaged: true }
    found.push(argv.map(unquoted))
    at = end
  }
  return { hits: found, damaged: false }
}

function unquoted(quoted: string): string {
  const text = Buffer.from(quoted)
  const bytes: number[] = []
  for (let at = 0; at < text.length; ) at = piece(text, at, bytes)
  return Buffer.from(bytes).toString('utf8')
}

/** The entries of a trace; `words` undefined where a line belongs to none. */
function* entries(
  trace: Buffer,
  mark: string
): Generator<{ readonly text: string; readonly words: readonly string[] | undefined }> {
  const head = Buffer.from(`${mark} `)
  let at = 0
  while (at < trace.length) {
    const start = entryAt(trace, at, head)
    if (start === undefined) {
      const end = endOf(trace, at)
      yield { text: trace.toString('utf8', at, end), words: undefined }
      at = end + 1
      continue
    }
    const { words, end } = wordsFrom(trace, start)
    const line = trace.toString('utf8', start, endOf(trace, start))
    if (SHOWN_AS_WRITTEN.test(line)) {
      at = endOf(trace, start) + 1
      while (at < trace.length && entryAt(trace, at, head) === undefined) at = endOf(trace, at) + 1
    } else at = end
    yield { text: trace.toString('utf8', start, at).replace(/\n$/, ''), words }
  }
}

/** Where the text of an entry begins whose marks stand at a place; undefined: none begins there. */
function entryAt(trace: Buffer, at: number, head: Buffer): number | undefined {
  let start = at
  while (trace[start] === PLUS) start += 1
  const isHead = start > at && trace.subarray(start, start + head.length).equals(head)
  return isHead ? start + head.length : undefined
}

function endOf(trace: Buffer, from: number): number {
  const found = trace.indexOf(NEWLINE, from)
  return found === -1 ? trace.length : found
}

/** Words up to a newline outside quotes: plain, '...', $'...' or \c pieces, parted by single blanks. */
function wordsFrom(trace: Buffer, from: number): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = []
  let at = from
  while (at < trace.length && trace[at] !== NEWLINE) {
    const bytes: number[] = []
    while (at < trace.length && trace[at] !== BLANK && trace[at] !== NEWLINE) at = piece(trace, at, bytes)
    words.push(Buffer.from(bytes).toString('utf8'))
    if (trace[at] === BLANK) at += 1
  }
  return { words, end: at + 1 }
}

function piece(trace: Buffer, from: number, bytes: number[]): number {
  let at = from
  const byte = (): number => trace[at] ?? 0
  if (byte() === DOLLAR && trace[at + 1] === QUOTE) {
    at += 2
    while (at < trace.length && byte() !== QUOTE) {
      if (byte() !== BACKSLASH) {
        bytes.push(byte())
        at += 1
        continue
      }
      const octal = /^[0-7]{1,3}/.exec(trace.toString('latin1', at + 1, at + 4))?.[0]
      if (octal === undefined) {
        const escaped = trace[at + 1] ?? 0
        bytes.push(ESCAPES[String.fromCharCode(escaped)] ?? escaped)
        at += 2
      } else {
        bytes.push(Number.parseInt(octal, 8))
        at += 1 + octal.length
      }
    }
    return at + 1
  }
  if (byte() === QUOTE) {
    at += 1
    while (at < trace.length && byte() !== QUOTE) {
      bytes.push(byte())
      at += 1
    }
    return at + 1
  }
  if (byte() === BACKSLASH) {
    bytes.push(trace[at + 1] ?? 0)
    return at + 2
  }
  bytes.push(byte())
  return at + 1
}
