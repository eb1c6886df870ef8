import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import { sharedEngine } from '../engine-fixture.ts'
import { EVERYDAY, EXACT_CONSTRUCTS } from './commands.ts'
import { undecidedCommands } from './measure.ts'
import { SETTINGS } from './settings.ts'

const exact: ReadonlySet<string> = new Set(EXACT_CONSTRUCTS)
const readable = EVERYDAY.filter(({ uses }) => uses.every((construct) => exact.has(construct)))

describe('everyday commands', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test('are 200 different ones, and every exact construct is among them', () => {
    expect(new Set(EVERYDAY.map((one) => one.command)).size).toBe(200)
    const used = new Set(readable.flatMap((one) => one.uses))
    expect(EXACT_CONSTRUCTS.filter((construct) => !used.has(construct))).toEqual([])
  })

  test.each(Object.keys(SETTINGS))(
    'of exact constructs are undecidable in no mode, with %s',
    async (name) => {
      const undecided = await undecidedCommands(engine, SETTINGS[name] ?? {}, readable)
      expect(undecided.map(({ mode, command, reason }) => `${mode}: ${command}: ${reason}`)).toEqual([])
    }
  )

  test('of exact constructs are read whole', async () => {
    const unread: string[] = []
    for (const { command } of readable) {
      const { parse } = await engine.classify({ command, cwd: '/home/dev/app', homeDir: '/home/dev' })
      if (parse.status !== 'ok') unread.push(`${command}: ${parse.reason?.message}`)
    }
    expect(unread).toEqual([])
  })
})
