/**
 * What runs before a script: stand-ins for every program it may call, and bash's own trace.
 *
 * How argv is learned. Programs are functions that write down their own arguments, without a process of their own,
 * which costs milliseconds; quoted, because bash writes at every newline, and another process could write in between.
 * Names that nobody foresaw come to `command_not_found_handle`, which does the same. Built-ins are left alone: a
 * function in the place of `cd`, `export`, `exec`, `set` or `break` would act on its own scope, and one in the place of
 * `declare` would be parsed differently. They are read from the trace, which bash writes with quotes that can be read
 * back; programs stand in it as well, so it gives the order and each list is checked against the other.
 */
import { readsStatus } from './surroundings.ts'

/** What the stand-ins say: all succeed, all fail, or in turn. */
export type Stubs = 'succeed' | 'fail' | 'mixed'

/** A program of its own, or a copy of the lane's own bash. */
export type Mode = 'exec' | 'fork'

/** The secrets of a lane: what begins an entry of the trace, and what the stand-ins return over their status. */
export interface Marks {
  readonly trace: string
  readonly status: number
}

/** Descriptors above those that scripts use. */
export const DESCRIPTORS = { trace: 201, hits: 202 } as const

/** Built-ins whose answer depends on the sandbox: they run, and then a stand-in's status is theirs. */
const ANSWERED = ['test', '[']

/** After so many calls or processes the stand-ins say the opposite, or `while program` would never end. */
const PATIENCE = { calls: 24, processes: 48, reads: 2 } as const

/** Status over 255 is cut off by bash, so the multiple is invisible to a script, yet tells our `return` from its. */
export const STATUS_BASE = 256

export function preludeOf(mode: Mode, stubs: Stubs, marks: Marks, programs: Iterable<string>): string {
  const flips = `(__n++ >= ${PATIENCE.calls} || BASHPID - __p > ${PATIENCE.processes})`
  const own = { succeed: '0', fail: '1', mixed: '(__n & 1)' }[stubs]
  const answer = `builtin return "$((${marks.status * STATUS_BASE} + (${own} ^ ${flips})))"`
  const note = (count: string, words: string) =>
    `builtin printf '%q\\0' ${marks.trace} "${count}" ${words} >&${DESCRIPTORS.hits}`
  // For what it does on the way; under `set -e` its own status must not end the script.
  const reallyRun = (name: string) => `builtin -- ${name} "$@" || builtin -- :`
  const lines = [
    'cd /home/dev/app',
    'unset BASH_ENV OLDPWD',
    '__n=0 __r=0 __p=$BASHPID',
    `command_not_found_handle() { ${note('$#', '"$@"')}; ${answer}; }`
  ]
  for (const name of programs) lines.push(`${name}() { ${note('$(($# + 1))', `${name} "$@"`)}; ${answer}; }`)
  for (const name of ANSWERED) lines.push(`${name}() { ${reallyRun(name)}; ${answer}; }`)
  for (const name of ['source', '.']) lines.push(`${name}() { ${answer}; }`)
  // Where everything succeeds there are two lines to read.
  const more = { succeed: `__r++ >= ${PATIENCE.reads}`, fail: '1', mixed: '__r++ & 1' }[stubs]
  const readStatus = `builtin return "$((${marks.status * STATUS_BASE} + (${more})))"`
  lines.push(`read() { ${reallyRun('read')}; ${readStatus}; }`)
  lines.push(`BASH_XTRACEFD=${DESCRIPTORS.trace}`, `PS4='+${marks.trace} '`)
  // A copy of the runner starts the trace itself, behind the `eval` that it is made of.
  if (mode === 'exec') lines.push('set -x')
  return `${lines.join('\n')}\n`
}

/** The passes that can show something new: the status of a program matters to few scripts. */
export function passesFor(script: string): readonly Stubs[] {
  const times = readsStatus(script)
  if (times === 0) return ['succeed']
  return times === 1 ? ['succeed', 'fail'] : ['succeed', 'fail', 'mixed']
}
