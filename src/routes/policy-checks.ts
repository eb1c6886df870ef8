/** `POST /policies/validate` and `POST /policies/test`: what policies would do, before they are put in force. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { LAYERS } from '../engine/verdict.ts'
import { sarif } from '../policies/lint/sarif.ts'
import type { PolicyFault } from '../policies/policy-set.ts'
import { isFurther } from '../policies/text-tests.ts'
import type { Outcome, SentFile } from '../policies/workshop/jobs.ts'
import type { PolicyWorkshop } from '../policies/workshop/workshop.ts'
import { Refusal, summary } from '../problems.ts'
import {
  sarifLog,
  testAnswer,
  testRequest,
  validateAnswer,
  validateRequest
} from './schemas/policy-checks.ts'

export interface PolicyChecksOptions {
  /** Where policies of callers are looked at, so that they delay nobody. */
  readonly workshop: PolicyWorkshop
  /** Of the service. */
  readonly version: string
}

const SARIF = 'application/sarif+json'

export const policyChecksRoutes: FastifyPluginCallbackZod<PolicyChecksOptions> = (
  app,
  { workshop, version },
  done
) => {
  app.post(
    '/policies/validate',
    {
      config: { scope: 'policies:read' },
      schema: {
        operationId: 'validatePolicies',
        summary: 'Say what is wrong, odd or dangerous in policies and settings',
        description: `With \`Accept: ${SARIF}\` the findings come as SARIF 2.1.0`,
        tags: ['policies'],
        body: validateRequest,
        response: { 200: z.union([validateAnswer, sarifLog]) }
      }
    },
    async ({ body, headers }, reply) => {
      const report = await workshop.run({ kind: 'lint', files: sentFiles(body) })
      if (report.kind !== 'lint') throw refusalFor(report)
      if (headers.accept?.includes(SARIF)) {
        return reply.type(SARIF).send(sarif(report.findings, version))
      }
      const { kind: _, ...answer } = report
      return answer
    }
  )

  app.post(
    '/policies/test',
    {
      config: { scope: 'policies:read' },
      schema: {
        operationId: 'testPolicies',
        summary: 'Run the tests of policies',
        tags: ['policies'],
        body: testRequest,
        response: { 200: testAnswer }
      }
    },
    async ({ body }) => {
      const { policies = [], files = [], tests = [] } = body
      const texts = [
        ...policies.map((policy, index) => ({ name: `policies/${index}`, text: JSON.stringify(policy) })),
        ...files.map(({ name, content }) => ({ name, text: content }))
      ]
      const report = await workshop.run({ kind: 'test', files: texts, tests })
      if (report.kind !== 'test') throw refusalFor(report)
      const results = report.results.map((result) => ({
        ...(isFurther(result) ? {} : { policy: result.policy }),
        test: result.test,
        pass: result.pass,
        expect: result.expect,
        got: result.got,
        step: result.decidedBy?.step,
        reason: result.reason
      }))
      const passed = results.filter(({ pass }) => pass).length
      return { digest: report.digest, passed, failed: results.length - passed, results }
    }
  )
  done()
}

function sentFiles({
  policies = [],
  files = [],
  settings = {}
}: z.infer<typeof validateRequest>): readonly SentFile[] {
  return [
    ...policies.map((policy, index) => ({ name: `policies/${index}`, policy })),
    ...files.map(({ name, content, layer }) => ({ name, text: content, layer })),
    ...LAYERS.flatMap((layer) =>
      settings[layer] === undefined ? [] : [{ name: `settings/${layer}`, layer, settings: settings[layer] }]
    )
  ]
}

/** Where the workshop did not do what was asked. */
function refusalFor(outcome: Outcome): Refusal {
  switch (outcome.kind) {
    case 'no-set': {
      const issues = outcome.faults.map(issueOf)
      return new Refusal('invalid-policies', summary(issues), issues)
    }
    case 'busy':
      return new Refusal('overloaded', 'other policies are being looked at')
    default:
      return new Refusal(
        'analysis-over-bound',
        'looking at the policies takes more than 2 s, or too much memory'
      )
  }
}

function issueOf({ file, line, place, code = 'wrong-value', reason }: PolicyFault) {
  const position = line === undefined ? '' : `, line ${line}`
  return { path: place, message: `${file}${position}: ${reason}`, code }
}
