/** What to write instead of a rule that can never match. */
import type { LintCode } from './codes.ts'

interface Cure {
  readonly fits: RegExp
  readonly advice: (rule: string) => string
}

const CURES: readonly Cure[] = [
  {
    fits: /:\*\s*[^\s)]/,
    advice: (rule) => `write \`${rule.replace(/:\*/, '').replace(/\)$/, ':*)')}\`: \`:*\` stands at the end`
  },
  {
    fits: /^(?:Bash|PowerShell|Monitor)\(.*[;|&<>\n]/s,
    advice: () => 'write one rule a command: each part of a compound is judged by itself'
  },
  {
    fits: /^(?:Write|NotebookEdit|MultiEdit)\(/,
    advice: (rule) => `write \`${rule.replace(/^\w+/, 'Edit')}\`, which holds for all tools that write`
  },
  {
    fits: /^(?:Grep|Glob|LSP|LS|NotebookRead)\(/,
    advice: (rule) => `write \`${rule.replace(/^\w+/, 'Read')}\`, which holds for all tools that read`
  },
  {
    fits: /^[^(]*\*/,
    advice: () => 'name the tools, or an MCP server with a `*` behind it, such as `mcp__tracker__read_*`'
  }
]

const LONGEST_RULE = 120

/** Advice for one rule; undefined where the table says all there is to say. */
export function inertAdvice(code: LintCode, rule: string): string | undefined {
  if (code !== 'inert-rule' || rule.length > LONGEST_RULE) return undefined
  return CURES.find(({ fits }) => fits.test(rule))?.advice(rule)
}
