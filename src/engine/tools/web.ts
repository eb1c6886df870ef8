/** Tools that reach the network. */
import { z } from 'zod'
import { address, bounded } from '../bounded.ts'
import { defineTool } from './tool.ts'

const REACHES_OUT = {
  readOnly: true,
  destructive: false,
  concurrencySafe: true,
  planBlocked: false,
  startsWork: false,
  interruptBehavior: 'cancel',
  shouldDefer: true
} as const

/** The tools of this family. */
export const WEB_TOOLS = [
  defineTool({
    ...REACHES_OUT,
    name: 'WebFetch',
    check: 'fetch',
    contentFields: ['url'],
    input: z.strictObject({ url: address, prompt: z.string(), offset: z.number().optional() })
  }),
  defineTool({
    ...REACHES_OUT,
    name: 'WebSearch',
    input: z.strictObject({
      query: z.string(),
      allowed_domains: bounded(z.array(z.string())).optional(),
      blocked_domains: bounded(z.array(z.string())).optional()
    })
  })
]
