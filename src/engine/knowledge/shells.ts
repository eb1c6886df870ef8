/** `sh`, `bash` and their like: they run a text, a file, or what they read. */
import type { Word } from '../bash/program.ts'
import type { Call } from './call.ts'
import type { InnerScript } from './facts.ts'
import type { FormIndex } from './form-index.ts'
import { HARMLESS_OPTIONS, SET_NAMES } from './shell-options.ts'
import type { Meaning } from './table.ts'

/** Reads the words of a shell: `-c TEXT`, a script file, or neither. */
export function readShell(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  if (!READS_LIKE_BASH.has(baseName(call.program ?? '')))
    call.harm('reads a language of its own', 'runs-code')
  let reader: InnerScript['reader'] = IS_BASH.has(baseName(call.program ?? '')) ? 'bash' : 'sh'
  let text = false
  let input = false
  let i = start
  for (; i < words.length; i++) {
    const value = words[i]?.value
    if (value === undefined) {
      call.doubt(`${words[i]?.text ?? ''} may be an option`, 'runs-code')
      break
    }
    if (value === '--' || value === '-') {
      i++
      break
    }
    if (value === '--version' || value === '--help') return
    if (value.startsWith('--')) {
      if (!LONG.has(value)) call.doubt(`${value} is an option that the tables do not know`)
      if (VALUED.has(value)) i++
      if (value === '--posix') reader = 'sh'
      if (READS_FILES.has(value)) call.harm('reads start-up files', [])
      continue
    }
    if (!/^[-+]./.test(value)) break
    if (!/^[-+][abefhiklmnprtuvxBCEHPTcsoO]+$/.test(value))
      call.doubt(`${value} is an option that the tables do not know`)
    if (value.startsWith('-') && value.includes('c')) text = true
    if (/^-.*s/.test(value)) input = true
    if (/^-.*[lis]/.test(value)) call.harm('reads start-up files or its input', [])
    if (READS_OTHERWISE.test(value)) call.unclear(OTHERWISE)
    if (/[oO]/.test(value)) {
      const name = words[++i]?.value ?? ''
      if (!SET_NAMES.has(name) && !HARMLESS_OPTIONS.has(name)) call.unclear(OTHERWISE)
    }
  }
  const operand = words[i]
  if (text) {
    readText(call, operand, reader)
    return
  }
  if (operand === undefined || input || INPUT.test(operand.value ?? '')) {
    call.harm('runs what it reads as commands', [])
    call.runsInput = true
  } else {
    call.harm(`runs the script ${operand.text}`, 'runs-code')
    call.use(operand, 'read', false, undefined)
  }
}

function readText(call: Call, operand: Word | undefined, reader: InnerScript['reader']): void {
  if (operand === undefined) {
    call.doubt('lacks the text to run', [])
    return
  }
  call.script(operand.text, operand.value, reader)
  if (operand.value === undefined) {
    call.unclear({
      code: 'dynamic-script',
      message: `${operand.text} is code that is not known until it runs`,
      lasts: false
    })
  }
}

/** What is text to the reader of Bash is text to these too. */
const READS_LIKE_BASH: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'rbash'])

export const IS_BASH: ReadonlySet<string> = new Set(['bash', 'rbash'])

/** Options that change what words, globs and assignments mean. */
const READS_OTHERWISE = /[akfBHP]/
const OTHERWISE: Meaning = {
  code: 'shell-options',
  message: 'reads its text with options that change what it means',
  lasts: false
}

const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** Names of the input itself. */
const INPUT = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/0)$/

const LONG: ReadonlySet<string> = new Set([
  '--login',
  '--norc',
  '--noprofile',
  '--posix',
  '--restricted',
  '--verbose',
  '--rcfile',
  '--init-file'
])
const VALUED: ReadonlySet<string> = new Set(['--rcfile', '--init-file'])
const READS_FILES: ReadonlySet<string> = new Set(['--login', '--rcfile', '--init-file'])
