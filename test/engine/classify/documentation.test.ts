import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RISK_CODES, type RiskKind } from '../../../src/engine/knowledge/risk-codes.ts'
import { sharedEngine } from '../../engine-fixture.ts'

const PAGE = readFileSync(new URL('../../../docs/classification.md', import.meta.url), 'utf8')

test('the page has a row for every code, with its level, its flags and its sentence', () => {
  const printed = [...PAGE.matchAll(/^\| `([a-z-]+)` \| (\w+) \| ([\w, ]*) \| (.*) \|$/gm)].map((row) =>
    row.slice(1)
  )
  const expected = Object.entries<RiskKind>(RISK_CODES).map(([code, kind]) => {
    const { level, sentence, destructive, network, executesCode, privileged } = kind
    const flags = { destructive: destructive === true, network, executesCode, privileged }
    const names = Object.entries(flags).flatMap(([name, isSet]) => (isSet === true ? [name] : []))
    return [code, level, names.join(', '), sentence]
  })
  expect(printed).toEqual(expected)
})

test('the example of the page is answered as printed', async () => {
  const [, body = ''] = /-d '(.*)'\n/.exec(PAGE) ?? []
  const [, printed = ''] = /```json\n(.*)\n```/.exec(PAGE) ?? []
  const engine = await sharedEngine()
  expect(await engine.classify(JSON.parse(body))).toMatchObject(JSON.parse(printed))
})
