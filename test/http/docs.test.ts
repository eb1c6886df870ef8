import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { fixedPolicies } from '../../src/policies/live.ts'
import { expectProblem, send } from './client.ts'
import { stubEngine } from './stub-engine.ts'

const app = buildApp({ policies: fixedPolicies(stubEngine()), allowInlinePolicy: false })

beforeAll(() => app.ready())
afterAll(() => app.close())

/** The addresses that a page or style sheet loads. */
const loadedBy = (page: string): readonly string[] =>
  [...page.matchAll(/<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')

describe.each(['/docs', '/docs/'])('GET %s', (url) => {
  test('is a page that loads only what this service holds', async () => {
    const page = await app.inject(url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const loaded = loadedBy(page.body)
    expect(loaded.length).toBeGreaterThan(3)
    for (const target of loaded) {
      const { origin, pathname } = new URL(target, `http://localhost${url}`)
      expect(origin).toBe('http://localhost')
      const resource = await app.inject(pathname)
      expect([pathname, resource.statusCode]).toEqual([pathname, 200])
      expect(resource.rawPayload.length).toBeGreaterThan(0)
    }
  })
})

test('the page shows the description that is served', async () => {
  const [shown, served] = await Promise.all([app.inject('/docs/json'), app.inject('/openapi.json')])
  expect(shown.json()).toEqual(served.json())
})

test.each(['/docs', '/docs/static/swagger-ui-bundle.js'])(
  '%s lets a browser talk to this service alone',
  async (url) => {
    const { headers } = await app.inject(url)
    const directives = String(headers['content-security-policy']).split('; ')
    expect(directives).toContain("default-src 'none'")
    expect(directives).toContain("connect-src 'self'")
    expect(directives).toContain("script-src 'self'")
    expect(directives).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
)

test('no page holds a script of its own, which the browser would refuse', async () => {
  const { body } = await app.inject('/docs')
  expect([...body.matchAll(/<script(?![^>]*\bsrc=)|\son[a-z]+=|<style/g)]).toEqual([])
})

test.each([
  '/docs/nothing',
  '/docs/static/nothing.js',
  '/docs/static/../../package.json',
  '/docs/static/%2e%2e/package.json',
  '/docs/static/..%2fpackage.json'
])('%s is answered with a problem', async (url) => {
  expectProblem(await send({ method: 'GET', url }), 'not-found')
})

test('the description leaves its own page out', async () => {
  const { paths } = (await app.inject('/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => path.startsWith('/docs'))).toEqual([])
})
