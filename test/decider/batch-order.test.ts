/** What the calls of one response know of each other. */
import { afterEach, expect, test } from 'vitest'
import { answers, hookServer } from '../hooks/hook-server.ts'
import { BLOCKS, PASSES } from '../model-answers.ts'
import type { ModelCall } from '../model-server.ts'
import { type AutoApp, type Json, SESSION, startAutoApp } from './auto-app.ts'

const apps: AutoApp[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

async function start(settings: Json = {}): Promise<AutoApp> {
  const app = await startAutoApp({ policyFiles: [{ id: 'auto', settings }] })
  apps.push(app)
  return app
}

async function decided(
  app: AutoApp,
  commands: readonly string[],
  more: Json = {}
): Promise<readonly unknown[]> {
  const calls = commands.map((command, index) => ({
    ...{ toolUseId: `call-${index}`, tool: 'Bash', input: { command } }
  }))
  const { decisions } = await app.send('POST', '/decide/batch', { ...SESSION, ...more, calls })
  return Array.isArray(decisions) ? decisions : []
}

/** What the model was told. */
const told = ({ body }: ModelCall): string => body.replaceAll('\\', '')

const risky = (n: number) => `make target-${n}`
const CHANGES = ['cd sub && make', 'cat notes.txt', 'rm -rf build']

test.each([false, true])(
  'after a change of directory no later call is known to stand in the project; headless: %s',
  async (headless) => {
    const app = await start()
    const answers = await decided(app, CHANGES, { headless })
    expect(answers).toMatchObject(CHANGES.map(() => ({ decidedBy: { step: 'auto.5' } })))
    expect(app.model.requests).toHaveLength(3)
  }
)

test('the classifier hears that the directory is not known, and of no path that hangs on it', async () => {
  const app = await start()
  await decided(app, CHANGES)
  const [, reading = '', removing = ''] = app.model.requests.map(told)
  for (const request of [reading, removing]) {
    expect(request).toContain('where this one starts is not known')
    expect(request).not.toContain('/home/dev/app/notes.txt')
    expect(request).not.toContain('/home/dev/app/build')
  }
})

test('a call without a verdict shows the denials before it', async () => {
  const app = await start()
  app.model.script({ verdict: BLOCKS }, { status: 500 })
  const answers = await decided(app, [risky(1), risky(2)])
  expect(answers).toMatchObject([
    { decidedBy: { kind: 'classifier' }, denials: { consecutive: 1, total: 1 } },
    { decidedBy: { kind: 'degraded' }, denials: { consecutive: 1, total: 1 } }
  ])
})

test('an allowed call closes the breaker for those behind it', async () => {
  const app = await start({ autoMode: { denialLimits: { consecutive: 1, total: 20 } } })
  app.model.script({ verdict: BLOCKS })
  await app.decide(risky(0))
  expect(await decided(app, [risky(1), 'ls', risky(2)])).toMatchObject([
    { decision: 'ask', decidedBy: { kind: 'breaker' } },
    { decision: 'allow' },
    { decision: 'allow', decidedBy: { kind: 'classifier' }, denials: { consecutive: 0, total: 1 } }
  ])
})

test('other calls that come under an id that was used count as calls of their own', async () => {
  const app = await start()
  app.model.always({ verdict: BLOCKS })
  const answers = []
  for (const n of [1, 2, 3, 3]) answers.push(await app.decide(risky(n), { toolUseId: 'call-0' }))
  expect(answers.map(({ decidedBy }) => decidedBy.kind)).toEqual([
    ...['classifier', 'classifier', 'breaker', 'breaker']
  ])
  expect(await app.send('GET', '/sessions/session-1')).toMatchObject({ consecutive: 3, total: 3 })
})

test('hooks are asked about every call of the largest batch', async () => {
  const hooks = await hookServer((response, request) => void setTimeout(answers({}), 10, response, request))
  const app = await start({
    allowedHttpHookUrls: [`${hooks.url}/*`],
    hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: `${hooks.url}/` }] }] }
  })
  const commands = Array.from({ length: 100 }, (_, index) => `ls ${index}`)
  expect(await decided(app, commands)).toMatchObject(commands.map(() => ({ decision: 'allow' })))
  expect(hooks.received).toHaveLength(100)
})

test('a hook for some folder is asked about calls that may stand in it', async () => {
  const hooks = await hookServer(answers({}))
  const handler = { type: 'http', url: `${hooks.url}/`, if: 'Read(vault/**)' }
  const app = await start({
    allowedHttpHookUrls: [`${hooks.url}/*`],
    hooks: { PreToolUse: [{ hooks: [handler] }] }
  })
  await decided(app, ['cat notes.txt', 'cd sub', 'cat notes.txt'])
  expect(hooks.received.map(({ body }) => body.tool_use_id)).toEqual(['call-2'])
})

test('no verdict outlasts a change of directory that a hook puts in before the call', async () => {
  const decision = { behavior: 'allow', updatedInput: { command: 'cd /etc' } }
  const hooks = await hookServer(
    answers({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
  )
  const handler = { type: 'http', url: `${hooks.url}/`, if: 'Bash(npm *)' }
  const app = await start({
    permissions: { ask: ['Bash(npm:*)'] },
    allowedHttpHookUrls: [`${hooks.url}/*`],
    hooks: { PermissionRequest: [{ hooks: [handler] }] }
  })
  app.model.script({ verdict: PASSES }, { verdict: BLOCKS })
  expect(await decided(app, ['npm publish', risky(1)], { headless: true })).toMatchObject([
    { decision: 'allow', updatedInput: { command: 'cd /etc' } },
    { decision: 'deny', decidedBy: { kind: 'classifier' }, denials: { consecutive: 1, total: 1 } }
  ])
})
