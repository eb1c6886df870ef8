/** Pages of the documentation of which a part is written from the code. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { describeVariables } from '../../src/config-description.ts'
import { decisionRecord } from '../../src/log/record.ts'
import { LINT_CODES, type LintExample } from '../../src/policies/lint/codes.ts'
import { type ProblemCode, problems } from '../../src/problems.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'

/** Page below `docs` -> what stands between its two marks. */
export const GENERATED: Readonly<Record<string, () => string>> = {
  'configuration.md': variables,
  'problems.md': problemCodes,
  'lint-codes.md': lintCodes,
  'operating.md': logFields,
  'callers-python.md': pythonCaller
}

function variables(): string {
  return table(
    ['variable', 'default', 'expects', 'meaning'],
    describeVariables().map(({ name, fallback, expects, meaning }) => [
      code(name),
      fallback === undefined ? '' : code(fallback),
      expects,
      meaning
    ])
  )
}

function problemCodes(): string {
  return table(
    ['code', 'status', 'what happened', 'what to do'],
    Object.entries(problems).map(([name, { status }]) => {
      // The keys of the table are the codes.
      const { happened, remedy } = PROBLEM_TEXTS[name as ProblemCode]
      return [code(name), String(status), happened, remedy]
    })
  )
}

function lintCodes(): string {
  return Object.entries(LINT_CODES)
    .map(([name, { severity, meaning, advice, example }]) =>
      [
        `## ${name}`,
        `${severity}: ${meaning}.`,
        `${sentence(advice)}.`,
        `Found:\n\n${shown(example.fires)}`,
        `Not found:\n\n${shown(example.silent)}`
      ].join('\n\n')
    )
    .join('\n\n')
}

function logFields(): string {
  return table(
    ['field', 'present', 'meaning'],
    Object.entries(decisionRecord.shape).map(([name, schema]) => {
      const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
      // A description stands before or behind `optional()`.
      const meaning = schema.meta()?.description ?? z.globalRegistry.get(inner)?.description ?? ''
      return [code(name), inner === schema ? 'always' : 'where there is one', meaning]
    })
  )
}

function pythonCaller(): string {
  const source = readFileSync(new URL('../../examples/python/portcullis.py', import.meta.url), 'utf8')
  return `\`\`\`python\n${source.trimEnd()}\n\`\`\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

const code = (text: string): string => `\`${text}\``
const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** An example of thousands of rules shows nothing that its code does not say. */
const LONGEST_EXAMPLE = 400

function shown(example: LintExample): string {
  const { layer, content } = contentOf(example)
  if (content.length > LONGEST_EXAMPLE) return '(too long to show)'
  return `\`\`\`jsonc\n${layer === undefined ? '' : `// ${layer} settings\n`}${content}\n\`\`\``
}

function contentOf(example: LintExample): { readonly layer?: string; readonly content: string } {
  if ('text' in example) return { content: example.text }
  if ('policies' in example) return { content: example.policies.map((one) => JSON.stringify(one)).join('\n') }
  return {
    ...(example.layer === undefined ? {} : { layer: example.layer }),
    content: JSON.stringify(example.settings)
  }
}
