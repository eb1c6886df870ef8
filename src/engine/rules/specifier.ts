/** What stands between the brackets, read as the tool's own kind of specifier (2.3, 2.7 to 2.10). */
import { compilePathPattern } from '../paths/pattern.ts'
import type { Behavior, LayerName, Warning } from '../verdict.ts'
import { assertNever } from '../verdict.ts'
import { compileBashPattern } from './bash-pattern.ts'
import { compileHost, type HostPattern, hostOf, hostsBeginningWith } from './domain.ts'
import type { Rule, ShellTool } from './rule.ts'
import { isSuspendedPattern } from './suspended.ts'
import { namedTool } from './tool-names.ts'
import { compileWildcard, literalWildcard } from './wildcard.ts'

/** An entry being read. */
export interface Draft {
  readonly text: string
  readonly behavior: Behavior
  readonly layer: LayerName
  readonly warnings: Warning[]
}

/**
 * - `malformed-rule`: not readable by R1 to R5; dropped in allow, widened in deny and ask
 * - `inert-rule`: readable, but it can never match
 * - `rule-read-as`: honoured in a form other than the one written
 * - `unknown-tool`: no tool of that name is known
 */
export type RuleWarning = 'malformed-rule' | 'inert-rule' | 'rule-read-as' | 'unknown-tool'

/** Notes a warning on the entry. */
export function remark(draft: Draft, code: RuleWarning, what: string): void {
  draft.warnings.push({ code, message: `\`${draft.text}\`: ${what}`, layer: draft.layer, rule: draft.text })
}

const isAllow = (draft: Draft): boolean => draft.behavior === 'allow'

/** What every rule of the entry has in common. */
export const baseOf = ({ text, behavior, layer }: Draft) => ({
  text,
  behavior,
  layer,
  suspendedInAuto: false
})

/**
 * Rules for `name(content)`. `asPrefix`: the entry was broken (deny and ask only), so everything that begins with
 * what is legible counts.
 */
export function readSpecifier(
  name: string,
  content: string,
  draft: Draft,
  asPrefix = false
): readonly Rule[] {
  const kind = namedTool(name)?.specifier ?? 'none'
  switch (kind) {
    case 'bash':
      return asPrefix ? bashPrefixRule(name, content, draft) : bashRule(name, content, draft)
    case 'read':
    case 'edit':
      return pathRule(name, kind, asPrefix ? openEnded(content) : content, draft)
    case 'domain':
      return domainRule(content, draft, asPrefix)
    case 'agent':
      return agentRule(asPrefix ? openEnded(content) : content, draft)
    case 'skill':
      return skillRule(asPrefix ? openEnded(content) : content, draft)
    case 'none':
      return wholeToolInstead(name, draft, 'this tool takes no specifier')
    default:
      return assertNever(kind)
  }
}

const openEnded = (content: string): string => (content.endsWith('*') ? content : `${content}*`)

/** A specifier that means nothing: no approval, but a restriction still restricts. */
function wholeToolInstead(name: string, draft: Draft, problem: string): readonly Rule[] {
  if (isAllow(draft)) {
    remark(draft, 'inert-rule', `${problem}; it approves nothing`)
    return []
  }
  remark(draft, 'rule-read-as', `${problem}; it is applied to the whole tool`)
  return [{ ...baseOf(draft), kind: 'tool', name, pattern: literalWildcard(name) }]
}

const SHELLS: ReadonlyMap<string, ShellTool> = new Map([
  ['PowerShell', 'PowerShell'],
  ['Monitor', 'Monitor']
])

