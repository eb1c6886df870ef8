/** The session's own task list and its background tasks. */
import { z } from 'zod'
import { bounded } from '../bounded.ts'
import { defineTool, QUIET, SHOWS } from './tool.ts'

const KEEPS = { ...QUIET, safeInAuto: true } as const
const REPORTS = { ...SHOWS, safeInAuto: true, concurrencySafe: true } as const

const STATUS = z.enum(['pending', 'in_progress', 'completed'])
const METADATA = z.record(z.string(), z.unknown())

/** The tools of this family. */
export const TASK_TOOLS = [
  defineTool({
    ...KEEPS,
    name: 'TodoWrite',
    destructive: false,
    input: z.strictObject({
      todos: bounded(z.array(z.strictObject({ content: z.string(), status: STATUS, activeForm: z.string() })))
    })
  }),
  defineTool({
    ...KEEPS,
    name: 'TaskCreate',
    destructive: false,
    input: z.strictObject({
      subject: z.string(),
      description: z.string(),
      activeForm: z.string().optional(),
      metadata: METADATA.optional()
    })
  }),
  defineTool({
    ...KEEPS,
    name: 'TaskUpdate',
    input: z.strictObject({
      taskId: z.string(),
      status: z.enum([...STATUS.options, 'deleted']).optional(),
      subject: z.string().optional(),
      description: z.string().optional(),
      activeForm: z.string().optional(),
      addBlocks: bounded(z.array(z.string())).optional(),
      addBlockedBy: bounded(z.array(z.string())).optional(),
      owner: z.string().optional(),
      metadata: METADATA.optional()
    })
  }),
  defineTool({ ...REPORTS, name: 'TaskGet', input: z.strictObject({ taskId: z.string() }) }),
  defineTool({ ...REPORTS, name: 'TaskList', input: z.strictObject({}) }),
  defineTool({
    ...REPORTS,
    name: 'TaskOutput',
    aliases: ['BashOutput'],
    interruptBehavior: 'cancel',
    input: z.strictObject({ task_id: z.string(), block: z.boolean(), timeout: z.number() })
  }),
  defineTool({
    ...KEEPS,
    name: 'TaskStop',
    aliases: ['KillShell'],
    input: z.strictObject({ task_id: z.string().optional(), shell_id: z.string().optional() })
  })
]
