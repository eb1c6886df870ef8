import { describe, expect, it, test } from 'vitest'
import type { Classification, Effects } from '../../../src/engine/decision.ts'
import { ROWS } from '../../../src/engine/knowledge/catalogue.ts'
import { ALL_RISK_CODES, RISK_LEVELS } from '../../../src/engine/knowledge/risk-codes.ts'
import { decide, sharedEngine } from '../../engine-fixture.ts'
import { RISK_ROWS } from './risk-rows.ts'

const PLACE = { cwd: '/home/dev/app', homeDir: '/home/dev' } as const
const engine = await sharedEngine()

const answers = new Map<string, Classification>()

async function classify(command: string): Promise<Classification> {
  const answer = answers.get(command) ?? (await engine.classify({ command, ...PLACE }))
  answers.set(command, answer)
  return answer
}

const flagsOf = ({ readOnly, destructive, network, executesCode, privileged }: Effects): string =>
  [readOnly && 'R', destructive && 'D', network && 'N', executesCode && 'X', privileged && 'P']
    .filter(Boolean)
    .join('')

const codesOf = ({ reasons }: Classification): readonly string[] => [
  ...new Set(reasons.map(({ code }) => code))
]

const ALL = Object.values(RISK_ROWS).flat()
const COMMANDS = ALL.map(([command]) => command)
const EXAMPLES = ROWS.flatMap(({ examples }) => [...examples.readOnly, ...examples.not])

describe.each(Object.entries(RISK_ROWS))('commands that %s', (_, rows) => {
  it.each(rows)('%s: %s', async (command, risk, flags, codes) => {
    const answer = await classify(command)
    expect([answer.risk, flagsOf(answer), codesOf(answer).join(' ')]).toEqual([risk, flags, codes])
  })
})

test('every code is the answer to some command, or to a tool', async () => {
  const tool = await engine.classify({ tool: 'mcp__a__b', input: {}, ...PLACE })
  const found = new Set([...ALL.flatMap(([, , , codes]) => codes.split(' ')), ...codesOf(tool)])
  expect([...found].filter((code) => code !== '').sort()).toEqual([...ALL_RISK_CODES].sort())
})

describe('for every command of the rows above and of the tables of programs', () => {
  it('whatever is not read-only has a reason, and what has none only reads', async () => {
    for (const command of [...COMMANDS, ...EXAMPLES]) {
      const { readOnly, reasons, risk } = await classify(command)
      expect([command, readOnly || reasons.length > 0]).toEqual([command, true])
      expect([command, risk === 'none']).toEqual([command, reasons.length === 0])
    }
  })

  it('is destructive here what is destructive for a decision, and not what is known to destroy nothing', async () => {
    for (const command of [...COMMANDS, ...EXAMPLES]) {
      const { destructive, parse } = await classify(command)
      const { facts } = await decide(engine, { tool: 'Bash', input: { command }, ...PLACE })
      if (facts.destructive === null && parse.status === 'ok') continue
      const expected = facts.destructive === true || parse.status === 'failClosed'
      expect([command, destructive]).toEqual([command, expected])
    }
  })

  it('the whole is the worst of its commands and redirections', async () => {
    for (const command of COMMANDS) {
      const { commands, ...whole } = await classify(command)
      const worst = Math.max(0, ...commands.map((one) => RISK_LEVELS.indexOf(one.risk)))
      expect(RISK_LEVELS.indexOf(whole.risk)).toBeGreaterThanOrEqual(worst)
      for (const one of commands) {
        expect(whole.destructive || !one.destructive).toBe(true)
        expect(whole.network || !one.network).toBe(true)
        expect(whole.executesCode || !one.executesCode).toBe(true)
        expect(whole.privileged || !one.privileged).toBe(true)
        expect(one.readOnly || !whole.readOnly).toBe(true)
        expect(one.concurrencySafe || !whole.concurrencySafe).toBe(true)
        expect(whole.reads).toEqual(expect.arrayContaining([...one.reads]))
        expect(whole.writes).toEqual(expect.arrayContaining([...one.writes]))
      }
    }
  })

  it('each reason stands once, at the text of its command, the worst first', async () => {
    for (const command of COMMANDS) {
      const { reasons, parse } = await classify(command)
      const places = reasons.map(({ code, span }) => `${code} ${span.join('-')}`)
      expect(new Set(places).size).toBe(places.length)
      if (parse.reason?.class === 'structure') continue
      for (const { command: text, span } of reasons) expect(text).toBe(command.slice(...span))
    }
  })
})