/** Up to the first operator or quote: what follows may not be what it seems in an entry that is broken anyway. */
function bashPrefixRule(name: string, content: string, draft: Draft): readonly Rule[] {
  const legible = content.split(/[;|&<>'"\\\n]/, 1)[0] ?? ''
  if (legible.trim() === '') return wholeToolInstead(name, draft, 'no command is legible')
  return bashRule(name, openEnded(legible), draft)
}

/** `:*` with something after it, where the colon is only a colon (R20). */
const INNER_COLON_STAR = /:\*./

function bashRule(name: string, content: string, draft: Draft): readonly Rule[] {
  const tool = SHELLS.get(name) ?? 'Bash'
  const pattern = compileBashPattern(content, draft.behavior, tool === 'PowerShell')
  if ('problem' in pattern) {
    remark(draft, 'inert-rule', `${pattern.problem}; it matches nothing`)
    return []
  }
  if (pattern.sourceOnly) {
    remark(
      draft,
      'rule-read-as',
      'redirections are judged by Edit rules; it covers only a command of this very text'
    )
  }
  if (INNER_COLON_STAR.test(content.trim())) {
    remark(draft, 'inert-rule', '`:*` means any arguments only at the end; here the colon is literal')
  }
  const suspendedInAuto = isAllow(draft) && isSuspendedPattern(tool, pattern)
  // Spelled out: copying what all have in common takes longer than all else here.
  const { text, behavior, layer } = draft
  return [{ text, behavior, layer, suspendedInAuto, kind: 'bash', tool, pattern }]
}

/** Path rules belong to Read and Edit; those of other file tools restrict but never approve (R58). */
function pathRule(name: string, access: 'read' | 'edit', content: string, draft: Draft): readonly Rule[] {
  const owner = access === 'read' ? 'Read' : 'Edit'
  if (name !== owner) {
    if (isAllow(draft)) {
      remark(draft, 'inert-rule', `paths are approved by \`${owner}(...)\` rules only; it approves nothing`)
      return []
    }
    remark(draft, 'rule-read-as', `it is read as \`${owner}(${content})\``)
  }
  const pattern = compilePathPattern(content, draft.behavior, draft.layer)
  if ('steps' in pattern) {
    if (pattern.problem !== undefined) {
      remark(draft, 'malformed-rule', `${pattern.problem}; it guards the path that it spells`)
    }
    const { text, behavior, layer } = draft
    return [{ text, behavior, layer, suspendedInAuto: false, kind: 'path', access, pattern }]
  }
  if (isAllow(draft)) {
    remark(draft, 'malformed-rule', `${pattern.problem}; it is ignored`)
    return []
  }
  return wholeToolInstead(name, draft, pattern.problem)
}

const DOMAIN = /^\s*domain\s*:([\s\S]*)$/

function domainRule(content: string, draft: Draft, asPrefix: boolean): readonly Rule[] {
  const written = DOMAIN.exec(content)?.[1]?.trim()
  if (asPrefix) return hostRule(hostsBeginningWith(written ?? content), draft)
  if (written === '*') {
    return [{ ...baseOf(draft), kind: 'tool', name: 'WebFetch', pattern: literalWildcard('WebFetch') }]
  }
  const host = written === undefined ? undefined : compileHost(written)
  if (host !== undefined) return hostRule(host, draft)
  const problem = 'a WebFetch rule has the form `WebFetch(domain:example.com)`'
  const guessed = isAllow(draft) ? undefined : spokenHost((written ?? content).trim())
  if (guessed === undefined) return wholeToolInstead('WebFetch', draft, problem)
  remark(draft, 'rule-read-as', `${problem}; it is applied to the host \`${guessed.host}\``)
  return hostRule(guessed.pattern, draft)
}

/** The host that a URL, or a host with a port or a path, speaks of: how far a restriction is stretched (R73). */
function spokenHost(text: string): { readonly host: string; readonly pattern: HostPattern } | undefined {
  const host = hostOf(text) ?? hostOf(`http://${text}`)
  if (host === undefined || !host.includes('.')) return undefined
  const pattern = compileHost(host)
  return pattern === undefined ? undefined : { host, pattern }
}

const hostRule = (host: HostPattern, draft: Draft): readonly Rule[] => [
  { ...baseOf(draft), kind: 'domain', host }
]

/** R77. A list of types belongs in an agent's definition; as a restriction each of them counts. */
function agentRule(content: string, draft: Draft): readonly Rule[] {
  const type = content.trim()
  if (isAllow(draft)) {
    if (type.includes(',')) remark(draft, 'inert-rule', 'one agent type a rule; a list matches nothing')
    return [{ ...baseOf(draft), suspendedInAuto: true, kind: 'agent', type: literalWildcard(type) }]
  }
  const types = type.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
  if (types.length === 0) return wholeToolInstead('Agent', draft, 'no agent type is legible')
  return types.map((one) => ({ ...baseOf(draft), kind: 'agent', type: compileWildcard(one) }))
}

/** `name *` and `name:*`: the name; undefined where no arguments are spoken of. */
function beforeAnyArguments(text: string): string | undefined {
  if (text.endsWith(':*')) return text.slice(0, -2)
  if (!text.endsWith('*')) return undefined
  const name = text.slice(0, -1)
  return name.trimEnd() === name ? undefined : name.trimEnd()
}

/** R78; in deny and ask a name means any arguments (D18). */
function skillRule(content: string, draft: Draft): readonly Rule[] {
  const text = content.trim()
  const prefix = beforeAnyArguments(text)
  const name = prefix ?? text
  return [
    {
      ...baseOf(draft),
      kind: 'skill',
      name: isAllow(draft) ? literalWildcard(name) : compileWildcard(name),
      anyArguments: prefix !== undefined || !isAllow(draft)
    }
  ]
}
