import { describe, expect, test } from 'vitest'
import type { Job, Outcome } from '../../src/policies/workshop/jobs.ts'
import { lintJob } from '../../src/policies/workshop/lint-job.ts'
import { type PolicyWorkshop, Workshop } from '../../src/policies/workshop/workshop.ts'
import { VERSION } from '../../src/version.ts'
import { expectProblem, post, send } from './client.ts'

const POLICY = { id: 'a', settings: { permissions: { allow: ['Bash(git:* push)'] } } }
const CALL = { tool: 'Bash', input: { command: 'make' }, cwd: '/srv/shop' }

/** Lints on this thread. */
const here: PolicyWorkshop = answering((job) =>
  job.kind === 'lint' ? lintJob(job.files) : { kind: 'test', digest: 'sha256:0', results: [] }
)

function answering(outcomeOf: (job: Job) => Outcome): PolicyWorkshop {
  return { run: async (job) => outcomeOf(job), close: async () => {} }
}

describe('POST /policies/validate', () => {
  test('says what is found in policies', async () => {
    const { status, json } = await post('/policies/validate', { policies: [POLICY] }, { workshop: here })
    expect(status).toBe(200)
    expect(json).toEqual({
      valid: false,
      findings: [
        {
          code: 'no-tests',
          severity: 'note',
          file: 'policies/0',
          path: '',
          message: 'the policy `a` has no tests',
          advice: 'add tests for what must be allowed, asked and denied'
        },
        {
          code: 'inert-rule',
          severity: 'error',
          file: 'policies/0',
          path: '/settings/permissions/allow/0',
          rule: 'Bash(git:* push)',
          message: '`Bash(git:* push)`: `:*` means any arguments only at the end; here the colon is literal',
          advice: 'write `Bash(git push:*)`: `:*` stands at the end'
        }
      ],
      more: 0
    })
  })

  test('gives the digest of policies that are valid', async () => {
    const { json } = await post(
      '/policies/validate',
      { policies: [{ id: 'a', settings: {} }] },
      { workshop: here }
    )
    expect(json).toEqual({
      valid: true,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      findings: [],
      more: 0
    })
  })

  test('places what is found in texts', async () => {
    const files = [
      { name: 'a.yaml', content: 'id: a\nsettings:\n  permissions:\n    deny: [Read(/etc/shadow)]\n' }
    ]
    const { json } = await post('/policies/validate', { files }, { workshop: here })
    expect(json).toMatchObject({
      valid: false,
      findings: [
        { code: 'no-tests', line: 1 },
        { code: 'path-not-absolute', file: 'a.yaml', line: 4, column: 12 }
      ]
    })
  })

  test('takes the layers of a request together', async () => {
    const settings = {
      user: { permissions: { allow: ['Bash(npm test)'] } },
      project: { permissions: { deny: ['Bash(npm *)'], defaultMode: 'acceptEdits' } }
    }
    const { json } = await post('/policies/validate', { settings }, { workshop: here })
    expect(json).toMatchObject({
      valid: true,
      findings: [
        { code: 'allow-hidden-by-deny', file: 'settings/user' },
        { code: 'default-mode-not-honoured', file: 'settings/project' }
      ]
    })
  })

  test('answers in SARIF whoever asks for it', async () => {
    const { status, headers, json } = await send(
      {
        url: '/policies/validate',
        headers: { accept: 'application/sarif+json' },
        bytes: JSON.stringify({ policies: [POLICY] })
      },
      { workshop: here }
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/sarif+json; charset=utf-8'])
    expect(json).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { version: VERSION } },
          results: [{ ruleId: 'no-tests' }, { ruleId: 'inert-rule' }]
        }
      ]
    })
  })

  test('lists a thousand findings and counts the rest', async () => {
    const deny = Array.from({ length: 1_500 }, (_, index) => `Read(/etc/${index})`)
    const { json } = await post(
      '/policies/validate',
      { settings: { user: { permissions: { deny } } } },
      { workshop: here }
    )
    expect(json).toMatchObject({ valid: false, more: 500 })
  })

  test.each<readonly [string, unknown, string, string]>([
    ['a key that is not known', { policy: POLICY }, '/policy', 'unknown-key'],
    ['policies that are no list', { policies: POLICY }, '/policies', 'wrong-type'],
    ['a policy that is no object', { policies: ['a'] }, '/policies/0', 'wrong-type'],
    ['a file without a text', { files: [{ name: 'a.yaml' }] }, '/files/0/content', 'required'],
    ['a layer that is not known', { settings: { root: {} } }, '/settings/root', 'unknown-key'],
    ['too many files', { policies: Array.from({ length: 101 }, () => POLICY) }, '/policies', 'too-big']
  ])('refuses %s', async (_, body, path, code) => {
    const answer = await post('/policies/validate', body, { workshop: here })
    expectProblem(answer, 'invalid-request', expect.any(String), [
      { path, code, message: expect.any(String) }
    ])
  })
})

