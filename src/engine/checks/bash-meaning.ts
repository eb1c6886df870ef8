/** Commands whose structure is sound but whose meaning is not known (D13, second kind). */
import type { LocatedScript } from './bash-located.ts'
import type { Findings } from './findings.ts'
import type { Bench } from './path-use.ts'

/** D13, second kind: passes a bare allow, bypass or the sandbox only while no rule could be slipped past. */
export function judgeMeaning(script: LocatedScript, bench: Bench, found: Findings): string | undefined {
  const unclear = script.commands.find((located) => located.analysed.meaning !== undefined)
  const meaning = unclear?.analysed.meaning
  if (unclear === undefined || meaning === undefined) return undefined
  const inForce = ruleInForce(bench)
  if (inForce === undefined) return undefined
  if (bench.layers.undecidable?.value === 'allow') {
    return `not stopped although its meaning is not known (${meaning.code}): undecidable is set to allow by the ${bench.layers.undecidable.layer} settings`
  }
  found.danger({
    kind: 'undecidable',
    code: meaning.code,
    part: unclear.analysed.command.text,
    why: `${meaning.message}, and ${inForce} could be slipped past`,
    approvable: true
  })
  return undefined
}

/** A rule that a command of unknown meaning could slip past. Parameter rules are not in force here (D18). */
export function ruleInForce({ deny, ask, layers }: Bench): string | undefined {
  if (deny.hasBashContent) return 'a Bash deny rule'
  if (ask.hasBashContent) return 'a Bash ask rule'
  if (deny.hasReadPaths || deny.hasEditPaths) return 'a Read or Edit deny rule'
  if (ask.hasReadPaths || ask.hasEditPaths) return 'a Read or Edit ask rule'
  return layers.blockReadsOutside === undefined && layers.blockWritesOutside === undefined
    ? undefined
    : 'the block of paths outside the working directories'
}
