/**
 * Spellings by which a path hides what it names (D18, R63). None of them passes without a person;
 * a deny or ask rule, or a safety check, that the plain form meets counts as met.
 */
import { join, segmentsOf } from './normalise.ts'
import type { Platform } from './place.ts'

/** Characters that some file systems leave out when they compare names. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** A segment that can be the 8.3 form of a longer name. */
export const SHORT_NAME = /^([^.~]{1,6})~\d{1,6}(\.[^.~]{1,3})?$/

interface Oddity {
  readonly reason: string
  readonly platforms: readonly Platform[]
  /** Tested on the text as written. */
  readonly test: (text: string) => boolean
  /** The plain forms of the text; none where it cannot be told. */
  readonly plain: (text: string) => readonly string[]
}

const EVERYWHERE: readonly Platform[] = ['linux', 'darwin', 'win32']
const someSegment = (text: string, test: (segment: string) => boolean): boolean =>
  text.split(/[/\\]/).some(test)
const eachSegment = (text: string, change: (segment: string, at: number) => string): string =>
  text.split('/').map(change).join('/')
const beforeColon = (segment: string): string => segment.replace(/:.*$/s, '')

const ODDITIES: readonly Oddity[] = [
  {
    reason: 'it holds a NUL character',
    platforms: EVERYWHERE,
    test: (text) => text.includes('\0'),
    plain: (text) => [text.replace(/\0.*$/s, ''), text.replaceAll('\0', '')]
  },
  {
    reason: 'it holds a backslash, which only some programs read as a separator',
    platforms: ['linux', 'darwin'],
    test: (text) => text.includes('\\'),
    plain: (text) => [text.replaceAll('\\', '/'), text.replaceAll('\\', '')]
  },
  {
    reason: 'it names an NTFS stream of a file',
    platforms: ['linux', 'darwin'],
    test: (text) => /:\$/.test(text),
    plain: (text) => [eachSegment(text, beforeColon)]
  },
  {
    reason: 'it names an NTFS stream of a file',
    platforms: ['win32'],
    test: (text) => text.replace(/^(?:[\\/]{2}[?.][\\/]|[\\/]\?\?[\\/])?[A-Za-z]:/, '').includes(':'),
    plain: (text) => [eachSegment(text.replaceAll('\\', '/'), streamless)]
  },
  {
    reason: 'it can be the short form of another name (8.3)',
    platforms: EVERYWHERE,
    test: (text) => text.includes('~') && someSegment(text, (segment) => SHORT_NAME.test(segment)),
    plain: () => []
  },
  {
    reason: 'it is a network or device path',
    platforms: ['win32'],
    test: (text) => /^(?:[\\/]{2}|[\\/]\?\?[\\/])/.test(text),
    plain: () => []
  },
  {
    reason: 'a drive without a slash means another directory for each program',
    platforms: ['win32'],
    test: (text) => /^[A-Za-z]:(?![\\/])/.test(text),
    plain: () => []
  },
  {
    reason: 'Windows drops the dots and blanks at the end of its names',
    platforms: ['win32'],
    test: (text) => someSegment(text, (segment) => /[^.][. ]+$/.test(segment)),
    plain: (text) => [
      eachSegment(text.replaceAll('\\', '/'), (segment) => segment.replace(/(?<=[^. ])[. ]+$/, ''))
    ]
  }
]

/** Keeps the colon of a drive. */
function streamless(segment: string, at: number): string {
  return at === 0 && /^[A-Za-z]:$/.test(segment) ? segment : beforeColon(segment)
}

export interface Spelling {
  /** Why a person has to look at it. */
  readonly odd: string | undefined
  /** Normalised paths that the text may name as well. */
  readonly plain: readonly string[]
}

const ORDINARY: Spelling = { odd: undefined, plain: [] }
// Whatever no row could be about. Cheap, as nearly every path ends here.
const SUSPICIOUS = /[^\x20-\x7e]|[\\~:]|proc|[. ](?:[\\/]|$)|^[\\/]{2}|\?\?/

/** Looks at a path as written, standing in `base`. */
export function inspectSpelling(text: string, base: string, platform: Platform): Spelling {
  if (!SUSPICIOUS.test(text) && !base.includes('proc')) return ORDINARY
  let odd: string | undefined
  const plain: string[] = []
  for (const row of ODDITIES) {
    if (!row.platforms.includes(platform) || !row.test(text)) continue
    odd ??= row.reason
    plain.push(...row.plain(text).map((form) => join(base, form, platform)))
  }
  const proc = throughProc(text, base, platform)
  if (proc !== undefined) {
    odd ??= 'it goes through a link of /proc to another directory'
    plain.push(proc)
  }
  const visible = text.replace(IGNORABLE, '')
  if (visible !== text) plain.push(join(base, visible, platform))
  return { odd, plain }
}

/**
 * What the `root` and `cwd` links of `/proc` lead to. Walked one segment at a time, so that no `..` hides the link.
 */
function throughProc(text: string, base: string, platform: Platform): string | undefined {
  if (!text.includes('proc') && !base.includes('proc')) return undefined
  let stack = [...segmentsOf(base)]
  let met = false
  const words = text.replaceAll('\\', '/')
  if (words.startsWith('/')) stack = []
  else if (isProcLink(stack.slice(0, 3))) {
    met = true
    stack = stack.slice(3)
  }
  for (const segment of words.split('/')) {
    if (segment === '..') stack.pop()
    else if (segment !== '' && segment !== '.') stack.push(segment)
    if (!isProcLink(stack)) continue
    met = true
    stack = stack.at(-1) === 'cwd' ? [...segmentsOf(base)] : []
  }
  return met ? join('/', stack.join('/'), platform) : undefined
}

function isProcLink(stack: readonly string[]): boolean {
  const last = stack.at(-1)
  if (stack[0] !== 'proc' || (last !== 'root' && last !== 'cwd')) return false
  return stack.length === 3 || (stack.length === 5 && stack[2] === 'task')
}
