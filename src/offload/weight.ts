/** What deciding a call may cost, told from its commands and settings alone: cheap, counted, the same every time. */
import type { ClassifyRequest, DecideRequest } from '../engine/decision.ts'
import { valueAt } from '../engine/layers/findings.ts'
import { LISTS } from '../engine/layers/schema.ts'

/** What a text may weigh that is decided at once: about ten milliseconds at the worst, a tenth of one as a rule. */
const LIGHT = 12_000

const LETTER = 3
/** A blank may begin a word. */
const BLANK = 11
const BLANKS = new Set([...' \t'].map(codeOf))
/** What may begin a command, an expansion or a pattern. */
const MARK = 64
const MARKS = new Set([...'\n;&|()<>`$*?[{~='].map(codeOf))

/** Whether reading and judging the command may hold up other callers. */
export function isHeavyText(text: string): boolean {
  // What is that short is light whatever it holds, and nothing that long is.
  if (text.length * MARK <= LIGHT) return false
  const [start, end] = bodyIn(text)
  const body = end - start
  if (body + (text.length - body) * LETTER > LIGHT) return true
  return body + weightOf(text, 0, start) + weightOf(text, end, text.length) > LIGHT
}

function weightOf(text: string, start: number, end: number): number {
  let weight = 0
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    weight += MARKS.has(code) ? MARK : BLANKS.has(code) ? BLANK : LETTER
  }
  return weight
}

/**
 * A command that begins with a quoted heredoc for a program that runs no shell code. So narrow that both parsers
 * surely take what follows the line for the heredoc's body, which they skip.
 */
const HEREDOC =
  /^(?:cd [\w./-]+ && )?(?:(?:git|gh) [\w -]{1,60} "\$\()?(?:cat|tee|python3?|node)(?: -)?(?: >{0,2} ?[\w./-]+)? <<'(\w+)'(?: > ?[\w./-]+)?\n/

/** Where the body of such a heredoc is; nothing of the text where there is none. */
function bodyIn(text: string): readonly [start: number, end: number] {
  const line = HEREDOC.exec(text)
  const delimiter = line?.[1]
  if (line === null || delimiter === undefined) return NOWHERE
  const start = line[0].length
  // Some parser may take any line for the last one that begins like it.
  const end = text.slice(start - 1).search(new RegExp(`\\n[ \\t]*${delimiter}`))
  return end < 0 ? NOWHERE : [start, start - 1 + end]
}

const NOWHERE = [0, 0] as const

function codeOf(char: string): number {
  return char.charCodeAt(0)
}

/** Whether any command of the call is heavy, those that hooks put in included. */
export function isHeavyCall(request: DecideRequest | ClassifyRequest): boolean {
  if ('command' in request && request.command !== undefined && isHeavyText(request.command)) return true
  if (isHeavyInput(request.input)) return true
  if (!('hook' in request || 'permissionRequestHook' in request)) return false
  return isHeavyInput(request.hook?.updatedInput) || isHeavyInput(request.permissionRequestHook?.updatedInput)
}

function isHeavyInput(input: Readonly<Record<string, unknown>> | undefined): boolean {
  const command = input?.command
  return typeof command === 'string' && isHeavyText(command)
}

/** Rules of settings that are compiled at once: a few milliseconds' worth. */
const LIGHT_RULES = 1_000

/** How many rules are compiled in a millisecond, at the least. */
const RULES_PER_MS = 50

/** Whether compiling the settings of the call may hold up other callers. */
export const hasHeavySettings = (request: DecideRequest | ClassifyRequest): boolean =>
  rulesIn(request) > LIGHT_RULES

/** Milliseconds that compiling the settings of the call may take. */
export const compilingMs = (request: DecideRequest | ClassifyRequest): number =>
  Math.ceil(rulesIn(request) / RULES_PER_MS)

/** Entries of all lists in all layers, whatever they hold. */
function rulesIn(request: DecideRequest | ClassifyRequest): number {
  if (!('settings' in request) || request.settings === undefined) return 0
  let count = 0
  for (const layer of Object.values(request.settings)) {
    for (const list of Object.values(LISTS)) {
      const found = valueAt(layer, list.place)?.value
      if (Array.isArray(found)) count += found.length
    }
  }
  return count
}
