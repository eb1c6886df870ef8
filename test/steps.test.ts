import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ENTRY_STEPS } from '../src/engine/entry.ts'
import { MODE_STEPS } from '../src/engine/modes.ts'
import { AUTO_STEPS, PERSON_STEPS } from '../src/engine/settlement.ts'
import { INNER_STEPS } from '../src/engine/waterfall.ts'

const ENTRY = ['input', 'hook']
const INNER = ['1a', '1b', '1c', '1d', '1e', '1f', '1g', '1h', '2a', '2b', '2c', '2d', '3']
const MODE = ['mode.dontAsk', 'auto.1', 'auto.2', 'auto.3']
const SETTLEMENT = ['auto.4', 'auto.5', 'denyInsteadOfPrompting', 'headless']

const idsOf = (table: readonly { readonly id: string }[]): readonly string[] => table.map((row) => row.id)

describe('the step tables', () => {
  test('hold the steps of the specification, in its order, and no others', () => {
    expect(idsOf(ENTRY_STEPS)).toEqual(ENTRY)
    expect(idsOf(INNER_STEPS)).toEqual(INNER)
    expect(idsOf(MODE_STEPS)).toEqual(MODE)
    expect(idsOf([...AUTO_STEPS, ...PERSON_STEPS])).toEqual(SETTLEMENT)
  })

  test('hold each step once', () => {
    const all = [
      ...idsOf(ENTRY_STEPS),
      ...idsOf(INNER_STEPS),
      ...idsOf([...MODE_STEPS, ...AUTO_STEPS, ...PERSON_STEPS])
    ]
    expect(all).toHaveLength(new Set(all).size)
  })

  test('are the only places of the engine where a row has such an id', () => {
    const engine = fileURLToPath(new URL('../src/engine', import.meta.url))
    const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts')
    )
    const rows = files.flatMap((file) =>
      [...readFileSync(join(engine, file), 'utf8').matchAll(/\bid: '([^']+)'/g)]
        .map((match) => match[1] ?? '')
        .filter((id) => [...ENTRY, ...INNER, ...MODE, ...SETTLEMENT].includes(id))
        .map((id) => `${id} in ${file}`)
    )
    expect(rows.toSorted()).toEqual(
      [
        ...ENTRY.map((id) => `${id} in entry.ts`),
        ...INNER.map((id) => `${id} in waterfall.ts`),
        ...MODE.map((id) => `${id} in modes.ts`),
        ...SETTLEMENT.map((id) => `${id} in settlement.ts`)
      ].toSorted()
    )
  })
})
