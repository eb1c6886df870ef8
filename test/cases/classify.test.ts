import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaseApp, newCaseApp } from '../app-fixture.ts'
import { readCases, sharedDir } from '../shared.ts'
import { classifyBody, judgeClassification, parseClassifyCase } from './case.ts'
import { checkOutcome } from './expectation.ts'
import { Tally } from './tally.ts'

const FILES = ['classify-parsing.jsonl', 'classify-security.jsonl', 'classify-usability.jsonl']

describe('classification cases', () => {
  if (sharedDir() === undefined) {
    test('the shared folder is absent, so there are no cases to run', () => {
      expect(FILES.flatMap(readCases)).toEqual([])
    })
    return
  }

  let app: CaseApp
  beforeAll(async () => {
    app = await newCaseApp()
  })
  afterAll(() => app.close())

  for (const file of FILES) {
    describe(file, () => {
      const tally = new Tally()
      afterAll(() => console.log(`\n${tally.table(file)}\n`))

      for (const line of readCases(file)) {
        const of = parseClassifyCase(line)
        test(`${of.id}: ${of.why}`, async () => {
          const { status, answer } = await app.post('/classify', classifyBody(of))
          const outcome = judgeClassification(of, status, answer)
          tally.add(of.group, outcome.right)
          checkOutcome(of.id, of.why, outcome)
        })
      }
    })
  }
})
