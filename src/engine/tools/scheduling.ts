/** Tools that start something later or elsewhere. */
import { z } from 'zod'
import { defineTool, QUIET, SHOWS } from './tool.ts'

/** The tools of this family. */
export const SCHEDULING_TOOLS = [
  defineTool({
    name: 'CronCreate',
    requiresPermission: false,
    shouldDefer: true,
    input: z.strictObject({
      cron: z.string(),
      prompt: z.string(),
      recurring: z.boolean().optional(),
      durable: z.boolean().optional()
    })
  }),
  defineTool({
    name: 'CronDelete',
    requiresPermission: false,
    startsWork: false,
    destructive: true,
    shouldDefer: true,
    input: z.strictObject({ id: z.string() })
  }),
  defineTool({ ...SHOWS, name: 'CronList', safeInAuto: true, shouldDefer: true, input: z.strictObject({}) }),
  defineTool({
    ...QUIET,
    name: 'ScheduleWakeup',
    startsWork: true,
    shouldDefer: true,
    input: z.strictObject({
      delaySeconds: z.number().optional(),
      reason: z.string().optional(),
      prompt: z.string().optional(),
      stop: z.boolean().optional(),
      noop: z.boolean().optional()
    })
  }),
  defineTool({
    name: 'RemoteTrigger',
    requiresPermission: false,
    shouldDefer: true,
    input: z.strictObject({
      action: z.string(),
      trigger_id: z.string().optional(),
      session_id: z.string().optional(),
      cursor: z.string().optional(),
      body: z.unknown().optional()
    })
  })
]
