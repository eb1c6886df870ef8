import { locateFile } from '../paths/location.ts'
import { hostOf } from '../rules/domain.ts'
import type { Rule } from '../rules/rule.ts'
import { type ToolInput, textOf as text } from '../tools/input.ts'
import type { ResolvedTool } from '../tools/registry.ts'
import type { ToolDefinition } from '../tools/tool.ts'
import type { Examination, Part } from './examination.ts'
import { readFiles, writeFile } from './file-call.ts'
import { Findings } from './findings.ts'
import type { Bench } from './path-use.ts'
import { isPrivateHost } from './private-host.ts'

/** A call as it is judged, and as it was sent: a home-made tool has fields of its own. */
export interface ToolCall {
  readonly tool: ResolvedTool
  readonly input: ToolInput
  readonly sent: ToolInput
}

/** Content rules that are not about commands or paths: parameters, agents, skills, hosts. */
export function examineTool(call: ToolCall, bench: Bench): Examination {
  const { tool, input } = call
  const found = new Findings()
  parameterRules(tool, call, bench, found)
  switch (tool.definition.check) {
    case 'file-read':
    case 'search':
      readFiles(tool, input, bench, found)
      break
    case 'file-write':
      writeFile(tool, input, bench, found)
      break
    case 'fetch':
      fetchPage(tool, input, bench, found)
      break
    case 'agent':
      callByName(
        tool,
        found,
        bench.allow.agent(agentType(input)),
        bench.deny.agent(agentType(input)),
        bench.ask.agent(agentType(input))
      )
      break
    case 'skill':
      callSkill(tool, input, bench, found)
      break
    case 'worktree':
      enterWorktree(tool, input, bench, found)
      break
    case 'monitor':
      watchSocket(tool, input, found)
      break
    case 'bash':
    case 'powershell':
    case 'none':
      found.parts.push(wholeCall(tool, undefined))
  }
  return assemble(tool, found)
}

const agentType = (input: ToolInput): string => text(input.subagent_type) ?? 'general-purpose'

/** What a tool declares of itself, as sentences. */
export const declared = ({
  name,
  planBlocked,
  requiresUserInteraction
}: ToolDefinition): Pick<Examination, 'mayChange' | 'needsPerson'> => ({
  mayChange: planBlocked ? `${name} may change something` : undefined,
  needsPerson: requiresUserInteraction ? `${name} needs a person to answer` : undefined
})

/** What an examination says of a tool's features, apart from what was found. */
function assemble({ definition }: ResolvedTool, found: Findings): Examination {
  const { mayChange, needsPerson } = declared(definition)
  return found.examination({
    mayChange,
    needsPerson,
    sandbox: undefined,
    parse: undefined,
    optedOut: undefined,
    readOnly: definition.readOnly === true,
    concurrencySafe: definition.concurrencySafe === true,
    destructive: definition.destructive,
    changesDirectory: false
  })
}

export function parameterRules(
  tool: ResolvedTool,
  { input, sent }: Pick<ToolCall, 'input' | 'sent'>,
  bench: Bench,
  found: Findings
): void {
  for (const name of tool.ruleNames) {
    const denied = bench.deny.parameters(name, input) ?? bench.deny.parameters(name, sent)
    if (denied !== undefined) found.deny({ rule: denied, part: tool.definition.name })
    const asked = bench.ask.parameters(name, input) ?? bench.ask.parameters(name, sent)
    if (asked !== undefined) found.ask({ rule: asked, part: tool.definition.name })
  }
}

function wholeCall(tool: ResolvedTool, rule: Rule | undefined): Part {
  const { definition } = tool
  return {
    text: definition.name,
    acceptEdits: false,
    rule,
    free: definition.requiresPermission ? undefined : 'tool',
    open: 'needs permission'
  }
}

function callByName(
  tool: ResolvedTool,
  found: Findings,
  allowed: Rule | undefined,
  denied: Rule | undefined,
  asked: Rule | undefined
): void {
  if (denied !== undefined) found.deny({ rule: denied, part: tool.definition.name })
  if (asked !== undefined) found.ask({ rule: asked, part: tool.definition.name })
  found.parts.push(wholeCall(tool, allowed))
}

/** The shape is not published: to deny and ask rules every text in the input may be the name. */
function callSkill(tool: ResolvedTool, input: ToolInput, bench: Bench, found: Findings): void {
  const name = text(input.skill)
  const args = text(input.args)
  const names = Object.values(input).flatMap((value) => {
    const one = text(value)?.trim()
    return one === undefined || one === '' ? [] : [one, one.replace(/^\//, '').split(/\s/, 1)[0] ?? one]
  })
  const first = <T>(match: (name: string) => T | undefined): T | undefined => {
    for (const one of names) {
      const rule = match(one)
      if (rule !== undefined) return rule
    }
    return undefined
  }
  callByName(
    tool,
    found,
    name === undefined ? undefined : bench.allow.skill(name, args),
    first((one) => bench.deny.skill(one, args)),
    first((one) => bench.ask.skill(one, args))
  )
}

function fetchPage(tool: ResolvedTool, input: ToolInput, bench: Bench, found: Findings): void {
  const url = text(input.url) ?? ''
  const host = hostOf(url)
  // Without a scheme it names no host, but the runtime may read one into it.
  const possible = host ?? hostOf(`https://${url.replace(/^\/+/, '')}`)
  if (possible !== undefined) {
    const denied = bench.deny.domain(possible)
    if (denied !== undefined) found.deny({ rule: denied, part: url })
    const asked = bench.ask.domain(possible)
    if (asked !== undefined) found.ask({ rule: asked, part: url })
  }
  if (host === undefined) {
    found.parts.push({ ...wholeCall(tool, undefined), text: url, open: 'names no host' })
    return
  }
  found.parts.push({
    ...wholeCall(tool, bench.allow.domain(host)),
    text: url,
    open: 'is a page that no rule allows'
  })
}

/** R82: a worktree in the runtime's own folder needs nobody. */
function enterWorktree(tool: ResolvedTool, input: ToolInput, bench: Bench, found: Findings): void {
  const layer = bench.layers.blockWritesOutside
  if (layer !== undefined) {
    found.refuse({
      part: tool.definition.name,
      why: `is taken away where the ${layer} settings block writes outside`,
      layer
    })
  }
  const path = text(input.path)
  const own =
    path === undefined ||
    locateFile(path, bench.place).every(
      (location) =>
        location.odd === undefined &&
        location.certain.every((name) => name.path.startsWith(`${bench.place.projectDir}/.claude/worktrees/`))
    )
  found.parts.push({
    text: path ?? tool.definition.name,
    acceptEdits: false,
    rule: undefined,
    free: own ? 'tool' : undefined,
    open: 'lies outside the folder of worktrees'
  })
}

/** R79: a socket asks; addresses of the machine's own network are refused. */
function watchSocket(tool: ResolvedTool, input: ToolInput, found: Findings): void {
  const socket = input.ws
  const url = typeof socket === 'object' && socket !== null && 'url' in socket ? (text(socket.url) ?? '') : ''
  const host = hostOf(url)
  if (host === undefined || isPrivateHost(host)) {
    found.refuse({ part: url, why: 'names no public host' })
  }
  found.danger({
    kind: 'safetyCheck',
    code: 'socket',
    part: url,
    why: 'a socket is opened',
    approvable: true
  })
  found.parts.push({ ...wholeCall(tool, undefined), text: url })
}