describe('POST /policies/test', () => {
  test('runs the tests of the files and those beside them', async () => {
    const files = [{ name: 'a.yaml', content: 'id: a\nsettings:\n  permissions:\n    allow: [Bash(make)]\n' }]
    const tests = [
      { name: 'allows make', call: CALL, expect: 'allow' },
      { name: 'denies make', call: CALL, expect: 'deny' }
    ]
    const policies = [
      { id: 'b', settings: {}, tests: [{ name: 'allows it as well', call: CALL, expect: 'allow' }] }
    ]
    const workshop = new Workshop({ startMs: 60_000 })
    const { status, json } = await post('/policies/test', { files, policies, tests }, { workshop })
    expect(status).toBe(200)
    expect(json).toEqual({
      digest: expect.stringMatching(/^sha256:/),
      passed: 2,
      failed: 1,
      results: [
        { policy: 'b', test: 'allows it as well', pass: true, expect: 'allow', got: 'allow', step: '2b' },
        { test: 'allows make', pass: true, expect: 'allow', got: 'allow', step: '2b' },
        {
          test: 'denies make',
          pass: false,
          expect: 'deny',
          got: 'allow',
          step: '2b',
          reason: expect.stringMatching(/^expected deny, got allow/)
        }
      ]
    })
  }, 60_000)

  test('says why policies are no set', async () => {
    const workshop = new Workshop({ startMs: 60_000 })
    const answer = await post('/policies/test', { policies: [POLICY] }, { workshop })
    const message = expect.stringMatching(/^policies\/0, line 1: `Bash\(git:\* push\)`/)
    expectProblem(answer, 'invalid-policies', expect.any(String), [
      { path: '/settings/permissions/allow/0', code: 'inert-rule', message }
    ])
  }, 60_000)
})

describe('a workshop that does not do what is asked', () => {
  test.each(['validate', 'test'])('%s says that others are served', async (route) => {
    const busy = answering(() => ({ kind: 'busy' }))
    const answer = await post(`/policies/${route}`, {}, { workshop: busy })
    expectProblem(answer, 'overloaded')
    expect(answer.headers['retry-after']).toBeDefined()
  })

  test.each(['validate', 'test'])('%s names the bound', async (route) => {
    const slow = answering(() => ({ kind: 'over-bound' }))
    expectProblem(await post(`/policies/${route}`, {}, { workshop: slow }), 'analysis-over-bound')
  })

  test('is closed with the app', async () => {
    let closed = 0
    const workshop: PolicyWorkshop = {
      ...here,
      close: async () => {
        closed += 1
      }
    }
    await post('/policies/validate', {}, { workshop })
    expect(closed).toBe(1)
  })
})

test.each(['policy', 'settings'])('GET /schemas/%s.json gives the schema to everybody', async (name) => {
  const { status, headers, json } = await send({ method: 'GET', url: `/schemas/${name}.json` })
  expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8'])
  expect(json).toMatchObject({ $id: `urn:portcullis:schema:${name}` })
})
