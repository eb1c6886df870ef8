/** Answers of the policies routes. */
import { z } from 'zod'
import { policyFile } from '../../policies/policy-file.ts'
import { policyMatch } from '../../policies/policy-match.ts'
import { behavior, list } from '../../requests/fields.ts'

const count = z.int().min(0)

const { id, description, priority } = policyFile.shape

const file = z.string().meta({ description: 'Name of its file, without the folder' })

export const policiesAnswer = z
  .object({
    digest: z.string().meta({ description: 'Of the set in force; every answer by it carries this' }),
    loadedAt: z.string().meta({ description: 'When the set went live, in UTC' }),
    status: z.enum(['newest', 'lastGood']).meta({
      description: '`lastGood`: what is in the folder now is broken; `/readyz` says why'
    }),
    policies: list(
      z
        .object({
          id,
          description,
          priority: z.int(),
          match: policyMatch.optional(),
          file,
          ruleCounts: z.object({ allow: count, ask: count, deny: count }),
          tests: count.meta({ description: 'Tests that the file holds; all of them passed' })
        })
        .meta({ id: 'PolicySummary', description: 'A policy in force' })
    )
  })
  .meta({ id: 'Policies', description: 'The policies in force that can apply to the caller’s tenant' })

export const policyRequest = z.object({ id: z.string().meta({ description: 'The `id` of a policy' }) })

export const policyAnswer = z
  .object({
    ...policyFile.shape,
    id,
    description,
    priority,
    file,
    hits: list(
      z.object({ rule: z.string(), behavior, layer: z.literal('policy'), count }).meta({
        id: 'RuleHits',
        description: 'How many calls of the caller’s tenant a rule decided since the set went live'
      })
    )
  })
  .meta({
    id: 'PolicyInForce',
    description: 'A policy as it concerns the caller’s tenant, and what its rules decided'
  })
