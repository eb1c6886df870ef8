/** Plan mode, questions to the person, worktrees. */
import { z } from 'zod'
import { bounded } from '../bounded.ts'
import { ACTS, defineTool, QUIET } from './tool.ts'

const OPTION = z.strictObject({
  label: z.string(),
  description: z.string(),
  preview: z.string().optional()
})

/** The tools of this family. */
export const PLAN_TOOLS = [
  defineTool({
    ...QUIET,
    name: 'AskUserQuestion',
    readOnly: true,
    destructive: false,
    requiresUserInteraction: true,
    input: z.strictObject({
      questions: bounded(
        z
          .array(
            z.strictObject({
              question: z.string(),
              header: z.string(),
              options: bounded(z.array(OPTION)),
              multiSelect: z.boolean()
            })
          )
          .min(1)
          .max(4)
      ),
      answers: z.record(z.string(), z.unknown()).optional(),
      annotations: z.record(z.string(), z.unknown()).optional(),
      metadata: z.record(z.string(), z.unknown()).optional()
    })
  }),
  defineTool({
    ...QUIET,
    name: 'EnterPlanMode',
    readOnly: true,
    destructive: false,
    safeInAuto: true,
    input: z.strictObject({})
  }),
  defineTool({
    ...ACTS,
    name: 'ExitPlanMode',
    readOnly: true,
    destructive: false,
    planBlocked: false,
    requiresUserInteraction: true
  }),
  // Only a path outside the default folder needs permission; its check says so.
  defineTool({
    ...ACTS,
    name: 'EnterWorktree',
    check: 'worktree',
    requiresPermission: false,
    shouldDefer: true,
    input: z
      .strictObject({ name: z.string().optional(), path: z.string().optional() })
      .refine((input) => input.name === undefined || input.path === undefined, {
        error: 'expected name or path, found both',
        params: { code: 'not-allowed' }
      })
  }),
  defineTool({
    ...ACTS,
    name: 'ExitWorktree',
    check: 'worktree',
    requiresPermission: false,
    shouldDefer: true,
    input: z.strictObject({
      action: z.enum(['keep', 'remove']),
      discard_changes: z.boolean().optional()
    })
  })
]
