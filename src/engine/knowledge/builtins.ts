/** Shell built-ins and shells whose words follow a grammar of their own, and assignments. */
import type { Assignment, Word } from '../bash/program.ts'
import { Arguments } from './arguments.ts'
import type { Call } from './call.ts'
import type { FormIndex } from './form-index.ts'
import type { Risk } from './risk-codes.ts'
import { HARMLESS_OPTIONS, SET_LETTERS, SET_NAMES } from './shell-options.ts'
import { readShell } from './shells.ts'
import type { Meaning, Special } from './table.ts'
import { readTest } from './test-expression.ts'
import { assignmentEffect, steersPrograms } from './variables.ts'
import { leadingText, operandAfter, operandValue } from './words.ts'

type Reader = (call: Call, index: FormIndex, words: readonly Word[], start: number) => void

/** Reads the words of a built-in. */
export function readSpecial(
  call: Call,
  special: Special,
  index: FormIndex,
  words: readonly Word[],
  start: number
): void {
  READERS[special](call, index, words, start)
}

/** `NAME=value`, in front of a command or alone. */
export function assign(call: Call, assignment: Assignment, alone: boolean): void {
  const { name } = assignment
  const effect = assignmentEffect(name)
  if (effect === 'changes-meaning') call.unclear(changed(name, alone))
  else if (effect === 'unknown' && !alone)
    call.harm(`runs with ${name} set, which may change what it does`, riskOf(name))
  else if (alone && steersPrograms(name)) call.harm(`sets ${name}, which other programs obey`, riskOf(name))
}

/** Programs may take code from a variable that steers them. */
const riskOf = (name: string): Risk => (steersPrograms(name) ? 'runs-code' : 'changes-environment')

function changed(name: string, lasts: boolean): Meaning {
  if (name === 'PATH')
    return { code: 'lookup-changed', message: 'changes PATH, where programs are found', lasts }
  if (name === 'IFS')
    return { code: 'splitting-changed', message: 'changes IFS, by which words are split', lasts }
  return { code: 'environment-changed', message: `changes ${name}, which changes what programs do`, lasts }
}

const READERS: Record<Special, Reader> = {
  cd: readCd,
  export: readExport,
  unset: readUnset,
  read: readRead,
  set: readSet,
  eval: readEval,
  source: readSource,
  exec: readExec,
  shopt: readShopt,
  declare: readDeclare,
  trap: readTrap,
  alias: readAlias,
  test: readTest,
  shell: readShell
}

function readCd(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const name = index.form.names[0]
  const { operands } = new Arguments(call, index, words, start)
  // Of the stack of directories alone.
  if (name !== 'cd' && words.slice(start).some(({ value }) => value === '-n')) return
  const [to] = operands
  if (operands.length > 1) call.doubt('takes one operand')
  if (to === undefined) {
    call.directory = {
      to: name === 'cd' ? { text: '~', pieces: [{ kind: 'home', source: '~' }] } : undefined
    }
  } else {
    const stack = name !== 'cd' && /^[+-]\d*$/.test(to.value ?? '')
    const known = to.value !== '-' && name !== 'popd' && !stack
    call.directory = { to: known ? to : undefined }
    if (known) call.use(to, 'list', false, undefined)
  }
}

function readExport(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined || word.value === '-p' || word.value === '--') continue
    if (word.value === '-f') {
      call.unclear({ code: 'function', message: 'hands functions on to other shells', lasts: true })
      return
    }
    const name = ASSIGNED.exec(leadingText(word))?.[1]
    if (name === undefined || (word.value === undefined && !leadingText(word).includes('='))) {
      call.unclear({ code: 'builtin', message: `exports ${word.text}, which is not modelled`, lasts: true })
    } else change(call, name, `sets ${name} for every later command`)
  }
}

function change(call: Call, name: string, harm: string | undefined): void {
  const effect = assignmentEffect(name)
  if (effect === 'changes-meaning') call.unclear(changed(name, true))
  else if (effect === 'unknown' && harm !== undefined) call.harm(harm, riskOf(name))
}

function readUnset(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { operands } = new Arguments(call, index, words, start)
  for (const { value, text } of operands) {
    if (value === undefined || !NAME.test(value)) {
      call.unclear({ code: 'builtin', message: `unsets ${text}, which is not modelled`, lasts: true })
    } else
      change(call, value, steersPrograms(value) ? `unsets ${value}, which other programs obey` : undefined)
  }
}

function readRead(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { operands } = new Arguments(call, index, words, start)
  for (const { value, text } of operands) {
    if (value === undefined || !NAME.test(value)) {
      call.unclear({ code: 'builtin', message: `reads into ${text}, which is not modelled`, lasts: true })
    } else change(call, value, steersPrograms(value) ? `sets ${value}, which other programs obey` : undefined)
  }
}

