/** What lint has to say, and how its parts say it. */
import { jsonPointer } from '../../engine/json-pointer.ts'
import type { Position } from '../policy-text.ts'
import { LINT_CODES, type LintCode, type Severity } from './codes.ts'

/** One remark on one place of one file. */
export interface Finding {
  readonly code: LintCode
  readonly severity: Severity
  /** Name of the file, as given. */
  readonly file: string
  /** JSON pointer; empty: the file as a whole. */
  readonly path: string
  /** From 1, where the text is known. */
  readonly line?: number
  readonly column?: number
  /** The rule that it speaks of, as written. */
  readonly rule?: string
  readonly message: string
  readonly advice: string
}

/** Keys and indexes from the top of a file. */
export type Place = readonly (string | number)[]

/** Where a place stands in the text. */
export type Locate = (place: Place) => Position | undefined

/** What a finding may hold besides its message. */
export interface Details {
  readonly rule?: string | undefined
  /** What to do in this case, where the table can only speak in general. */
  readonly advice?: string | undefined
  /** Where it stands, where the place cannot tell. */
  readonly position?: Position
}

/** Takes one finding. */
export type Report = (code: LintCode, place: Place, message: string, details?: Details) => void

/** Turns what is reported of a file into findings, which it adds to `findings`. */
export const reporter =
  (file: string, locate: Locate | undefined, findings: Finding[]): Report =>
  (code, place, message, { rule, advice, position } = {}) => {
    const { severity, advice: usual } = LINT_CODES[code]
    findings.push({
      code,
      severity,
      file,
      path: jsonPointer(place),
      ...(position ?? locate?.(place)),
      ...(rule === undefined ? {} : { rule: shortened(rule) }),
      message: message.replaceAll(/\s*\n\s*/g, ' '),
      advice: advice ?? usual
    })
  }

/** Reports places of a part of the file. */
export const below =
  (report: Report, start: Place): Report =>
  (code, place, message, details) =>
    report(code, [...start, ...place], message, details)

const LONGEST_QUOTE = 200

const shortened = (text: string): string =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}...` : text

/** A rule, a key or a name in the middle of a sentence. */
export const quoted = (text: string): string => `\`${shortened(text)}\``
