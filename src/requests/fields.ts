/** Fields that several requests and answers share. */
import { z } from 'zod'
import { bounded } from '../engine/bounded.ts'
import { ENTRY_STEPS } from '../engine/entry.ts'
import { MODE_STEPS } from '../engine/modes.ts'
import { AUTO_STEPS, PERSON_STEPS } from '../engine/settlement.ts'
import { KINDS, LAYERS, MODES } from '../engine/verdict.ts'
import { INNER_STEPS } from '../engine/waterfall.ts'

/** What Linux takes; longer paths open no file. */
export const MAX_PATH = 4096
const MAX_PATHS = 1000
const MAX_MESSAGES = 10_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Any JSON object, handed on as it is: checked by whoever knows its shape. */
export const jsonObject = (description: string) =>
  z
    .custom<Record<string, unknown>>(isObject, { error: 'expected an object' })
    .meta({ type: 'object', additionalProperties: true, description })

/** A list in an answer. */
export const list = <T extends z.ZodType>(entry: T) => z.array(entry).readonly()

const absolutePath = (description: string) => z.string().min(1).max(MAX_PATH).meta({ description })

export const mode = z.enum(MODES).meta({ id: 'Mode', description: 'Permission mode of the session' })

export const layer = z.enum(LAYERS).meta({ id: 'Layer', description: 'Where a setting comes from' })

export const kind = z.enum(KINDS).meta({ id: 'Kind', description: 'Who decided, in one word' })

const STEPS = [...ENTRY_STEPS, ...INNER_STEPS, ...MODE_STEPS, ...AUTO_STEPS, ...PERSON_STEPS].map(
  ({ id }) => id
)

export const step = z.enum(STEPS).meta({ id: 'Step', description: 'A step of a decision' })

export const behavior = z.enum(['allow', 'ask', 'deny']).meta({
  id: 'Behavior',
  description: '`allow`: run it; `ask`: a person must answer; `deny`: do not run it'
})

export const toolUseId = z
  .string()
  .min(1)
  .max(256)
  .meta({ description: 'The id of this call in the model response; echoed. 1 to 256 characters' })

export const sessionId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/)
  .meta({ description: 'Whose denial state; required in mode `auto`. 1 to 128 of `A-Za-z0-9._:-`' })

/** Where a call stands: paths and the rules they follow. */
export const place = {
  cwd: absolutePath(
    'Absolute path of the directory this call starts in; relative operands resolve against it'
  ),
  projectDir: absolutePath(
    'Absolute path where the session started: first working directory, anchor of relative rules. Default: `cwd`'
  ).optional(),
  homeDir: absolutePath('Absolute path that `~` stands for').optional(),
  additionalDirectories: bounded(z.array(absolutePath('Absolute path')), MAX_PATHS)
    .optional()
    .meta({ description: `Absolute paths of further working directories; at most ${MAX_PATHS}` }),
  platform: z
    .enum(['linux', 'darwin', 'win32'])
    .optional()
    .meta({ description: 'Whose path and case rules hold. Default: `linux`' })
}

export const realPaths = bounded(z.record(z.string(), absolutePath('Absolute path')), MAX_PATHS)
  .optional()
  .meta({
    description: `Symlinks the client resolved: absolute path to absolute target, each of at most ${MAX_PATH} characters; at most ${MAX_PATHS}`
  })

export const hookVerdict = z
  .strictObject({
    decision: z
      .enum(['allow', 'ask', 'deny', 'defer'])
      .optional()
      .meta({ description: '`defer` counts as `ask`' }),
    reason: z.string().optional().meta({ description: 'The hook’s own words' }),
    updatedInput: jsonObject('The input the hook rewrote').optional()
  })
  .meta({ id: 'HookVerdict', description: 'The verdict of hooks that already ran on the client' })

const settings = z
  .strictObject({
    user: jsonObject('The person’s own settings').optional(),
    project: jsonObject('Settings the project shares; see `projectTrusted`').optional(),
    local: jsonObject('The person’s settings for this project').optional(),
    flag: jsonObject('Settings given on the command line').optional(),
    session: jsonObject('Rules the person granted for this session').optional(),
    policy: jsonObject(
      'Only where the service runs with PORTCULLIS_ALLOW_INLINE_POLICY=true, else 403; adds to its own policy'
    ).optional()
  })
  .meta({
    id: 'Settings',
    description: 'Layers, each an unmodified settings.json; at most 10,000 rules a layer and 4 KB a rule'
  })

const agent = z
  .strictObject({
    id: z.string().min(1).max(256).optional().meta({ description: 'This agent' }),
    type: z.string().min(1).max(256).optional().meta({ description: 'Its kind' }),
    parentId: z.string().min(1).max(256).optional().meta({ description: 'The agent that started it' })
  })
  .meta({ id: 'Agent', description: 'Which agent or subagent calls' })

const isContent = (value: unknown): value is string | readonly Record<string, unknown>[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every(isObject))

const content = z
  .custom<string | readonly Record<string, unknown>[]>(isContent, {
    error: 'expected text or an array of blocks'
  })
  .meta({
    description: 'Text, or blocks as the model API has them',
    anyOf: [
      { type: 'string' },
      { type: 'array', items: { type: 'object', additionalProperties: true, description: 'One block' } }
    ]
  })

const transcriptEntry = z
  .strictObject({
    role: z.string().min(1).max(64).meta({ description: 'Who spoke' }),
    content
  })
  .meta({ id: 'TranscriptEntry', description: 'One message of the conversation' })

/** What every call of a session has in common. */
export const session = {
  sessionId: sessionId.optional(),
  ...place,
  mode: mode
    .optional()
    .meta({ description: 'Default: `permissions.defaultMode` of the layers, else `default`' }),
  headless: z.boolean().optional().meta({ description: 'No person can answer. Default: false' }),
  settings: settings.optional(),
  settingsRef: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: 'Digest of layers sent before, instead of `settings`' }),
  projectTrusted: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the person trusted this project. Default: false' }),
  realPaths,
  agent: agent.optional(),
  transcript: bounded(z.array(transcriptEntry), MAX_MESSAGES)
    .optional()
    .meta({ description: 'The conversation, for the classifier' }),
  deadlineMs: z.int().min(1).max(86_400_000).optional().meta({
    description: 'The caller’s patience in milliseconds; what is not known by then counts as no verdict'
  }),
  explain: z.boolean().optional().meta({ description: 'Add `trace`. Default: false' })
}
