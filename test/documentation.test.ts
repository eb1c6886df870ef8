import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { describeEnvironment } from '../src/config.ts'
import { policyFolder } from '../src/policies/folder.ts'
import { fixedPolicies } from '../src/policies/live.ts'
import { problems } from '../src/problems.ts'
import { sharedEngine } from './engine-fixture.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const POLICIES = fileURLToPath(new URL('../policies', import.meta.url))

test('the first curl of the README answers as printed', async () => {
  const [, url = '', options = '', body = '', printed] =
    /curl -s (\S+) \\\n([^']*(?:'[^']*'[^']*?)*?)-d '([^']*)'\n```\n\n```json\n(.*)\n```/.exec(README) ?? []
  const headers = Object.fromEntries(
    [...options.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value])
  )
  const reading = await policyFolder(POLICIES).read()
  if ('faults' in reading) throw new Error('the shipped policies are broken')

  const app = buildApp({
    policies: fixedPolicies(await sharedEngine(), reading.set),
    allowInlinePolicy: false
  })
  const answer = await app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: body })
  await app.close()
  expect(answer.body).toBe(printed)
})

test('the README explains every variable that is read', () => {
  const names = [...describeEnvironment().matchAll(/PORTCULLIS_[A-Z_]+/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(README).toContain(`| \`${name}\` |`)
})

test('every problem has its row in the documentation, with its status', () => {
  const page = readFileSync(new URL('../docs/problems.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(([, code, status]) => [
    code,
    Number(status)
  ])
  expect(rows).toEqual(Object.entries(problems).map(([code, { status }]) => [code, status]))
})
