import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCases } from '../../shared.ts'
import { argvOf, programOf, read, simpleCommands } from './fixture.ts'

const caseSchema = z.object({
  id: z.string(),
  command: z.string(),
  readOnly: z.boolean().optional(),
  parse: z.enum(['ok', 'failClosed']).optional(),
  commands: z.array(z.array(z.string())).optional()
})

type Case = z.infer<typeof caseSchema>

/** Built-ins that run what they are given: what they run is not in the script's own structure. */
const RUNS_OTHERS = new Set(['eval', 'alias', 'jobs'])

const cases = ['classify-parsing.jsonl', 'classify-security.jsonl', 'classify-usability.jsonl']
  .flatMap((file) => readCases(file))
  .map((one) => caseSchema.parse(one))

const isRead = ({ command }: Case): boolean => read(command).status === 'read'

const runsOthers = ({ command }: Case): boolean =>
  simpleCommands(programOf(command).body).some(({ words }) => RUNS_OTHERS.has(words[0]?.value ?? ''))

const sorted = (argvs: readonly (readonly string[])[]): readonly string[] =>
  argvs.map((argv) => JSON.stringify(argv)).sort()

describe.skipIf(cases.length === 0)('the shared cases', () => {
  test('are found', () => {
    expect(cases.length).toBeGreaterThan(400)
  })

  test.each(cases.filter((one) => one.parse === 'ok').map((one) => [one.id, one] as const))(
    '%s is read',
    (_, { command }) => {
      expect(read(command)).toMatchObject({ status: 'read' })
    }
  )

  test.each(cases.filter((one) => one.readOnly === true).map((one) => [one.id, one] as const))(
    '%s, which is harmless, is read',
    (_, one) => {
      expect(isRead(one)).toBe(true)
    }
  )

  const literal = cases.filter((one) => one.commands !== undefined && isRead(one) && !runsOthers(one))
  test.each(literal.map((one) => [one.id, one] as const))('%s gives the commands bash ran', (_, one) => {
    expect(sorted(argvOf(programOf(one.command)))).toEqual(sorted(one.commands ?? []))
  })

  test('most of the scripts with known commands are read', () => {
    const known = cases.filter((one) => one.commands !== undefined && one.parse !== 'failClosed')
    expect(known.filter(isRead).length).toBeGreaterThan(known.length / 2)
  })
})
