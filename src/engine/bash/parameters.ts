/** The shapes of `$name` and `${...}` that can be read without running anything. */

const NAME = '[A-Za-z_][A-Za-z0-9_]*'

const BARE = new RegExp(`\\$(${NAME}|[0-9]|[@*#?$!-])`, 'y')

const BRACED = new RegExp(
  [
    `\\$\\{(?:`,
    `(?<plain>${NAME}|[0-9]+|[@*#?])`,
    `|#(?<counted>${NAME})(?:\\[[@*]\\])?`,
    `|(?<array>${NAME})\\[(?<index>[@*]|[0-9]+)\\]`,
    `|(?<operated>${NAME})(?::?[-+]|%%?|##?)[A-Za-z0-9_./:*,+-]*`,
    `)\\}`
  ].join(''),
  'y'
)

export interface Parameter {
  readonly name: string
  readonly end: number
  /** The value itself and nothing done to it. */
  readonly plain: boolean
  /** `${#a}`: a number, whatever the value. */
  readonly isLength: boolean
  /** `$@`, `${a[@]}`: several words even inside double quotes. */
  readonly many: boolean
}

/** Reads `$name` at `start`; undefined where no parameter stands there. */
export function readBareParameter(text: string, start: number): Parameter | undefined {
  BARE.lastIndex = start
  const name = BARE.exec(text)?.[1]
  if (name === undefined) return undefined
  return { name, end: start + 1 + name.length, plain: true, many: name === '@', isLength: false }
}

/** Reads `${...}` at `start`; undefined where it is not of a known shape. */
export function readBracedParameter(text: string, start: number): Parameter | undefined {
  BRACED.lastIndex = start
  const match = BRACED.exec(text)
  if (match === null) return undefined
  const { plain, counted, array, index, operated } = match.groups ?? {}
  const name = plain ?? counted ?? array ?? operated ?? ''
  return {
    name,
    end: start + match[0].length,
    plain: plain !== undefined,
    many: plain === '@' || index === '@',
    isLength: counted !== undefined
  }
}
