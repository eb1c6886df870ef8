/** `GET /livez`, `/readyz` and `/version`: for those who run the service. */
import type { FastifyPluginCallbackZod } from '@fastify/type-provider-zod'
import { Refusal } from '../problems.ts'
import { liveness, readinessAnswer, version as versionSchema } from './schemas/operations.ts'

export interface OperationsOptions {
  readonly version: string
  readonly health: readonly (() => string | undefined)[]
}

const tags = ['operations']

export const operationsRoutes: FastifyPluginCallbackZod<OperationsOptions> = (
  app,
  { version, health },
  done
) => {
  app.get(
    '/livez',
    {
      config: { open: true },
      schema: {
        operationId: 'livez',
        summary: 'Say that the process is up',
        tags,
        response: { 200: liveness }
      }
    },
    () => ({ status: 'ok' as const })
  )

  app.get(
    '/readyz',
    {
      config: { open: true },
      schema: {
        operationId: 'readyz',
        summary: 'Say whether the service may get traffic',
        tags,
        response: { 200: readinessAnswer }
      }
    },
    () => {
      const state = app.readiness()
      if (state !== 'ready') throw new Refusal('not-ready', `the service is ${state}`)
      const reasons = health.flatMap((reason) => reason() ?? [])
      return { status: reasons.length === 0 ? ('ready' as const) : ('degraded' as const), reasons }
    }
  )

  app.get(
    '/version',
    {
      config: { open: true },
      schema: {
        operationId: 'version',
        summary: 'Say which version this is',
        tags,
        response: { 200: versionSchema }
      }
    },
    () => ({ name: 'portcullis' as const, version })
  )
  done()
}
