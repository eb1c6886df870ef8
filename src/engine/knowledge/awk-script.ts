/** Reads an awk program far enough to be sure that it runs nothing, writes nothing and reads only its operands. */
import type { ScriptFacts } from './table.ts'

/** The facts of an awk program. Whatever is not understood for certain is a reason against read-only. */
export function awkScript(text: string): ScriptFacts {
  return { harm: harmOf(text), reads: [], writes: [] }
}

function harmOf(text: string): string | undefined {
  let printing = false
  let last = ''
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex
    let token = TOKEN.exec(text)?.[0]
    if (token === undefined) return 'has a program that is not understood'
    if (BLANK.test(token)) {
      if (token.includes('\n') && !token.startsWith('\\')) last = '\n'
      continue
    }
    if (token === '/') {
      // After an operand it divides; after a closing parenthesis or an increment it may do either.
      if (
        last === ')' ||
        last === '++' ||
        last === '--' ||
        last === 'length' ||
        (last.length > 1 && last.startsWith('/'))
      ) {
        if (HIDES.test(text.slice(start))) return 'has a program that is not understood'
      } else if (!OPERAND.test(last) || KEYWORD.test(last)) {
        REGEX.lastIndex = start
        token = REGEX.exec(text)?.[0]
        if (token === undefined) return 'has a program that is not understood'
        TOKEN.lastIndex = start + token.length
      }
    }
    if (token === 'system') return 'has a program that calls system()'
    if (token === 'getline') return 'has a program that reads by getline'
    if (token === '|' || token === '|&') return 'has a program with a pipe'
    if (token === '@') return 'has a program that loads or calls by name'
    if (token === 'ARGV' || token === 'ARGC') return 'has a program that chooses its own files'
    if (token === 'print' || token === 'printf') printing = true
    else if (token === ';' || token === '{' || token === '}') printing = false
    else if (printing && (token === '>' || token === '>>')) return 'has a program that writes a file'
    last = token
  }
  return undefined
}

const TOKEN =
  /[ \t\r\n]+|#[^\n]*|\\\n|"(?:\\[\s\S]|[^"\\\n])*"|[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\|\||\|&|>>|>=|<=|==|!=|&&|\+\+|--|\*\*|[-+*%^!~<>|?:=,;(){}[\]$@/]/y
const REGEX = /\/(?:\\[^\n]|\[\^?\]?(?:\\[^\n]|\[:\w+:\]|[^\]\\/\n])*\]|[^\\/\n[])+\//y
const BLANK = /^(?:\s|#|\\\n)/
const OPERAND = /^(?:[\w.]|"|\]|\$)/
const KEYWORD = /^(?:print|printf|return|in|else|do|exit|case|if|while|for|delete|and|or)$/
const HIDES = /["#/][\s\S]*(?:[|>@]|system|getline|ARG[VC])/
