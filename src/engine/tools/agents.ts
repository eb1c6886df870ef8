/** Tools that hand work to someone else: other agents, skills, workflows, an interpreter. */
import { z } from 'zod'
import { ACTS, defineTool, QUIET, SHOWS } from './tool.ts'

const HANDS_ON = { ...QUIET, startsWork: true } as const

/** The tools of this family. */
export const AGENT_TOOLS = [
  defineTool({
    ...HANDS_ON,
    name: 'Agent',
    aliases: ['Task'],
    check: 'agent',
    contentFields: ['subagent_type'],
    input: z.strictObject({
      description: z.string(),
      prompt: z.string(),
      subagent_type: z.string().optional(),
      // Short names and full model ids both occur; parameter rules compare the text as sent.
      model: z.string().optional(),
      effort: z.unknown().optional(),
      run_in_background: z.boolean().optional(),
      name: z.string().optional(),
      team_name: z.string().optional(),
      mode: z.string().optional(),
      isolation: z.enum(['worktree', 'remote']).optional()
    })
  }),
  defineTool({ ...HANDS_ON, name: 'SendMessage' }),
  defineTool({ ...SHOWS, name: 'ListAgents', safeInAuto: true, shouldDefer: true }),
  defineTool({
    ...ACTS,
    name: 'Skill',
    check: 'skill',
    contentFields: ['skill', 'args'],
    planBlocked: false
  }),
  defineTool({
    name: 'Workflow',
    shouldDefer: true,
    input: z.strictObject({
      script: z.string().optional(),
      name: z.string().optional(),
      scriptPath: z.string().optional(),
      args: z.unknown().optional(),
      resumeFromRunId: z.string().optional(),
      title: z.string().optional(),
      description: z.string().optional()
    })
  }),
  defineTool({ name: 'REPL' })
]
