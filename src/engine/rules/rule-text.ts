/** The outer form of a rule, `Tool` or `Tool(specifier)` (R1 to R5), and what can still be read of a broken one. */
import { isMcpName } from './mcp.ts'

export type RuleText =
  /** The bare name, or `Tool(*)` (R3). */
  | { readonly form: 'tool'; readonly name: string }
  | { readonly form: 'specifier'; readonly name: string; readonly content: string }
  /** Not readable. `name` and `content`: what is legible of them. */
  | {
      readonly form: 'malformed'
      readonly name: string | undefined
      readonly content: string | undefined
      readonly problem: string
    }

const NAME = /^[A-Za-z_*][\w*./-]*/
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>']
])
const FIRST_BRACKET = /[([{<]/

const isName = (text: string): boolean => NAME.exec(text)?.[0] === text

export function readRuleText(text: string): RuleText {
  const rule = text.trim()
  const open = rule.indexOf('(')
  if (open < 0)
    return isName(rule)
      ? { form: 'tool', name: rule }
      : malformed(rule, 'a rule is `Tool` or `Tool(specifier)`')
  const name = rule.slice(0, open)
  if (!isName(name)) return malformed(rule, 'the text before `(` is not a tool name')
  const close = rule.lastIndexOf(')')
  if (close < open) return malformed(rule, 'the closing `)` is missing')
  if (close !== rule.length - 1) return malformed(rule, 'text follows the closing `)`')
  if (isMcpName(name))
    return { form: 'malformed', name, content: undefined, problem: 'an MCP rule takes no specifier' }
  const content = rule.slice(open + 1, close)
  if (content.trim() === '')
    return { form: 'malformed', name, content: undefined, problem: 'the specifier is empty' }
  return isEverything(content) ? { form: 'tool', name } : { form: 'specifier', name, content }
}

/** `*`, also spelled as a prefix rule with nothing before it. */
const isEverything = (content: string): boolean => /^:?\*$/.test(content.trim())

/** The name at the start, and the text between the first bracket and the one that closes it, or the end. */
function malformed(rule: string, problem: string): RuleText {
  const name = NAME.exec(rule)?.[0]
  const open = rule.search(FIRST_BRACKET)
  if (name === undefined || open < 0 || isMcpName(name))
    return { form: 'malformed', name, content: undefined, problem }
  const rest = rule.slice(open + 1)
  const close = rest.indexOf(BRACKETS.get(rule.charAt(open)) ?? ')')
  const content = (close < 0 ? rest : rest.slice(0, close)).trim()
  return { form: 'malformed', name, content: content === '' ? undefined : content, problem }
}
