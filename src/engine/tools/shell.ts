/** Tools that run commands. */
import { z } from 'zod'
import { bounded } from '../bounded.ts'
import { ACTS, defineTool } from './tool.ts'

const TIMEOUT_MS = z.number().nonnegative().max(600_000)

/** The tools of this family. */
export const SHELL_TOOLS = [
  defineTool({
    ...ACTS,
    name: 'Bash',
    check: 'bash',
    contentFields: ['command'],
    readOnly: null,
    concurrencySafe: null,
    planBlocked: false,
    input: z.strictObject({
      command: z.string(),
      timeout: TIMEOUT_MS.optional(),
      description: z.string().optional(),
      run_in_background: z.boolean().optional(),
      dangerouslyDisableSandbox: z.boolean().optional()
    })
  }),
  defineTool({
    ...ACTS,
    name: 'PowerShell',
    check: 'powershell',
    contentFields: ['command'],
    input: z.strictObject({
      command: z.string(),
      timeout: TIMEOUT_MS.optional(),
      description: z.string().optional(),
      run_in_background: z.boolean().optional()
    })
  }),
  defineTool({
    ...ACTS,
    name: 'Monitor',
    check: 'monitor',
    contentFields: ['command'],
    input: z
      .strictObject({
        description: z.string(),
        timeout_ms: z.number(),
        command: z.string().optional(),
        ws: z
          .strictObject({ url: z.string(), protocols: bounded(z.array(z.string())).optional() })
          .optional(),
        persistent: z.boolean().optional()
      })
      .refine((input) => (input.command === undefined) !== (input.ws === undefined), {
        error: 'expected exactly one of command and ws',
        params: { code: 'not-allowed' }
      })
  })
]
