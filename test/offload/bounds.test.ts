import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import type { Supervisor } from '../../src/offload/supervisor.ts'
import { compile } from '../compiled.ts'
import { decide } from '../engine-fixture.ts'
import { bash, NOTHING, until } from './fixture.ts'

/**
 * Here alone time is the subject. A loaded machine slows everything down, so the best of a few tries counts: work
 * that really takes too long takes too long every time.
 */
const TRIES = 4
const BLOCKED_MS = 50
const ANSWERED_MS = 100

/** Repeated to fill a text, each costs a parser, the walk or a rule more than its length lets expect. */
const FAMILIES = [
  'f() ',
  'a(ba=(',
  "${x#'a' ",
  '`> f ',
  'cat <<EOF ',
  'echo a; ',
  '{ ',
  'a && ',
  '$(',
  '"$(',
  '<(',
  'a == b ',
  '[[ a =~ b ]] && ',
  'a',
  '"a',
  'a ',
  'a?',
  '$${',
  '=<<',
  '!;',
  'a|',
  'rm a* ',
  '$x/b ',
  'xargs ',
  'sudo ',
  'git -C x status; ',
  'cd a; ',
  "sh -c 'ls'; ",
  '>a ',
  '{a,b}',
  'for@]]'
]
const SIZES = [1, 4, 8, 16]

const settings = {
  user: {
    permissions: {
      deny: ['Bash(rm -rf *)', 'Bash(curl *)', 'Read(.env)', 'Read(secrets/**)', 'Edit(/etc/**)'],
      ask: ['Bash(git push *)'],
      allow: ['Bash(npm test:*)', 'Bash(git log:*)', 'Edit(src/**)', 'Read(//tmp/**)']
    }
  }
}

let supervisor: Supervisor
let engine: Engine

beforeAll(async () => {
  const compiled = await compile()
  const load = <T>(module: string): Promise<T> => import(pathToFileURL(compiled.path(module)).href)
  const engines = await load<typeof import('../../src/engine/engine.ts')>('engine/engine.js')
  const supervisors = await load<typeof import('../../src/offload/supervisor.ts')>('offload/supervisor.js')
  const { readGrammar } =
    await load<typeof import('../../src/offload/grammar-files.ts')>('offload/grammar-files.js')
  const reader = await engines.loadBashReader(await readGrammar())
  supervisor = new supervisors.Supervisor({ reader })
  const made = engines.createEngine({ reader, policies: [], elsewhere: supervisor.over(NOTHING) })
  if ('problem' in made) throw new Error('refused')
  engine = made
  await supervisor.start()
  // What is timed is compiled first, as it is in a service that runs.
  for (let index = 0; index < 200; index += 1) {
    await engine.decide(bash(`npm test ${index} && ls | tail > f${index} *.o "$x"`, { settings }))
  }
  return () => supervisor.close()
}, 120_000)

/** Milliseconds that a thread waited for a processor, where the system tells. */
function waited(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

const OWN = '/proc/thread-self'

/** How long each thread of the process waited so far. */
function waits(): ReadonlyMap<string, number> {
  const folder = '/proc/self/task'
  const threads = existsSync(folder) ? readdirSync(folder) : []
  return new Map(threads.map((thread) => [thread, waited(join(folder, thread))]))
}

/** The longest that one of them waited since. */
const longestWait = (before: ReadonlyMap<string, number>): number =>
  Math.max(0, ...[...waits()].map(([thread, total]) => total - (before.get(thread) ?? total)))

/**
 * How long one call takes to be answered, and the longest time that nobody else had a turn. What a thread waits for a
 * processor is left out: on a quiet machine that is nothing.
 */
async function measure(command: string): Promise<{ answered: number; blocked: number }> {
  let blocked = 0
  let last = performance.now() - waited(OWN)
  const tick = (): void => {
    const now = performance.now() - waited(OWN)
    blocked = Math.max(blocked, now - last)
    last = now
    ticking = setImmediate(tick)
  }
  let ticking = setImmediate(tick)
  const before = waits()
  const start = performance.now()
  const decision = await decide(engine, bash(command, { settings }))
  const answered = performance.now() - start - longestWait(before)
  await setTimeout(0)
  clearImmediate(ticking)
  if (decision.decision === 'allow') expect(decision.facts.readOnly).toBe(true)
  return { answered, blocked }
}

describe('a call of any text', () => {
  const table = FAMILIES.flatMap((unit) => SIZES.map((kilobytes) => [kilobytes, unit] as const))

  test.each(table)('is answered and holds up nobody: %d KB of %j', async (kilobytes, unit) => {
    const length = kilobytes * 1024
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    let best = { answered: Number.POSITIVE_INFINITY, blocked: Number.POSITIVE_INFINITY }
    for (let tried = 0; tried < TRIES; tried += 1) {
      await until(() => supervisor.ready > 0)
      const { answered, blocked } = await measure(text)
      best = {
        answered: Math.min(best.answered, answered),
        blocked: Math.min(best.blocked, blocked)
      }
      if (best.answered < ANSWERED_MS && best.blocked < BLOCKED_MS) return
    }
    expect(best.blocked).toBeLessThan(BLOCKED_MS)
    expect(best.answered).toBeLessThan(ANSWERED_MS)
  })
})
