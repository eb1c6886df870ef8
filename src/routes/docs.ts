/** `GET /docs`: the description of this interface, rendered, with nothing from outside. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '../problems.ts'

/** The page loads from this service and sends to it, to nobody else. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff'
} as const

/** What a page of the library says of itself and is passed on. */
const PASSED_ON = ['content-type', 'location'] as const

export function docsRoutes(app: FastifyInstance, _options: unknown, done: () => void): void {
  let pages: Promise<FastifyInstance> | undefined

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    pages ??= rendered(app)
    const page = await (await pages).inject({ method: 'GET', url: request.url })
    if (page.statusCode >= 400) throw new Refusal('not-found', 'there is nothing at this address')
    for (const name of PASSED_ON) {
      const value = page.headers[name]
      if (value !== undefined) reply.header(name, value)
    }
    return reply.code(page.statusCode).headers(HEADERS).send(page.rawPayload)
  }

  const schema = { hide: true }
  const config = { open: true }
  app.get('/docs', { schema, config }, answer)
  app.get('/docs/*', { schema, config }, answer)
  done()
}

/** An app of its own, made when first asked for: most processes never are, and loading it takes a while. */
async function rendered(app: FastifyInstance): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui')
  ])
  const pages = Fastify()
  await pages.register(swagger)
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    // No badge of an outside validator, no token kept in the browser.
    uiConfig: { validatorUrl: null, persistAuthorization: false },
    transformSpecification: () => app.swagger(),
    transformSpecificationClone: false
  })
  return pages
}
