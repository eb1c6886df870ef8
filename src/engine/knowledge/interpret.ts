/**
 * Reads the rows of the tables: from the words of a simple command to what it would do.
 * A command that runs another one (`inner`, `scripts`) is never itself `readOnly`: whoever asks judges what it runs
 * and, where every `inner` is `harmless`, takes the whole to be as read-only as that.
 */
import { knownText } from '../bash/pieces.ts'
import type { Assignment, SimpleCommand, Statement, Word } from '../bash/program.ts'
import { Arguments } from './arguments.ts'
import { assign, readSpecial } from './builtins.ts'
import { Call } from './call.ts'
import { findRow } from './catalogue.ts'
import type { CommandFacts } from './facts.ts'
import type { FormIndex } from './form-index.ts'
import { applyOperands } from './operands.ts'
import type { Form } from './table.ts'
import { isPlainWord, operandAfter } from './words.ts'
import { wrap, wrapOption } from './wrapping.ts'

/** What a simple command would do. Its redirections are not looked at. */
export function interpret(command: SimpleCommand): CommandFacts {
  return interpretWords(command.words, command.assignments)
}

/** What the command that these words make would do. */
export function interpretWords(words: readonly Word[], assignments: readonly Assignment[]): CommandFacts {
  return examine(words, assignments).facts()
}

/**
 * What a wrapper tries out may try out more in turn, and each time all that is below is read anew. By how many
 * trials a call stands in; the last answers that it does not know.
 */
const AGAIN = [
  (words: readonly Word[], assignments: readonly Assignment[]) => examine(words, assignments, 1).facts(),
  (words: readonly Word[], assignments: readonly Assignment[]) => examine(words, assignments, 2).facts(),
  tooManyTrials
] as const

function tooManyTrials(): CommandFacts {
  const call = new Call(printsPlainWords, tooManyTrials)
  call.doubt('runs commands that run commands too often to follow')
  call.unclear({ code: 'dynamic-program', message: 'what it runs in the end is not known', lasts: false })
  return call.facts()
}

/** Whether a substitution prints only words that never begin with `-` and hold no blank. */
function printsPlainWords(statement: Statement): boolean {
  if (statement.kind !== 'command' || statement.assignments.length > 0) return false
  if (statement.redirections.some((redirection) => redirection.target.value !== '/dev/null')) return false
  const call = examine(statement.words, statement.assignments)
  return call.plain && call.known && call.why === undefined
}

function examine(words: readonly Word[], assignments: readonly Assignment[], trials: 0 | 1 | 2 = 0): Call {
  const call = new Call(printsPlainWords, AGAIN[trials])
  const name = words[0]
  for (const assignment of assignments) {
    // `IFS= read`: only `read` itself splits by it.
    if (assignment.name === 'IFS' && name?.value === 'read') continue
    assign(call, assignment, words.length === 0)
  }
  if (name === undefined) return call
  const written = name.value ?? underHome(name)
  if (written === undefined || written === '') {
    call.known = false
    call.unclear({
      code: 'dynamic-program',
      message: `${name.text} is not known until it runs`,
      lasts: false
    })
    return call
  }
  const program = canonicalName(written)
  call.program = program
  const index = findRow(program.slice(program.lastIndexOf('/') + 1))
  if (index === undefined) {
    call.opaque('is not a program the tables know')
    call.risk('unknown-program')
    return call
  }
  if (program.includes('/')) {
    call.opaque('is not the program of that name that the system has')
    call.risk('unknown-program')
  }
  runForm(call, index, words, 1)
  return call
}

/** A path under the user's own directory, wherever that is. */
function underHome({ pieces: [first, ...rest] }: Word): string | undefined {
  const below = knownText(rest)
  return first?.kind === 'home' && below?.startsWith('/') === true ? `~${below}` : undefined
}

/** Directories whose programs are the system's own are dropped from the name. */
function canonicalName(name: string): string {
  if (name.charCodeAt(0) !== SLASH) return name
  const slash = name.lastIndexOf('/')
  return SYSTEM_DIRECTORIES.has(name.slice(0, slash)) ? name.slice(slash + 1) : name
}

function runForm(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { form, subcommands } = index
  const first = words[start]?.value
  const direct = first === undefined ? undefined : subcommands?.get(first)
  if (form.opaque !== undefined && direct === undefined) {
    runOpaque(call, index, words, start)
    return
  }
  if (form.special !== undefined) {
    takeRisks(call, form, words, start)
    readSpecial(call, form.special, index, words, start)
    return
  }
  if (form.meaning !== undefined) {
    call.unclear(form.meaning)
    call.accounted = true
  }
  if (subcommands !== undefined) {
    if (direct !== undefined && form.repository !== true) {
      runForm(call, direct, words, start + 1)
      return
    }
    if (form.operands === undefined) {
      runGlobal(call, index, words, start)
      return
    }
  }
  const args = new Arguments(call, index, words, start)
  if (form.sends === true) {
    call.risk('network')
    checkSent(call, words, start)
  }
  if (form.responseFiles === true) checkResponseFiles(call, words, start)
  if (form.wraps !== undefined) {
    if (!args.has('shows')) {
      takeRisks(call, form, words, start)
      if (form.risk === undefined && form.wraps.why !== undefined) call.risk('runs-apart')
    }
    wrap(call, form, form.wraps, args, words)
    return
  }
  finish(call, index, args, words, start)
}

