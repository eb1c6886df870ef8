/** Gives each operand the roles that its place has in the form. */
import type { Operand, Word } from '../bash/program.ts'
import type { Arguments } from './arguments.ts'
import type { Call } from './call.ts'
import type { Access } from './facts.ts'
import { filesIn } from './files-in.ts'
import { OF_REPOSITORY, PERSONAL, steersGit } from './git-settings.ts'
import { isRevision, pathOfRevision } from './revision.ts'
import { readScript } from './small-script.ts'
import type { Form, Operands, Role } from './table.ts'
import {
  ANY_FILE,
  isPlainWord,
  leadingText,
  literalOperand,
  mayBeSeveral,
  maySplit,
  operandValue,
  withEnd
} from './words.ts'

const NO_OPERANDS: Operands = {}

/** The uses that the operands stand for, and the reasons against read-only that they bring. */
export function applyOperands(call: Call, form: Form, args: Arguments): void {
  const rules = form.operands ?? NO_OPERANDS
  const { operands } = args
  const offset = args.has('first') ? 1 : 0
  const leading = Math.max((rules.first?.length ?? 0) - offset, 0)
  for (let i = 0; i < operands.length; i++) {
    const word = operands[i]
    if (word === undefined) continue
    if (rules.only !== undefined && (word.value === undefined || !rules.only.test(word.value))) {
      tooMany(call, rules, word)
    }
    const role = roleAt(rules, i + offset, isLast(args, i))
    if (mayBeSeveral(word)) {
      for (const each of rolesFrom(rules, i + offset, role, mayBeLast(call, args, i))) {
        applyRole(call, form, args, word, each, i)
      }
    } else applyRole(call, form, args, word, role, i)
  }
  const { destination, none, noneIf } = rules
  if (args.destination !== undefined)
    call.use(args.destination, accessOf(args, destination ?? 'write'), args.recursive, undefined)
  else if (
    none !== undefined &&
    operands.length <= leading &&
    (noneIf === undefined || args.has(noneIf)) &&
    !(none === 'write' && args.has('shows'))
  )
    call.use(literalOperand('.'), accessOf(args, none), args.recursive, args.filter)
  if (args.archive !== undefined) {
    const changed = rules.excess !== undefined && operands.length > leading && !args.has('shows')
    useArchive(call, args, args.archive, changed)
  }
}

/** The destination is the last of two or more. */
const isLast = (args: Arguments, at: number): boolean =>
  at > 0 && at === args.operands.length - 1 && args.destination === undefined

/** Words after it that may vanish make a word the last one. */
function mayBeLast(call: Call, args: Arguments, at: number): boolean {
  if (args.destination !== undefined) return false
  return args.operands.slice(at + 1).every((word) => maySplit(word, call.isPlain))
}

function roleAt(rules: Operands, place: number, last: boolean): Role | undefined {
  return rules.first?.[place] ?? (last && rules.last !== undefined ? rules.last : rules.rest)
}

/** Every role that the words may have which a glob or an unquoted variable stands for. */
function rolesFrom(
  rules: Operands,
  place: number,
  own: Role | undefined,
  last: boolean
): ReadonlySet<Role | undefined> {
  const roles = new Set<Role | undefined>([own])
  for (const role of rules.first?.slice(place + 1) ?? []) roles.add(role)
  roles.add(rules.rest)
  if (last && rules.last !== undefined) roles.add(rules.last)
  return roles
}

function tooMany(call: Call, rules: Operands, word: Word): void {
  if (rules.excess === undefined) call.doubt(`${word.text} is an operand that the tables do not know`)
  else call.harm(rules.excess, rules.risk)
}

function accessOf(args: Arguments, access: Access): Access {
  if (args.has('deletes')) return 'remove'
  if (args.has('writes')) return access === 'read' ? 'write' : access
  return args.has('names') && access !== 'remove' ? 'list' : access
}

function applyRole(
  call: Call,
  form: Form,
  args: Arguments,
  word: Word,
  role: Role | undefined,
  at: number
): void {
  switch (role) {
    case undefined:
      if (!args.has('shows')) tooMany(call, form.operands ?? NO_OPERANDS, word)
      return
    case 'text':
      return
    case 'script':
      readScript(call, form, word)
      return
    case 'shell':
      call.script(word.text, word.value)
      return
    case 'setting':
      useConfiguration(call, args, word)
      return
    case 'revision':
      applyRevision(call, word, at >= args.beforeDashes)
      return
    case 'archive':
      useArchive(call, args, word)
      return
    case 'output':
      if (!args.has('shows')) call.use(word, 'write', false, undefined)
      return
    case 'checkout':
      if (at >= args.beforeDashes || word.value !== undefined) use(call, form, args, word, 'write')
      return
    case 'sent':
    case 'argument':
      if (role === 'argument' && args.has('writes')) use(call, form, args, word, 'write')
      for (const file of filesIn(word, role)) call.use(file, 'read', false, undefined)
      return
    default:
      if (role === 'read' && word.value === '-') return
      if (role === 'write' && args.has('shows')) return
      if (form.remote === true && REMOTE.test(leadingText(word))) return
      use(call, form, args, word, accessOf(args, role))
  }
}

function useArchive(call: Call, args: Arguments, archive: Operand, changed = false): void {
  if (operandValue(archive) === '-') return
  call.use(archive, changed || args.has('creates') ? 'write' : 'read', false, undefined)
}

const COPIES = { copies: true } as const

const REMOTE = /^[^/]*:/

function use(call: Call, form: Form, args: Arguments, word: Word, access: Access): void {
  call.use(word, access, args.recursive, args.filter, args.copies ? COPIES : undefined)
  // All that lies below what is moved goes with it.
  if (form.alsoReads === access)
    call.use(word, 'read', access === 'remove', undefined, access === 'remove' ? COPIES : undefined)
  if (args.backup === undefined || access !== 'write') return
  const suffix = operandValue(args.backup)
  // `*` stands for the name, a slash leads to another directory.
  const plain = suffix !== undefined && !/[/*]/.test(suffix)
  call.use(plain ? withEnd(word, suffix) : ANY_FILE, 'write', false, undefined)
  if (!plain) call.harm('keeps what it edits under another name', 'overwrites-file')
}

/** Where git is told which programs to run, or which files hold more of this. */
function useConfiguration(call: Call, args: Arguments, name: Word): void {
  const changes = args.has('creates') || (args.operands.length > 1 && !args.has('shows'))
  if (!changes || args.archive !== undefined || (name.value !== undefined && !steersGit(name.value))) return
  call.use(args.has('personal') ? PERSONAL : OF_REPOSITORY, 'write', false, undefined)
}

/** After `--` only paths come. */
function applyRevision(call: Call, word: Word, isPath: boolean): void {
  const { value } = word
  if (value === undefined) {
    if (isPath || !isPlainWord(word, call.isPlain)) call.use(word, 'read', false, undefined)
    return
  }
  const path = isPath && !value.startsWith(':') ? undefined : pathOfRevision(value)
  if (path !== undefined) call.use(literalOperand(path), 'read', false, undefined)
  else if (isPath || !isRevision(value)) call.use(word, 'read', false, undefined)
}
