/** `GET /policies` and `GET /policies/{id}`: what is in force, and which of its rules ever decide anything. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { LivePolicies } from '../policies/live.ts'
import type { Policy } from '../policies/policy-file.ts'
import { type RuleHitCounter, rulesOf } from '../policies/rule-hits.ts'
import { policiesFor } from '../policies/tenant-policies.ts'
import { Refusal } from '../problems.ts'
import { policiesAnswer, policyAnswer, policyRequest } from './schemas/policies.ts'

export interface PoliciesOptions {
  readonly policies: LivePolicies
  readonly ruleHits: RuleHitCounter
}

const tags = ['policies']

export const policiesRoutes: FastifyPluginCallbackZod<PoliciesOptions> = (
  app,
  { policies, ruleHits },
  done
) => {
  app.get(
    '/policies',
    {
      config: { scope: 'policies:read' },
      schema: {
        operationId: 'listPolicies',
        summary: 'List the policies in force',
        tags,
        response: { 200: policiesAnswer }
      }
    },
    ({ principal }) => {
      const { set, files, loadedAt } = policies.current()
      return {
        digest: set.digest,
        loadedAt: loadedAt.toISOString(),
        status: policies.status().fault === undefined ? ('newest' as const) : ('lastGood' as const),
        policies: policiesFor(set.policies, principal.tenant).map((policy) => ({
          id: policy.id,
          description: policy.description,
          priority: policy.priority ?? 0,
          match: policy.match,
          file: files.get(policy.id) ?? '',
          ruleCounts: ruleCountsOf(policy),
          tests: policy.tests?.length ?? 0
        }))
      }
    }
  )

  app.get(
    '/policies/:id',
    {
      config: { scope: 'policies:read' },
      schema: {
        operationId: 'getPolicy',
        summary: 'Show a policy and how often its rules decided a call of the caller’s tenant',
        tags,
        params: policyRequest,
        response: { 200: policyAnswer }
      }
    },
    ({ params, principal }) => {
      const { set, files } = policies.current()
      const policy = policiesFor(set.policies, principal.tenant).find(({ id }) => id === params.id)
      // Another tenant's policy is answered as one that is not there.
      if (policy === undefined) throw new Refusal('not-found', 'no policy in force has this id')
      return { ...policy, file: files.get(policy.id) ?? '', hits: [...ruleHits.of(policy, principal.tenant)] }
    }
  )
  done()
}

const ruleCountsOf = (policy: Policy) => ({
  allow: rulesOf(policy, 'allow').length,
  ask: rulesOf(policy, 'ask').length,
  deny: rulesOf(policy, 'deny').length
})
