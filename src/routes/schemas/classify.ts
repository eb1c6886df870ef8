/** Request and answer of `POST /classify`. */
import { z } from 'zod'
import type { CommandContext } from '../../engine/bash/program.ts'
import { ALL_RISK_CODES, RISK_LEVELS } from '../../engine/knowledge/risk-codes.ts'
import { checkPlaces, refuse } from '../../requests/conditions.ts'
import { jsonObject, list, place } from '../../requests/fields.ts'
import { suggestion } from './decide.ts'

export const classifyRequest = z
  .strictObject({
    command: z.string().optional().meta({ description: 'A Bash command; instead of `tool` and `input`' }),
    tool: z.string().min(1).max(256).optional().meta({ description: 'Tool name; with `input`' }),
    input: jsonObject('The tool’s input; with `tool`').optional(),
    ...place,
    cwd: place.cwd.optional()
  })
  .superRefine((body, context) => {
    checkPlaces(body, context)
    const { command, tool, input } = body
    if (command === undefined && tool === undefined) {
      refuse(context, ['command'], 'required', 'expected either command or tool and input, found neither')
    } else if (command !== undefined && (tool !== undefined || input !== undefined)) {
      refuse(context, ['command'], 'not-allowed', 'expected either command or tool and input, found both')
    } else if (tool !== undefined && input === undefined) {
      refuse(context, ['input'], 'required', 'expected an object, found nothing: tool needs its input')
    }
  })
  .meta({ id: 'ClassifyRequest', description: 'A command, or a call of any tool; nothing is run' })

const parse = z
  .object({
    status: z.enum(['ok', 'failClosed']),
    reason: z
      .object({
        class: z.enum(['structure', 'meaning']).meta({
          description:
            '`structure`: the text cannot be read with certainty; `meaning`: what it runs is not known'
        }),
        code: z.string(),
        message: z.string()
      })
      .optional(),
    offset: z.int().optional().meta({ description: 'UTF-16 offset of the place' })
  })
  .meta({ id: 'Parse', description: 'Whether the text was read with certainty' })

const CONTEXTS = [
  'main',
  'pipeline',
  'background',
  'subshell',
  'substitution',
  'condition',
  'loop',
  'function'
] as const satisfies readonly CommandContext[]

/** What is said of one command, and of all of them together. */
const effects = {
  readOnly: z.boolean().meta({ description: 'Speaks of effects only, not of where paths lie' }),
  concurrencySafe: z.boolean().meta({ description: 'May run beside others' }),
  destructive: z.boolean().meta({
    description: 'Removes, overwrites, rewrites history and the like; true as well where it could not be read'
  }),
  network: z.boolean().meta({ description: 'May reach the network' }),
  executesCode: z.boolean().meta({
    description: 'Runs, or may run, code that the command line does not show'
  }),
  privileged: z.boolean().meta({ description: 'Raises privileges' }),
  risk: z.enum(RISK_LEVELS).meta({ id: 'RiskLevel', description: 'How bad the worst reason is' }),
  reads: list(z.string()).meta({ description: 'Absolute paths that are statically known' }),
  writes: list(z.string()).meta({ description: 'Absolute paths that are statically known' }),
  unknownReads: z.boolean().meta({ description: 'May read paths that are not in `reads`' }),
  unknownWrites: z.boolean().meta({ description: 'May write paths that are not in `writes`' })
}

const span = z
  .tuple([z.int(), z.int()])
  .readonly()
  .meta({ description: 'UTF-16 offsets in the command, end exclusive' })

const riskReason = z
  .object({
    code: z.enum(ALL_RISK_CODES).meta({
      id: 'RiskCode',
      description: 'A closed list; `docs/classification.md` explains each'
    }),
    message: z.string(),
    command: z.string().meta({ description: 'Source text of the command, or of a group’s redirection' }),
    span
  })
  .meta({ id: 'RiskReason', description: 'Why a command is not without risk' })

const command = z
  .object({
    argv: list(z.string()).meta({ description: 'The words; a dynamic word is its source text' }),
    text: z.string().meta({ description: 'Source text' }),
    span,
    dynamic: list(z.int()).meta({ description: 'Indexes of words that are not statically known' }),
    env: list(z.object({ name: z.string(), value: z.string() })).meta({ description: 'Prefix assignments' }),
    wrappers: list(z.string()).meta({ description: 'Programs that run this command, outermost first' }),
    cwd: z.string().nullable().meta({ description: 'Absolute path of its directory; `null`: not known' }),
    redirects: list(
      z.object({ op: z.string(), fd: z.int().nullable(), target: z.string(), writes: z.boolean() })
    ).meta({ description: 'Redirections; `fd` `null`: the default of the operator' }),
    ...effects,
    reason: z.string().meta({ description: 'Why it is, or is not, read-only' }),
    context: z.enum(CONTEXTS).meta({ description: 'In what part of the text it stands' })
  })
  .meta({ id: 'ClassifiedCommand', description: 'One simple command that may run' })

export const classification = z
  .object({
    parse,
    ...effects,
    reasons: list(riskReason).meta({
      description: 'The worst first, each code once a place, at most 100; `risk` and the flags count all'
    }),
    commands: list(command).meta({ description: 'In the order of the text' }),
    suggestedRules: list(suggestion)
  })
  .meta({ id: 'Classification', description: 'What a command does, as far as its text shows' })
