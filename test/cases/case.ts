/** The case files' shapes, the requests they stand for, and the judgement of an answer. */
import { z } from 'zod'
import { type Behavior, MODES } from '../../src/engine/verdict.ts'

const behavior = z.enum(['allow', 'ask', 'deny'])
const about = { id: z.string(), group: z.string(), why: z.string(), source: z.string() }

const decideCase = z
  .strictObject({
    ...about,
    settings: z.record(z.string(), z.unknown()),
    mode: z.enum(MODES).optional(),
    headless: z.boolean().optional(),
    cwd: z.string().optional(),
    projectDir: z.string().optional(),
    request: z.record(z.string(), z.unknown()).optional(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    expect: behavior.optional(),
    expectNot: z.array(behavior).optional()
  })
  .refine((value) => (value.expect === undefined) !== (value.expectNot === undefined), {
    message: 'exactly one of expect and expectNot'
  })

const classifyCase = z.strictObject({
  ...about,
  command: z.string(),
  cwd: z.string().optional(),
  readOnly: z.boolean().optional(),
  commands: z.array(z.array(z.string())).optional(),
  writes: z.array(z.string()).optional(),
  parse: z.enum(['ok', 'failClosed']).optional()
})

/** One line of a `decide-*.jsonl` file. */
export type DecideCase = z.infer<typeof decideCase>

/** One line of a `classify-*.jsonl` file. */
export type ClassifyCase = z.infer<typeof classifyCase>

/** Tells the two kinds of line apart by what they must have. */
export const isClassifyLine = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && 'command' in line

/** Reads a decision case; throws where the line is none. */
export const parseDecideCase = (line: unknown): DecideCase => decideCase.parse(line)

/** Reads a classification case; throws where the line is none. */
export const parseClassifyCase = (line: unknown): ClassifyCase => classifyCase.parse(line)

const DEFAULT_CWD = '/home/dev/app'
const HOME = '/home/dev'

/** The body of `POST /decide` that a case stands for. */
export function decideBody(of: DecideCase): Record<string, unknown> {
  const cwd = of.cwd ?? DEFAULT_CWD
  const body: Record<string, unknown> = {
    sessionId: of.id,
    tool: of.tool,
    input: of.input,
    cwd,
    projectDir: of.projectDir ?? cwd,
    homeDir: HOME,
    projectTrusted: true,
    settings: of.settings
  }
  if (of.mode !== undefined) body.mode = of.mode
  if (of.headless !== undefined) body.headless = of.headless
  for (const [key, value] of Object.entries(of.request ?? {})) {
    if (value === null) delete body[key]
    else body[key] = value
  }
  return body
}

/** The body of `POST /classify` that a case stands for. */
export function classifyBody(of: ClassifyCase): Record<string, unknown> {
  return { command: of.command, cwd: of.cwd ?? DEFAULT_CWD, homeDir: HOME }
}

/** What came of a case. `dangerous`: the careless answer where the case excludes it. */
export interface Outcome {
  readonly right: boolean
  readonly dangerous: boolean
  readonly expected: string
  readonly got: string
  /** Who decided and why, for the person who reads the list of failures. */
  readonly because: string
}

const decideAnswer = z.object({
  decision: behavior,
  reason: z.string(),
  decidedBy: z.object({ step: z.string(), kind: z.string() }).loose()
})

/** Judges the answer of `/decide`. */
export function judgeDecision(of: DecideCase, status: number, answer: unknown): Outcome {
  const expected = of.expect ?? `not ${of.expectNot?.join(', ')}`
  const parsed = decideAnswer.safeParse(answer)
  if (status !== 200 || !parsed.success) return refused(expected, status, answer)
  const { decision, reason, decidedBy } = parsed.data
  const accepts = (value: Behavior): boolean =>
    of.expect !== undefined ? of.expect === value : !of.expectNot?.includes(value)
  return {
    right: accepts(decision),
    dangerous: decision === 'allow' && !accepts('allow'),
    expected,
    got: decision,
    because: `${JSON.stringify(decidedBy)} ${reason}`
  }
}

const classifyAnswer = z.object({
  parse: z.object({ status: z.enum(['ok', 'failClosed']) }).loose(),
  readOnly: z.boolean(),
  commands: z.array(
    z.object({
      argv: z.array(z.string()),
      redirects: z.array(z.object({ target: z.string(), writes: z.boolean() }))
    })
  ),
  writes: z.array(z.string())
})

/**
 * Judges the answer of `/classify`. Where the service says that it could not read the command, the careful answer
 * stands for `commands` and `writes`, unless the case says that it must be read.
 */
export function judgeClassification(of: ClassifyCase, status: number, answer: unknown): Outcome {
  const wanted = { readOnly: of.readOnly, parse: of.parse, commands: of.commands, writes: of.writes }
  const parsed = classifyAnswer.safeParse(answer)
  if (status !== 200 || !parsed.success) return refused(JSON.stringify(wanted), status, answer)
  const got = parsed.data
  const wrong: string[] = []
  if (of.readOnly !== undefined && got.readOnly !== of.readOnly) wrong.push('readOnly')
  if (of.parse !== undefined && got.parse.status !== of.parse) wrong.push('parse')
  if (got.parse.status === 'failClosed' && got.readOnly) wrong.push('readOnly although failClosed')
  if (got.parse.status === 'ok') {
    if (of.commands !== undefined && !sameMultiset(of.commands, got.commands)) wrong.push('commands')
    if (of.writes !== undefined && !writesFit(of, of.writes, got)) wrong.push('writes')
  }
  return {
    right: wrong.length === 0,
    dangerous: of.readOnly === false && got.readOnly,
    expected: JSON.stringify(wanted),
    got: JSON.stringify({
      readOnly: got.readOnly,
      parse: got.parse,
      commands: got.commands.map((command) => command.argv),
      writes: got.writes
    }),
    because: `wrong: ${wrong.join(', ')}`
  }
}

function refused(expected: string, status: number, answer: unknown): Outcome {
  return {
    right: false,
    dangerous: false,
    expected,
    got: `HTTP ${status}`,
    because: JSON.stringify(answer)
  }
}

function sameMultiset(
  wanted: readonly (readonly string[])[],
  got: readonly { readonly argv: readonly string[] }[]
): boolean {
  const left = wanted.map((argv) => JSON.stringify(argv)).sort()
  const right = got.map((command) => JSON.stringify(command.argv)).sort()
  return left.length === right.length && left.every((argv, index) => argv === right[index])
}

/** `wanted` speaks of redirections alone; the answer's `writes` may name what operands write, too. */
function writesFit(
  of: ClassifyCase,
  wanted: readonly string[],
  got: z.infer<typeof classifyAnswer>
): boolean {
  if (wanted.length > 0) return wanted.every((path) => got.writes.includes(path))
  if (of.readOnly === true && got.writes.length > 0) return false
  const redirects = got.commands.flatMap((command) => command.redirects)
  return !redirects.some(({ writes, target }) => writes && target !== '/dev/null')
}
