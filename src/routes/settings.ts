/** `PUT /settings`: layers sent ahead, named by reference in the calls that follow. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import type { SettingsCheck } from '../engine/settings-check.ts'
import { Refusal, summary } from '../problems.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { settingsAnswer, settingsRequest } from './schemas/settings.ts'
import { refuseUnavailable } from './unavailable.ts'

export interface SettingsOptions {
  readonly settings: SettingsStore
  readonly checkSettings: SettingsCheck
}

export const settingsRoutes: FastifyPluginCallbackZod<SettingsOptions> = (
  app,
  { settings, checkSettings },
  done
) => {
  app.put(
    '/settings',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'putSettings',
        summary: 'Send settings ahead, to name them by reference',
        tags: ['decisions'],
        body: settingsRequest,
        response: { 200: settingsAnswer }
      }
    },
    async (request) => {
      const { body, principal } = request
      const checked = await checkSettings(body)
      if (checked === undefined) throw new Refusal('overloaded', 'there is no time to read so many rules')
      if ('problem' in checked) throw new Refusal(checked.problem, summary(checked.issues), checked.issues)
      const settingsRef = await settings.put(principal.tenant, body).catch(refuseUnavailable)
      return { settingsRef, warnings: checked.warnings }
    }
  )
  done()
}
