/** What the classifier is shown of a call beside its text. */
import { afterEach, expect, test } from 'vitest'
import { type AutoApp, type Json, startAutoApp } from './auto-app.ts'

const apps: AutoApp[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** What the model was sent about `make > out.txt`, once for each of these fields. */
async function asked(...calls: readonly Json[]): Promise<readonly string[]> {
  const app = await startAutoApp()
  apps.push(app)
  for (const fields of calls) await app.decide('make > out.txt', fields)
  return app.model.requests.map(({ body }) => body.replaceAll('\\', ''))
}

const LINK = { realPaths: { '/home/dev/app/out.txt': '/etc/cron.d/backup' } }

test('a verdict on a file is none on what a link of the same name leads to', async () => {
  const [plain = '', linked = '', ...more] = await asked({}, LINK)
  expect(plain).not.toContain('"realPaths":')
  expect(linked).toContain('"realPaths":{"/home/dev/app/out.txt":"/etc/cron.d/backup"}')
  expect(more).toEqual([])
})

test('a path that is its own says nothing', async () => {
  const path = '/home/dev/app/out.txt'
  expect(await asked({}, { realPaths: { [path]: path } })).toHaveLength(1)
})
