/** Whether a shell command runs inside the runtime's sandbox, and whether that alone allows it (section 6, D7). */

import type { ShellCall } from './bash.ts'
import type { LocatedScript } from './bash-located.ts'
import { meets } from './bash-rules.ts'
import type { SandboxVerdict } from './examination.ts'
import { type Bench, type PlacedUse, whereabouts } from './path-use.ts'

const no = (sandboxed: boolean, why: string, skipsAsk = false): SandboxVerdict => ({
  sandboxed,
  skipsAsk,
  autoAllow: false,
  why
})

/** undefined: the tool is never run in the sandbox. */
export function isSandboxed(
  call: ShellCall,
  script: LocatedScript,
  bench: Bench
): SandboxVerdict | undefined {
  if (!call.sandboxable) return undefined
  const { sandbox } = bench.layers
  if (!sandbox.enabled) return no(false, 'the sandbox is off')
  if (call.wantsOut && sandbox.allowUnsandboxedCommands)
    return no(false, 'the call asks to run outside the sandbox')
  if (call.analysis.text.trim() === '') return no(false, 'there is no command')
  if (script.commands.some((located) => meets(sandbox.excludedCommands, located))) {
    return no(false, 'a command in it is excluded from the sandbox')
  }
  if (!sandbox.autoAllowBashIfSandboxed) return no(true, 'the sandbox does not allow by itself')
  if (call.analysis.structure !== undefined) return no(true, 'the structure of the command is not known')
  if (script.commands.some((located) => meets(sandbox.autoAllowBlockers, located))) {
    return no(true, 'a command in it is excluded from auto-allow')
  }
  const outside = writesOf(script).find((use) => whereabouts(use, bench.place) === 'outside')
  if (outside !== undefined) {
    return no(true, `\`${outside.target.text}\` is written outside the working directories`, true)
  }
  return { sandboxed: true, skipsAsk: true, autoAllow: true, why: 'runs sandboxed with auto-allow' }
}

function writesOf(script: LocatedScript): readonly PlacedUse[] {
  const writes: PlacedUse[] = []
  for (const { uses } of script.commands) {
    for (const use of uses) if (use.use.access === 'write' || use.use.access === 'remove') writes.push(use)
  }
  for (const { uses } of script.redirections) {
    for (const use of uses) if (use.use.access === 'write') writes.push(use)
  }
  return writes
}
