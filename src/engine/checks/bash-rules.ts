/** Which rules meet a command: deny and ask see through everything (D11), allow through what is known to be harmless. */

import { isInside } from '../paths/normalise.ts'
import type { BashSubject } from '../rules/bash-subject.ts'
import type { BashRule, ShellTool } from '../rules/rule.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import type { Level } from './bash-level.ts'
import type { LocatedCommand } from './bash-located.ts'
import type { CommandForms } from './command-forms.ts'
import type { Findings } from './findings.ts'
import type { Bench } from './path-use.ts'

/**
 * D18: programs that run other programs. A prefix or wildcard allow rule on one of them approves nothing, since it
 * would approve everything. Runners and interpreters (npm, make, node, docker) are not among them on purpose.
 */
export const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  (
    'sudo doas env watch ionice setsid flock nohup timeout nice stdbuf time xargs strace ltrace script chroot ' +
    'unshare nsenter parallel'
  ).split(' ')
)

const formsAt = (level: Level, located: LocatedCommand): CommandForms =>
  located.placedForms?.get(level) ?? level.forms

/** Adds the deny and ask rules that meet the command or anything it runs. */
export function forbid(
  located: LocatedCommand,
  tools: readonly ShellTool[],
  bench: Bench,
  found: Findings
): void {
  for (const level of located.analysed.levels) {
    for (const subject of formsAt(level, located).forbid) {
      for (const tool of tools) {
        note(bench.deny, tool, subject, located, found)
        note(bench.ask, tool, subject, located, found)
      }
    }
  }
}

function note(
  set: RuleSet,
  tool: ShellTool,
  subject: BashSubject,
  located: LocatedCommand,
  found: Findings
): void {
  const part = located.analysed.command.text
  for (const { rule, guess } of set.bash(tool, subject)) {
    if (guess)
      found.ask({ rule, part, guess: 'a word that is not known until it runs may be what the rule names' })
    else if (rule.behavior === 'deny') found.deny({ rule, part })
    else found.ask({ rule, part })
  }
}

/** Does any entry of an exclusion list meet the command? By a guess as well: the careful side is outside the sandbox. */
export const meets = (set: RuleSet, located: LocatedCommand): boolean =>
  set.size > 0 &&
  located.analysed.levels.some((level) =>
    formsAt(level, located).forbid.some((subject) => set.bash('Bash', subject).length > 0)
  )

/** The content allow rule that covers the command, if its meaning is known. */
export function permit(
  located: LocatedCommand,
  tools: readonly ShellTool[],
  bench: Bench
): BashRule | undefined {
  const { analysed } = located
  if (analysed.meaning !== undefined || analysed.level === undefined || !bench.allow.hasShellContent)
    return undefined
  for (const tool of tools) {
    for (const level of analysed.levels) {
      if (!level.seenByAllow) continue
      for (const subject of formsAt(level, located).permit) {
        for (const { rule } of bench.allow.bash(tool, subject))
          if (covers(rule, level, located, bench)) return rule
      }
    }
    const same = bench.allow.sameSource(tool, analysed.command.text)
    if (same !== undefined && covers(same, analysed.level, located, bench)) return same
  }
  return undefined
}

function covers(rule: BashRule, level: Level, located: LocatedCommand, bench: Bench): boolean {
  const { facts } = level
  if (facts.git !== undefined && !mayRunGit(located, bench)) return false
  if (rule.pattern.exact) return true
  if (escapes(level)) return false
  if (facts.program !== undefined && RUNS_ANYTHING.has(facts.program)) return false
  // R40: `find -exec`, `fd -x`; and what `find` itself writes or removes.
  if (level.children.some((child) => child.inner?.via === 'exec')) return false
  return (
    facts.program !== 'find' || !facts.uses.some((use) => use.access === 'write' || use.access === 'remove')
  )
}

/** Whether it, or what it runs, has a program run others that is not there for that. */
const escapes = ({ facts, children }: Level): boolean => facts.escape !== undefined || children.some(escapes)

/** D17: where the call starts, and literal directories inside the working directories. */
function mayRunGit(located: LocatedCommand, { place }: Bench): boolean {
  return (
    located.repository?.every(
      (directory) =>
        directory === place.cwd || place.workingDirectories.some((working) => isInside(directory, working))
    ) === true
  )
}
