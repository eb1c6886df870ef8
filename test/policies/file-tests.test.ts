import { describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { runTests, testFaults } from '../../src/policies/file-tests.ts'
import type { ActivePolicies } from '../../src/policies/live.ts'
import { selectPolicies } from '../../src/policies/match.ts'
import type { Policy } from '../../src/policies/policy-file.ts'
import { readPolicy } from '../../src/policies/policy-reading.ts'
import { type PolicyOrigin, policySet } from '../../src/policies/policy-set.ts'
import { sharedReader } from '../engine-fixture.ts'

/** The policies of YAML texts, and the engine over those that apply to a call. */
async function active(...texts: readonly string[]) {
  const reader = await sharedReader()
  const policies: Policy[] = []
  const files = new Map<string, PolicyOrigin>()
  for (const [index, text] of texts.entries()) {
    const read = readPolicy(text, 'yaml', `${index}.yaml`)
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    policies.push(read.policy)
    files.set(read.policy.id, read.origin)
  }
  const set = policySet(policies)
  const select: ActivePolicies['select'] = (subject) => {
    const { policies: applied } = selectPolicies(set.policies, subject)
    const engine: Engine | { problem: string } = createEngine({ reader, policies: applied })
    if ('problem' in engine) throw new Error(engine.problem)
    return { engine, policy: { digest: set.digest, ids: applied.map(({ id }) => id) } }
  }
  return { set, select, files }
}

async function outcome(...texts: readonly string[]) {
  const { files, ...policies } = await active(...texts)
  const results = await runTests(policies, async () => {})
  return { results, faults: testFaults(results, files) }
}

const COMPANY = `
id: company
settings:
  permissions:
    deny: ["Bash(curl *)"]
tests:
  - name: nobody fetches
    call: { tool: Bash, input: { command: curl example.org }, cwd: /work }
    expect: deny
  - name: lists are free
    call: { tool: Bash, input: { command: ls }, cwd: /work }
    expect: allow
`

const acme = (tests: string, match = 'tenants: ["a*", acme]') => `
id: acme
match: { ${match} }
settings:
  permissions:
    allow: ["Bash(npm test)"]
tests:
${tests}
`

const npmTest = (more: string, command = 'npm test') => `
  - name: tests run
    call: { tool: Bash, input: { command: ${command} }, cwd: /work }
    ${more}
`

describe('the tests of policy files', () => {
  test('are decided by the policies that apply to their call', async () => {
    const { results, faults } = await outcome(COMPANY, acme(npmTest('expect: allow')))
    expect(faults).toEqual([])
    expect(results).toMatchObject([
      { policy: 'acme', test: 'tests run', place: '/tests/0', expect: 'allow', got: 'allow', pass: true },
      { policy: 'company', got: 'deny', decidedBy: { rule: 'Bash(curl *)' }, pass: true },
      { policy: 'company', got: 'allow', pass: true }
    ])
  })

  test('meet the rules of other files, too', async () => {
    const { faults } = await outcome(COMPANY, acme(npmTest('expect: allow', 'npm test && curl x')))
    expect(faults).toEqual([
      {
        file: '1.yaml',
        place: '/tests/0',
        line: 9,
        column: 5,
        code: 'test-failed',
        reason: expect.stringMatching(/^test "tests run": expected allow, got deny \(step 1d: .*curl/)
      }
    ])
  })

  test.each([
    ['the first tenant named in full', 'expect: allow', undefined, []],
    ['the tenant they name', 'expect: allow\n    tenant: aa', undefined, []],
    ['a tenant it is not for', 'expect: ask\n    tenant: other', undefined, ['tenant other']],
    ['nobody, where no tenant is named in full', 'expect: allow', 'tenants: ["a*"]', ['tenant default']],
    ['everybody, where no tenant is named', 'expect: allow', 'projects: [/work]', []],
    ['a project it is not for', 'expect: ask', 'projects: [/other]', ['tenant default']]
  ])('are calls of %s', async (_, more, match, reasons) => {
    const { faults } = await outcome(acme(npmTest(more), match))
    expect(faults.map(({ reason }) => reason)).toEqual(
      reasons.map((tenant) => `test "tests run": its call is none that this file is for (${tenant})`)
    )
  })

  test('may hold settings, which are refused like those of a call', async () => {
    const settings = `
  - name: broken
    call:
      tool: Bash
      input: { command: ls }
      cwd: /work
      settings: { user: { permissions: [] } }
    expect: allow
`
    const { results, faults } = await outcome(acme(settings))
    expect(results).toMatchObject([{ got: undefined, pass: false }])
    expect(faults).toMatchObject([
      {
        reason:
          'test "broken": its settings are refused: /settings/user/permissions permissions must be an object'
      }
    ])
  })

  test('let others have their turn before each of them', async () => {
    const { set, select } = await active(COMPANY)
    let turns = 0
    await runTests({ set, select }, async () => {
      turns += 1
    })
    expect(turns).toBe(2)
  })
})
