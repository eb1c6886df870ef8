/** Gives each operand the role that its place has in the form. */
import type { Word } from '../bash/program.ts'
import { type Arguments, readScript } from './arguments.ts'
import type { Call } from './call.ts'
import type { Access, NameFilter } from './facts.ts'
import { isRevision, pathOfRevision } from './revision.ts'
import type { Form, Operands, Role } from './table.ts'
import { isPlainWord, literalOperand, mayBeSeveral } from './words.ts'

const NO_OPERANDS: Operands = {}

/** The uses that the operands stand for, and the reasons against read-only that they bring. */
export function applyOperands(call: Call, form: Form, args: Arguments): void {
  const rules = form.operands ?? NO_OPERANDS
  const { operands, filter, recursive } = args
  const offset = args.has('first') ? 1 : 0
  const given = rules.first?.length ?? 0
  const lastAt = rules.last === undefined || args.destination !== undefined ? -1 : operands.length - 1
  let paths = 0
  for (let i = 0; i < operands.length; i++) {
    const word = operands[i]
    if (word === undefined) continue
    const place = i + offset
    const leading = place < given ? rules.first?.[place] : undefined
    const isLast = i === lastAt && (i > 0 || rules.rest === undefined)
    const role = leading ?? (isLast ? rules.last : rules.rest)
    if (leading === undefined || leading !== 'script') paths += leading === undefined ? 1 : 0
    if (role === undefined) {
      if (!args.has('shows')) tooMany(call, rules, word)
      continue
    }
    if (rules.only !== undefined && !(word.value !== undefined && rules.only.test(word.value)))
      tooMany(call, rules, word)
    const dashed = i >= args.beforeDashes
    applyRole(call, form, args, word, role, dashed, recursive, filter)
    if (!mayBeSeveral(word)) continue
    if (leading !== undefined && rules.rest !== undefined)
      applyRole(call, form, args, word, rules.rest, dashed, recursive, filter)
    if (rules.last !== undefined && role !== rules.last)
      applyRole(call, form, args, word, rules.last, dashed, recursive, filter)
    if (rules.rest !== undefined && isLast && role !== rules.rest) {
      applyRole(call, form, args, word, rules.rest, dashed, recursive, filter)
    }
  }
  if (args.destination !== undefined) call.use(args.destination, 'write', recursive, undefined)
  if (paths === 0 && rules.none !== undefined && (rules.noneIf === undefined || args.has(rules.noneIf))) {
    call.use(literalOperand('.'), accessOf(args, rules.none), recursive, filter)
  }
}

function tooMany(call: Call, rules: Operands, word: Word): void {
  if (rules.excess === undefined) call.doubt(`${word.text} is an operand that the tables do not know`)
  else call.harm(rules.excess)
}

function accessOf(args: Arguments, access: Access): Access {
  if (args.has('deletes')) return 'remove'
  if (args.has('writes') && access === 'read') return 'write'
  return args.has('names') && access === 'read' ? 'list' : access
}

function applyRole(
  call: Call,
  form: Form,
  args: Arguments,
  word: Word,
  role: Role,
  dashed: boolean,
  recursive: boolean,
  filter: NameFilter | undefined
): void {
  switch (role) {
    case 'text':
      return
    case 'script':
      readScript(call, form, word)
      return
    case 'revision': {
      if (dashed || word.value === undefined) {
        if (dashed || !isPlainWord(word, call.isPlain)) call.use(word, 'read', false, undefined)
        return
      }
      const path = pathOfRevision(word.value)
      if (path !== undefined) call.use(literalOperand(path), 'read', false, undefined)
      else if (!isRevision(word.value)) call.use(word, 'read', false, undefined)
      return
    }
    default:
      if (role === 'read' && word.value === '-') return
      call.use(word, accessOf(args, role), recursive, filter)
  }
}
