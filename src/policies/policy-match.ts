/** Whom a policy is for: the shape of `match`, and how its patterns are read. */
import { z } from 'zod'
import { bounded } from '../engine/bounded.ts'
import { join } from '../engine/paths/normalise.ts'

const MAX_PATTERNS = 1_000

const name = (description: string) => z.string().min(1).max(256).meta({ description })

const DRIVE = /^[A-Za-z]:[\\/]/

/** `/srv/ci/**`, `C:/work/**`, `//server/share/**`; no `.`, no `..`, and `**` for whole names only. */
function isProjectPattern(text: string): boolean {
  if (!text.startsWith('/') && !DRIVE.test(text)) return false
  return text
    .split(/[\\/]/)
    .every((segment) => segment !== '.' && segment !== '..' && (segment === '**' || !segment.includes('**')))
}

const projectPattern = z
  .string()
  .max(4096)
  .refine(isProjectPattern, {
    error:
      'expected an absolute path such as /srv/ci/**, where `*` stands within a name and `**` for any names',
    params: { code: 'wrong-format' }
  })
  .meta({
    description: '`*`: any text within a name, `**`: any names; `/srv/ci/**` is for /srv/ci itself, too'
  })

const list = <T extends z.ZodType>(entry: T) => bounded(z.array(entry).min(1), MAX_PATTERNS).optional()

export const policyMatch = z
  .strictObject({
    tenants: list(name('A tenant; `*` stands for any text')),
    projects: list(projectPattern),
    agents: list(name('The type or id of an agent; `*` stands for any text'))
  })
  .refine((match) => Object.keys(match).length > 0, {
    error: 'expected tenants, projects or agents',
    params: { code: 'required' }
  })
  .meta({ id: 'PolicyMatch', description: 'Whom the policy is for: one entry of each list given must match' })

/** Lists of which each that is given must match. */
export type PolicyMatch = z.infer<typeof policyMatch>

/** A project pattern in the form of normalised paths. */
export const normalisedPattern = (text: string): string =>
  join('/', text, DRIVE.test(text) || text.startsWith('//') ? 'win32' : 'linux')