function readSet(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const value = words[i]?.value
    if (value !== undefined && SET_LETTERS.test(value)) {
      if (!value.endsWith('o')) continue
      i++
      if (SET_NAMES.has(words[i]?.value ?? '')) continue
    }
    call.unclear({ code: 'shell-options', message: 'changes how what follows is read', lasts: true })
    return
  }
}

function readEval(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  const rest = words.slice(start)
  call.unclear({ code: 'eval', message: 'runs text as code', lasts: true })
  if (rest.length > 0) call.script(textOf(rest), knownTextOf(rest), 'bash')
}

function readSource(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  const file = words[start]
  call.unclear({ code: 'source', message: 'runs a file in this shell', lasts: true })
  if (file !== undefined) call.use(file, 'read', false, undefined)
}

function readExec(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { operands, optionCount } = new Arguments(call, index, words, start)
  if (operands.length === 0) {
    call.unclear({ code: 'exec', message: 'changes the descriptors of the shell', lasts: true })
    return
  }
  if (optionCount > 0) {
    call.unclear({ code: 'builtin', message: 'runs a program under another name', lasts: true })
  }
  call.runs({
    via: 'wrapper',
    words: operands,
    assignments: [],
    transparentToAllow: false,
    addsOperands: false,
    operandsFrom: [],
    harmless: true
  })
}

function readShopt(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { operands } = new Arguments(call, index, words, start)
  const changes = words.slice(start).some(({ value }) => value === undefined || /^-[pqo]*[su]/.test(value))
  if (!changes || operands.every(({ value }) => value !== undefined && HARMLESS_OPTIONS.has(value))) return
  call.unclear({ code: 'shell-options', message: 'changes how what follows is read', lasts: true })
}

/** `declare`, `local` and their like: plain variables of the shell. */
function readDeclare(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  let isArray = false
  let isExported = false
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined) continue
    if (word.value !== undefined && /^[-+]/.test(word.value)) {
      if (/^[-+][gilrtuxaApfFI]+$/.test(word.value) && !/^-.*i/.test(word.value)) {
        if (/[aA]/.test(word.value)) isArray = true
        if (/^-.*x/.test(word.value)) isExported = true
        continue
      }
      call.unclear({
        code: 'builtin',
        message: `declares with ${word.text}, which is not modelled`,
        lasts: true
      })
      return
    }
    const lead = leadingText(word)
    const name = ASSIGNED.exec(lead)?.[1]
    const value = lead.slice(lead.indexOf('=') + 1)
    // Bash reads `a=(...)` once more where it is told that it is an array.
    const isRead = lead.includes('=') && word.text.includes('(') && (isArray || value.startsWith('('))
    const isWritten = /^[A-Za-z_]\w*\+?=\(/.test(word.text)
    const isHidden = isArray && lead.includes('=') && word.value === undefined && !isWritten
    if (
      name === undefined ||
      isHidden ||
      (word.value === undefined && !isWritten && !lead.includes('=')) ||
      (isRead && !isWritten)
    ) {
      call.unclear({ code: 'builtin', message: `declares ${word.text}, which is not modelled`, lasts: true })
      return
    }
    const isObeyed = isExported || steersPrograms(name)
    change(call, name, isObeyed ? `sets ${name}, which other programs obey` : undefined)
  }
}

function readTrap(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  const first = words[start]
  if (first === undefined || first.value === '-l' || first.value === '-p') return
  const text = first.value === '--' ? words[start + 1] : first
  // Ignored, or as it was: nothing to run.
  if (text?.value === '-' || text?.value === '') return
  call.unclear({ code: 'trap', message: 'runs text later as code', lasts: false })
  if (text !== undefined) call.script(text.text, text.value, 'bash')
}

function readAlias(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined || word.value === '-p') continue
    call.unclear({ code: 'alias', message: 'changes what names mean', lasts: true })
    const equals = leadingText(word).indexOf('=')
    if (equals < 0) continue
    const text = operandAfter(word, equals + 1)
    call.script(text.text, operandValue(text), 'bash')
  }
}

/** Words as one text, as `eval` joins them. */
export const textOf = (words: readonly Word[]): string =>
  words.map((word) => word.value ?? word.text).join(' ')

/** The same where every word is known. */
export const knownTextOf = (words: readonly Word[]): string | undefined =>
  words.every((word) => word.value !== undefined) ? textOf(words) : undefined

const NAME = /^[A-Za-z_]\w*$/
const ASSIGNED = /^([A-Za-z_]\w*)(?:\+?=|$)/