/** Options before the subcommand, then the subcommand. */
function runGlobal(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { form, subcommands } = index
  const args = new Arguments(call, index, words, start)
  const name = args.operands[0]
  const program = words[0]
  if (form.repository === true && program !== undefined) {
    const directories = args.directories ?? []
    call.git = {
      directories,
      elsewhere: args.has('elsewhere') || args.unknownAt !== undefined,
      plainWords:
        args.optionCount === 0 && args.unknownAt === undefined ? words : [program, ...args.operands],
      onlyDirectory: args.optionCount === directories.length && args.unknownAt === undefined
    }
  }
  if (name === undefined) {
    if (form.bare === 'shows' || args.has('shows')) return
    if (form.effect !== undefined) {
      call.accounted = form.risk !== undefined
      call.harm(form.effect, form.risk)
    } else call.doubt('lacks a subcommand')
    return
  }
  const subcommand = name.value === undefined ? undefined : subcommands?.get(name.value)
  if (subcommand === undefined) {
    call.doubt(`${name.text} is a subcommand that the tables do not know`)
    return
  }
  if (args.has('shows')) call.doubt('has both a subcommand and an option that stands alone')
  runForm(call, subcommand, args.operands, 1)
}

/** Words that are not known could carry data out. */
function checkSent(call: Call, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined || word.value !== undefined || isPlainWord(word, call.isPlain)) continue
    call.harm(`sends ${word.text}, which is not known, over the network`, 'network')
  }
}

/** More words could stand in a file. */
function checkResponseFiles(call: Call, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined || !mayBeginWithAt(word)) continue
    call.harm(`may take more words from the file that ${word.text} names`)
    if (word.value !== undefined) call.use(operandAfter(word, 1), 'read', false, undefined)
  }
}

function mayBeginWithAt({ pieces }: Word): boolean {
  const first = pieces.find((piece) => piece.kind !== 'text' || piece.value !== '')
  if (first?.kind === 'text') return first.value.startsWith('@')
  return first !== undefined && first.kind !== 'home' && first.kind !== 'directory'
}

/** What the form itself does, and what its words say of it. */
function takeRisks(call: Call, form: Form, words: readonly Word[], start: number): void {
  if (form.risk !== undefined) {
    call.risk(form.risk)
    // Of what may only read, an unknown option says that it does more.
    call.accounted ||= form.effect !== undefined || form.opaque !== undefined || form.wraps !== undefined
  }
  if (form.telling === undefined) return
  call.telling = form.telling
  for (let i = start; i < words.length; i++) {
    const value = words[i]?.value
    if (value === undefined) continue
    for (const { matches, risk, spares, escape: why } of form.telling) {
      const found = matches.exec(value)
      if (found === null) continue
      if (why !== undefined) escapeBy(call, why, found[1])
      if (risk !== undefined) call.risk(risk)
      if (spares !== undefined && i === start) call.spare(spares)
    }
  }
}

function escapeBy(call: Call, why: string, command: string | undefined): void {
  call.escape(why)
  if (command !== undefined && command !== '') call.script(command, command)
}

/** Nothing is known of the words, except which of them make it worse, and which of them are files. */
function runOpaque(call: Call, index: FormIndex, words: readonly Word[], start: number): void {
  const { form } = index
  call.opaque(form.opaque ?? '')
  if (form.destructive !== undefined) call.harmsNothing = true
  takeRisks(call, form, words, start)
  for (let i = start; i < words.length; i++) takeOption(call, index, words[i]?.value)
  if (form.operands !== undefined) applyOperands(call, form, new Arguments(call, index, words, start))
}

/** What a word would add if it were an option: any letter of a cluster up to one that takes the rest as its value. */
function takeOption(call: Call, { options }: FormIndex, value: string | undefined): void {
  if (value === undefined || options.size === 0) return
  const option = options.get(value) ?? options.get(value.split('=', 1)[0] ?? '')
  if (option !== undefined) {
    if (option.risk !== undefined) call.risk(option.risk)
    return
  }
  if (!CLUSTER.test(value)) return
  for (const letter of value.slice(1)) {
    const flag = options.get(`-${letter}`)
    if (flag?.risk !== undefined) call.risk(flag.risk)
    if (flag !== undefined && flag.value !== 'none') return
  }
}

const CLUSTER = /^-[A-Za-z]+$/

function finish(call: Call, index: FormIndex, args: Arguments, words: readonly Word[], start: number): void {
  const { form } = index
  const shown = args.has('shows')
  if (!shown) takeRisks(call, form, words, start)
  if (form.effect !== undefined && !shown) {
    // What the program does says more than an option nobody knows.
    if (args.unknownAt !== undefined) call.why = form.effect
    else call.edits(form.effect)
  }
  call.onlyEdits = form.edits === true
  if (form.destructive !== undefined) call.harmsNothing = true
  applyOperands(call, form, args)
  for (const command of args.commands ?? []) wrapOption(call, args, command)
  call.lists = !args.has('unlists') && (form.lists === true || args.has('lists'))
  call.anyOperands = form.everyOptionHarmless === true && form.operands?.rest === 'text'
  if (form.output !== undefined && !args.has('odd')) call.plain = isPlainOutput(form.output, args.operands)
}

function isPlainOutput(output: 'plain' | RegExp, operands: readonly Word[]): boolean {
  return operands.every(({ value }) => value !== undefined && (output === 'plain' || output.test(value)))
}

const SLASH = 47
const SYSTEM_DIRECTORIES: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin'])
