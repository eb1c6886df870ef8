/** How often everyday commands end as undecidable (D13 of the specification), by mode and by construct. */
import { STRUCTURE_CODES } from '../../src/engine/bash/program.ts'
import type { CallerLayers, Decision } from '../../src/engine/decision.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { MEANING_CODES } from '../../src/engine/knowledge/facts.ts'
import { MODES, type Mode } from '../../src/engine/verdict.ts'
import { decide } from '../engine-fixture.ts'
import { type Construct, EVERYDAY, type EverydayCommand } from './commands.ts'

const CODES: ReadonlySet<string> = new Set([...Object.keys(STRUCTURE_CODES), ...Object.keys(MEANING_CODES)])

/** Whether the command was stopped because nobody can tell what it does; also where a mode took the answer over. */
export function isUndecidable({ decidedBy, trace }: Decision): boolean {
  if (decidedBy.kind === 'undecidable') return true
  return trace.some((entry) => entry.step === '1g' && entry.outcome === 'ask' && CODES.has(entry.detail))
}

/** A command that a mode answered as undecidable. */
export interface Undecided extends EverydayCommand {
  readonly mode: Mode
  readonly reason: string
}

/** Decides every everyday command in every mode. */
export async function undecidedCommands(
  engine: Engine,
  settings: CallerLayers,
  commands: readonly EverydayCommand[] = EVERYDAY
): Promise<readonly Undecided[]> {
  const found: Undecided[] = []
  for (const mode of MODES) {
    for (const one of commands) {
      const answer = await decide(engine, {
        sessionId: 'everyday',
        cwd: '/home/dev/app',
        homeDir: '/home/dev',
        projectTrusted: true,
        mode,
        settings,
        explain: true,
        tool: 'Bash',
        input: { command: one.command }
      })
      if (isUndecidable(answer)) found.push({ ...one, mode, reason: answer.reason })
    }
  }
  return found
}

/** Commands and undecided ones by construct. A command counts for each construct that it uses. */
export function byConstruct(
  undecided: readonly EverydayCommand[]
): ReadonlyMap<Construct, readonly [number, number]> {
  const counts = new Map<Construct, readonly [number, number]>()
  const stopped = new Set(undecided.map((one) => one.command))
  for (const { command, uses } of EVERYDAY) {
    for (const construct of uses) {
      const [bad, all] = counts.get(construct) ?? [0, 0]
      counts.set(construct, [bad + (stopped.has(command) ? 1 : 0), all + 1])
    }
  }
  return counts
}
