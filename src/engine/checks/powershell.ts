/**
 * The check of a PowerShell command. There is no parser for it, so nothing in it passes by itself: deny and ask rules
 * are tried on every part that could be a command, allow rules only on text in which nothing can hide (R50).
 */
import { literalSubject } from '../rules/bash-subject.ts'
import type { Rule } from '../rules/rule.ts'
import type { Examination } from './examination.ts'
import { Findings } from './findings.ts'
import type { Bench } from './path-use.ts'

/** Separators and openers of PowerShell; a part may begin after any of them. */
const SEPARATORS = /[|;&\n\r(){}]+/
/** Text that is one plain command: no expansion, no quotes, no separators, no redirection. */
const PLAIN = /^[\w./\\:=,*-]+(?: [\w./\\:=,*-]+)*$/
/** R50: cmdlets and the aliases that mean them, both ways. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'remove-item': ['rm', 'ri', 'del', 'erase', 'rd', 'rmdir'],
  'get-content': ['cat', 'gc', 'type'],
  'set-content': ['sc'],
  'get-childitem': ['ls', 'dir', 'gci'],
  'copy-item': ['cp', 'copy', 'cpi'],
  'move-item': ['mv', 'move', 'mi'],
  'invoke-webrequest': ['curl', 'wget', 'iwr'],
  'invoke-restmethod': ['irm'],
  'invoke-expression': ['iex'],
  'start-process': ['start', 'saps'],
  'stop-process': ['kill', 'spps'],
  'set-location': ['cd', 'chdir', 'sl']
}
const CANONICAL = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const))
)

/** Every name a rule may know the program by. */
function namesOf(program: string): readonly string[] {
  const base = program
    .slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
    .replace(/\.exe$/, '')
  const canonical = CANONICAL.get(base) ?? base
  return [...new Set([program, base, canonical, ...(ALIASES[canonical] ?? [])])]
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/["'`]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** R51: system paths, and everything of a place, are refused in every mode. */
const isSystemRemoval = (words: readonly string[]): boolean =>
  CANONICAL.get(words[0] ?? '') === 'remove-item' || words[0] === 'remove-item'
    ? words
        .slice(1)
        .some((word) =>
          /^(?:[a-z]:)?[\\/]*$|^(?:[a-z]:)?[\\/](?:windows|program files|users|etc|usr|bin|home)?[\\/]?$|(?:^|[\\/])\*$/.test(
            word
          )
        )
    : false

export function examinePowerShell(command: string, bench: Bench): Examination {
  const found = new Findings()
  for (const part of command.split(SEPARATORS)) {
    const words = wordsOf(part)
    const program = words[0]
    if (program === undefined) continue
    for (const name of namesOf(program)) {
      const subject = literalSubject([name, ...words.slice(1)])
      for (const { rule } of bench.deny.bash('PowerShell', subject)) found.deny({ rule, part: part.trim() })
      for (const { rule } of bench.ask.bash('PowerShell', subject)) found.ask({ rule, part: part.trim() })
    }
    if (isSystemRemoval(words))
      found.refuse({ part: part.trim(), why: 'removes a system path or everything in a place' })
  }
  found.parts.push({
    text: command,
    acceptEdits: false,
    rule: allowingRule(command, bench),
    free: undefined,
    open: 'is a PowerShell command, which is never taken to be harmless'
  })
  return {
    denyRules: found.denyRules,
    refusals: found.refusals,
    askRules: found.askRules,
    dangers: found.dangers,
    parts: found.parts,
    mayChange: 'a PowerShell command may change something',
    needsPerson: undefined,
    sandbox: undefined,
    optedOut: undefined,
    exceptions: found.exceptions,
    readOnly: false,
    concurrencySafe: false,
    destructive: null,
    changesDirectory: true
  }
}

function allowingRule(command: string, bench: Bench): Rule | undefined {
  const same = bench.allow.sameSource('PowerShell', command.trim())
  if (same !== undefined) return same
  if (!PLAIN.test(command.trim())) return undefined
  const words = wordsOf(command)
  return bench.allow.bash('PowerShell', literalSubject(words))[0]?.rule
}
