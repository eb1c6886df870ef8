/**
 * The check of a PowerShell command. There is no parser for it, so nothing in it passes by itself: deny and ask rules
 * are tried on every part that could be a command, allow rules only on text in which nothing can hide (R50), and while
 * rules are in force that it could slip past, a person must look (as with D13's second kind).
 */
import { MAX_COMMANDS, PARSE_LENGTH } from '../bash/program.ts'
import { locateFile } from '../paths/location.ts'
import { protectedPath } from '../paths/protected.ts'
import { literalSubject } from '../rules/bash-subject.ts'
import type { Rule } from '../rules/rule.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { ruleInForce } from './bash-meaning.ts'
import type { Examination } from './examination.ts'
import type { Findings } from './findings.ts'
import { NOT_PARSED } from './parse-outcome.ts'
import type { Bench } from './path-use.ts'
import { isSystemRemoval, namesOf, readsOnlyByName } from './powershell-names.ts'

/** Separators and openers of PowerShell; a part may begin after any of them. */
const SEPARATORS = /[|;&\n\r(){}]+/
/** Text that is one plain command: no expansion, no quotes, no separators, no redirection. */
const PLAIN = /^[\w./\\:=,*-]+(?: [\w./\\:=,*-]+)*$/

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/["'`]/g, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')

/** `found` may hold what other fields of the call met. */
export function examinePowerShell(command: string, bench: Bench, found: Findings): Examination {
  const parts = command.slice(0, PARSE_LENGTH).split(SEPARATORS)
  if (command.length > PARSE_LENGTH || parts.length > MAX_COMMANDS) tooLong(found)
  for (const part of parts.slice(0, MAX_COMMANDS)) judgePart(part.trim(), bench, found)
  const inForce = shellRule(bench) ?? ruleInForce(bench)
  if (inForce !== undefined && !PLAIN_NAME.test(command.trim())) {
    found.danger({
      kind: 'undecidable',
      code: 'no-parser',
      part: '',
      why: `PowerShell is not parsed, and ${inForce} could be slipped past`,
      approvable: true
    })
  }
  found.parts.push({
    text: command,
    acceptEdits: false,
    rule: allowingRule(command, bench),
    free: undefined,
    open: 'is a PowerShell command, which is never taken to be harmless'
  })
  return found.examination({
    mayChange: 'a PowerShell command may change something',
    needsPerson: undefined,
    sandbox: undefined,
    parse: NOT_PARSED,
    optedOut: undefined,
    readOnly: false,
    concurrencySafe: false,
    destructive: null,
    changesDirectory: true
  })
}

/** One word that names a cmdlet: nothing can hide in it. */
const PLAIN_NAME = /^[\w-]+$/

const shellRule = ({ deny, ask }: Bench): string | undefined => {
  const speaks = ({ rules }: RuleSet): boolean =>
    rules.some((rule) => rule.kind === 'bash' && rule.tool === 'PowerShell')
  return speaks(deny) || speaks(ask) ? 'a PowerShell rule' : undefined
}

function tooLong(found: Findings): void {
  found.danger({
    kind: 'undecidable',
    code: 'too-long',
    part: '',
    why: `the command is longer than ${PARSE_LENGTH} characters or ${MAX_COMMANDS} parts`,
    approvable: true
  })
}

function judgePart(part: string, bench: Bench, found: Findings): void {
  const words = wordsOf(part)
  const program = words[0]
  if (program === undefined) return
  for (const name of namesOf(program)) {
    const subject = literalSubject([name, ...words.slice(1)])
    for (const { rule } of bench.deny.bash('PowerShell', subject)) found.deny({ rule, part })
    for (const { rule } of bench.ask.bash('PowerShell', subject)) found.ask({ rule, part })
  }
  if (isSystemRemoval(words)) found.refuse({ part, why: 'removes a system path or everything in a place' })
  if (readsOnlyByName(program) && !part.includes('>')) return
  for (const word of words.slice(1)) guardWord(word.replace(/^-[a-z]+[:=]/, ''), part, bench, found)
}

/** A word that names a protected path: it may well be written to. */
function guardWord(word: string, part: string, bench: Bench, found: Findings): void {
  if (!/[./\\~]/.test(word)) return
  for (const { possible } of locateFile(word.replaceAll('\\', '/'), bench.place)) {
    for (const { path } of possible) {
      const by = protectedPath(path)
      if (by === undefined) continue
      found.danger({
        kind: 'safetyCheck',
        code: 'protected-path',
        part,
        why: `\`${word}\` names ${by.name}, which ${by.reason}`,
        approvable: by.approvable
      })
    }
  }
}

function allowingRule(command: string, bench: Bench): Rule | undefined {
  const text = command.trim()
  const same = bench.allow.sameSource('PowerShell', text)
  if (same !== undefined) return same
  if (!PLAIN.test(text)) return undefined
  return bench.allow.bash('PowerShell', literalSubject(text.toLowerCase().split(/\s+/)))[0]?.rule
}
