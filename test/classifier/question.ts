/** Questions for the judge, and what a reader of a prompt finds in it. */
import type { Question } from '../../src/classifier/classifier.ts'

export const NO_GUIDANCE: Question['guidance'] = {
  environment: undefined,
  allow: undefined,
  softDeny: undefined,
  hardDeny: undefined
}

export const question = (parts: Partial<Question> = {}): Question => ({
  tenant: 'acme',
  tool: 'Bash',
  input: { command: 'npm run deploy' },
  cwd: '/work',
  projectDir: '/work',
  platform: 'linux',
  openBecause: 'no rule covers it',
  analysis: undefined,
  guidance: NO_GUIDANCE,
  transcript: [],
  ...parts
})

export interface FoundFence {
  readonly kind: string
  readonly content: string
}

export interface Material {
  readonly mark: string
  readonly fences: readonly FoundFence[]
  /** What is left without the contents of the fences and the mark. */
  readonly trusted: string
}

/** Takes a prompt apart as a model is told to. Throws where it is not as the instructions say. */
export function takenApart(material: string): Material {
  const mark = /^The mark of the fences below is ([0-9a-f]{32})\.$/.exec(material.split('\n')[0] ?? '')?.[1]
  if (mark === undefined) throw new Error('no mark')
  const fences: FoundFence[] = []
  const trusted = material.replace(
    new RegExp(`<untrusted-${mark} kind="([a-z-]+)">\\n([^]*?)\\n</untrusted-${mark}>`, 'g'),
    (_, kind: string, content: string) => {
      fences.push({ kind, content })
      return `<${kind}>`
    }
  )
  return { mark, fences, trusted: trusted.replace(mark, 'MARK') }
}

/** What the fences of a kind hold. */
export const held = (material: string, kind: string): readonly unknown[] =>
  takenApart(material)
    .fences.filter((fence) => fence.kind === kind)
    .map(({ content }) => JSON.parse(content))
