/** Reads an awk program far enough to be sure that it runs nothing, writes nothing and reads only its operands. */
import type { ScriptFacts } from './table.ts'

/** The facts of an awk program. Whatever is not understood for certain is a reason against read-only. */
export function awkScript(text: string): ScriptFacts {
  const harm = harmOf(text)
  const escapes = harm !== undefined && RUNS.test(text.replace(ORDINARY_PIPE, ''))
  return { harm, reads: [], writes: [], escapes, ...(harm === WRITES && { risk: WRITES_AND_MORE }) }
}

function harmOf(text: string): string | undefined {
  if (TABLES.test(text)) return 'has a program that changes what awk itself goes by'
  let depth = 0
  /** How deep in parentheses the `print` stands whose output a `>` would send to a file. */
  let printing: number | undefined
  let last = ''
  let beforeLine = ''
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex
    let token = TOKEN.exec(text)?.[0]
    if (token === undefined) return UNCLEAR
    if (BLANK.test(token)) {
      if (token.includes('\n') && !token.startsWith('\\')) {
        if (last !== '\n') beforeLine = last
        last = '\n'
      }
      continue
    }
    if (token === '/') {
      if (last === '$') return UNCLEAR
      if (mayGoEitherWay(last) || (last === '\n' && depth > 0 && isOperand(beforeLine))) {
        if (HIDES.test(text.slice(start))) return UNCLEAR
      } else if (!isOperand(last)) {
        REGEX.lastIndex = start
        token = REGEX.exec(text)?.[0]
        if (token === undefined) return UNCLEAR
        TOKEN.lastIndex = start + token.length
      }
    }
    const forbidden = FORBIDDEN.get(token)
    if (forbidden !== undefined) return `has a program ${forbidden}`
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === 'print' || token === 'printf') printing = depth
    else if (token === ';' || token === '{' || token === '}') printing = undefined
    else if ((token === '>' || token === '>>') && printing !== undefined && depth <= printing) {
      return WRITES
    }
    last = token
  }
  return undefined
}

/** After these a slash may divide or begin a regular expression: awks differ. */
const mayGoEitherWay = (last: string): boolean =>
  last === ')' ||
  last === '++' ||
  last === '--' ||
  last === 'length' ||
  last.startsWith('"') ||
  (last.length > 1 && last.startsWith('/'))

/** After an operand a slash divides. */
const isOperand = (last: string): boolean => OPERAND.test(last) && !KEYWORD.test(last)

const WRITES = 'has a program that writes a file'
/** The rest of such a program is not read. */
const WRITES_AND_MORE = ['overwrites-file', 'runs-code'] as const

/** Where a program that does more than print may run a command: `system()`, pipes, what it loads or calls by name. */
const RUNS = /\bsystem\b|\|&|\|\s*(?:["(]|getline\b|[A-Za-z_]\w*\s*(?:[;}\n]|$))|@(?:load|include|\w+\s*\()/

/** Output that is only put in order or shown. */
const ORDINARY_PIPE = /\|\s*"(?:sort|uniq|cat|head|tail|wc|column)(?: -(?!o)[\w,.=]+| \d+)*(?: 1?>&2)?"/g

const UNCLEAR = 'has a program that is not understood'

const FORBIDDEN: ReadonlyMap<string, string> = new Map([
  ['system', 'that calls system()'],
  ['getline', 'that reads by getline'],
  ['|', 'with a pipe'],
  ['|&', 'with a pipe'],
  ['@', 'that loads or calls by name'],
  ['ARGV', 'that chooses its own files'],
  ['ARGC', 'that chooses its own files']
])

/** Tables of gawk through which a program sets variables and the environment. */
const TABLES =
  /\b(?:SYMTAB|FUNCTAB)\b|\b(?:ENVIRON|PROCINFO)\s*\[[^\]]*\]\s*(?:=(?![=~])|[-+*/%^]=|\+\+|--|\*\*)/

const TOKEN =
  /[ \t\r\n]+|#[^\n]*|\\\n|"(?:\\[\s\S]|[^"\\\n])*"|[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\|\||\|&|>>|>=|<=|==|!=|&&|\+\+|--|\*\*|[-+*%^!~<>|?:=,;(){}[\]$@/]/y
/** A slash in brackets ends a regular expression for some awks: there is none here. */
const REGEX = /\/(?:\\[^\n]|\[\^?\]?(?:\\[^\n]|\[:\w+:\]|[^\]\\/\n])*\]|[^\\/\n[])+\//y
const BLANK = /^(?:\s|#|\\\n)/
const OPERAND = /^(?:[\w.]|"|\])/
const KEYWORD = /^(?:print|printf|return|in|else|do|exit|case|if|while|for|delete|and|or)$/
const HIDES = /["#/][\s\S]*(?:[|>@]|system|getline|ARG[VC])/
