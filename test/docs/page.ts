/** The commands of a page, and what it says they print. */

export interface Block {
  /** Line of the page, from 1. */
  readonly line: number
  readonly script: string
  /** What is printed, as the block right behind says. */
  readonly output?: { readonly kind: 'json' | 'text'; readonly text: string }
}

const FENCE = /^( *)```(\w*)$/

interface Fenced {
  readonly line: number
  readonly last: number
  readonly language: string
  readonly text: string
}

/** Every `sh` block in order, each with the `json` or `text` block that follows it, if nothing stands between. */
export function blocksOf(page: string): readonly Block[] {
  const lines = page.split('\n')
  const fenced = fencedIn(lines)
  return fenced.flatMap(({ line, last, language, text }, index) => {
    if (language !== 'sh') return []
    const next = fenced[index + 1]
    const between = lines
      .slice(last + 1, next?.line)
      .join('')
      .trim()
    if (next === undefined || between !== '') return [{ line: line + 1, script: text }]
    return next.language === 'json' || next.language === 'text'
      ? [{ line: line + 1, script: text, output: { kind: next.language, text: next.text } }]
      : [{ line: line + 1, script: text }]
  })
}

function fencedIn(lines: readonly string[]): readonly Fenced[] {
  const found: Fenced[] = []
  let begin: { readonly line: number; readonly language: string } | undefined
  for (const [line, text] of lines.entries()) {
    const language = FENCE.exec(text)?.[2]
    if (language === undefined) continue
    if (begin === undefined) {
      begin = { line, language }
    } else {
      found.push({ ...begin, last: line, text: lines.slice(begin.line + 1, line).join('\n') })
      begin = undefined
    }
  }
  if (begin !== undefined) throw new Error(`the block at line ${begin.line + 1} has no end`)
  return found
}

/** Whether a block leaves the service running: its last command starts it. */
export const startsService = ({ script }: Block): boolean =>
  /(?:^|&& *|[A-Z_]+=\S+ )(?:npm start|node dist\/main\.js)$/.test(script.trimEnd())

/** Programs that need a machine of their own kind, and are not run: an engine, a cluster. */
export const ELSEWHERE = ['docker', 'kubectl'] as const

/** The commands of a block, lines that are continued taken together. */
export const commandsOf = ({ script }: Block): readonly string[] => script.replaceAll('\\\n', ' ').split('\n')

/** Whether every command of a block is one of a program that is elsewhere. */
export const isElsewhere = (block: Block): boolean =>
  commandsOf(block).every((command) => ELSEWHERE.some((program) => command.startsWith(`${program} `)))
