/** Request and answer of `PUT /settings`. */
import { z } from 'zod'
import { jsonObject, list } from '../../requests/fields.ts'
import { warning } from './decide.ts'

export const settingsRequest = z
  .strictObject({
    user: jsonObject('The person’s own settings').optional(),
    project: jsonObject('Settings the project shares; see `projectTrusted`').optional(),
    local: jsonObject('The person’s settings for this project').optional(),
    flag: jsonObject('Settings given on the command line').optional()
  })
  .meta({
    id: 'StoredSettings',
    description: 'Layers that several calls have in common; the session’s own rules come with each call'
  })

export const settingsAnswer = z
  .object({
    settingsRef: z.string().meta({
      description: '`sha256:` and the digest of the layers; the same layers always have the same'
    }),
    warnings: list(warning).meta({ description: 'Rules that are skipped or can never match, unknown keys' })
  })
  .meta({
    id: 'SettingsRef',
    description: 'What stands for the layers, until they were not used for a while'
  })
