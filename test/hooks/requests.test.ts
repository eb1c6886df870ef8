import { expect, test, vi } from 'vitest'
import type { HookFailure } from '../../src/hooks/http-hook-runner.ts'
import { answers, hookServer } from './hook-server.ts'
import { callOf, compiled, hookRunner, hooksOf, settingsWith } from './hooked.ts'

/** The fields of a request in which `handler` has a hook asked. */
async function headersFor(handler: object, environment: Record<string, string>, settings: object = {}) {
  const { url, received } = await hookServer(answers({}))
  const failed = vi.fn<(failure: HookFailure) => void>()
  const runner = hookRunner({ environment, failed })
  await runner.preToolUse(hooksOf(settingsWith('PreToolUse', [{ url, ...handler }], settings)), callOf())
  return { headers: received[0]?.headers, failure: failed.mock.lastCall?.[0].code }
}

test('a hook is sent the event as runtimes send it', async () => {
  const { url, received } = await hookServer(answers({}))
  const hooks = hooksOf(settingsWith('PreToolUse', [{ url: `${url}/hook/x?a=b` }]))
  const call = callOf({ sessionId: 's-1' }, { mode: 'acceptEdits', agent: { id: 'a-1', type: 'reviewer' } })
  await hookRunner().preToolUse(hooks, call)
  const [request] = received
  expect(request).toMatchObject({ method: 'POST', url: '/hook/x?a=b' })
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(JSON.stringify(request?.body).length)
  })
  expect(request?.body).toEqual({
    session_id: 's-1',
    transcript_path: '',
    cwd: '/home/dev/app',
    permission_mode: 'acceptEdits',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm publish' },
    tool_use_id: 'toolu_1',
    agent_id: 'a-1',
    agent_type: 'reviewer'
  })
})

test('fields that every event has are there where nobody knows them', async () => {
  const { url, received } = await hookServer(answers({}))
  const hooks = hooksOf(settingsWith('PreToolUse', [{ url }]))
  await hookRunner().preToolUse(hooks, callOf({}, { toolUseId: undefined }))
  expect(received[0]?.body).toMatchObject({ session_id: '', transcript_path: '', tool_use_id: '' })
  expect(received[0]?.body).not.toHaveProperty('agent_id')
})

test('where nobody can answer, a hook is asked without the id of the use', async () => {
  const { url, received } = await hookServer(answers({}))
  await hookRunner().permissionRequest(hooksOf(settingsWith('PermissionRequest', [{ url }])), callOf())
  expect(received[0]?.body).toMatchObject({ hook_event_name: 'PermissionRequest', tool_name: 'Bash' })
  expect(received[0]?.body).not.toHaveProperty('tool_use_id')
  expect(received[0]?.body).not.toHaveProperty('permission_suggestions')
})

test.each([
  ['a listed variable', 'Bearer $TOKEN', ['TOKEN'], undefined, 'Bearer t0ken'],
  ['a listed variable in braces', 'Bearer ${TOKEN}!', ['TOKEN'], undefined, 'Bearer t0ken!'],
  ['a variable that is not listed', 'a $OTHER b', ['TOKEN'], undefined, 'a  b'],
  ['a variable that is not there', 'a $GONE b', ['GONE'], undefined, 'a  b'],
  ['a variable that the policies do not allow', 'a $TOKEN b', ['TOKEN'], ['OTHER'], 'a  b'],
  ['a variable that the policies allow', 'a $TOKEN b', ['TOKEN'], ['TOKEN'], 'a t0ken b'],
  ['a variable that only the policies allow', 'a $TOKEN b', [], ['TOKEN'], 'a  b'],
  ['what a variable holds, which is no template', '$NESTED', ['NESTED', 'TOKEN'], undefined, '$TOKEN'],
  ['dollars that name nothing', 'a $ $1 b', [], undefined, 'a $ $1 b']
])('a header field holds %s', async (_, value, allowedEnvVars, httpHookAllowedEnvVars, sent) => {
  const environment = { TOKEN: 't0ken', OTHER: 'other', NESTED: '$TOKEN' }
  const handler = { headers: { 'X-Key': value }, allowedEnvVars }
  const { headers } = await headersFor(
    handler,
    environment,
    httpHookAllowedEnvVars && { httpHookAllowedEnvVars }
  )
  expect(headers?.['x-key']).toBe(sent)
})

test.each(['a\r\nX-Admin: yes', 'a\nb', 'a\u0000b', 'ключ'])(
  'a variable that holds %j is sent to nobody',
  async (value) => {
    const handler = { headers: { 'X-Key': '$TOKEN' }, allowedEnvVars: ['TOKEN'] }
    const { headers, failure } = await headersFor(handler, { TOKEN: value })
    expect([headers, failure]).toEqual([undefined, 'header'])
  }
)

test('a variable of the service itself goes to nobody, however the hook came about', async () => {
  const { url, received } = await hookServer(answers({}))
  const [hook] = hooksOf(
    settingsWith('PreToolUse', [{ url, headers: { 'X-Key': 'a$PORTCULLIS_X' } }])
  ).PreToolUse
  if (hook === undefined) throw new Error('no hook')
  const hooks = {
    PreToolUse: [{ ...hook, variables: new Set(['PORTCULLIS_X']) }],
    PermissionRequest: [],
    PermissionDenied: []
  }
  await hookRunner({ environment: { PORTCULLIS_X: 'secret' } }).preToolUse(hooks, callOf())
  expect(received[0]?.headers['x-key']).toBe('a')
})

test('handlers do not frame requests', async () => {
  const { headers } = await headersFor(
    {
      headers: {
        Host: 'other.example.com',
        'Content-Length': '1',
        'Transfer-Encoding': 'chunked',
        Connection: 'X-Team',
        'Content-Type': 'text/plain',
        Expect: '100-continue',
        'Accept-Encoding': 'gzip',
        'X-Team': 'shop'
      }
    },
    {}
  )
  expect(headers?.host).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'x-team': 'shop'
  })
  expect(headers).not.toHaveProperty('transfer-encoding')
  expect(headers).not.toHaveProperty('expect')
})

test('all hooks that match are asked at once, and an identical one is asked once', async () => {
  const arrived: (() => void)[] = []
  const { url, received } = await hookServer((response) => {
    arrived.push(() => response.end())
    // Nobody gets an answer before both have asked.
    if (arrived.length === 2) for (const answer of arrived) answer()
  })
  const handlers = [{ url: `${url}/a` }, { url: `${url}/b` }]
  const policies = ['one', 'two'].map((id) => ({ id, settings: settingsWith('PreToolUse', handlers) }))
  const hooks = compiled(policies)
  if (hooks === undefined) throw new Error('no hooks')
  expect(await hookRunner().preToolUse(hooks, callOf())).toBeUndefined()
  expect(received.map((request) => request.url).sort()).toEqual(['/a', '/b'])
})

test('nobody is asked about the end of a conversation', () => {
  const hooks = hooksOf(settingsWith('PreToolUse', [{ url: 'http://127.0.0.1:1/' }]))
  expect(hookRunner().preToolUse(hooks, callOf({ tool: 'EndConversation', input: {} }))).toBeUndefined()
})

test('where no hook speaks of the call, there is nothing to wait for', () => {
  const runner = hookRunner()
  const settings = settingsWith('PreToolUse', [])
  const hooks = hooksOf({
    ...settings,
    hooks: {
      PreToolUse: [
        { matcher: 'Edit|Write', hooks: [{ type: 'http', url: 'http://127.0.0.1:1/' }] },
        { matcher: 'Bash', hooks: [{ type: 'http', url: 'http://127.0.0.1:1/', if: 'Bash(git *)' }] }
      ]
    }
  })
  expect(runner.preToolUse(hooks, callOf())).toBeUndefined()
  expect(runner.permissionRequest(hooks, callOf())).toBeUndefined()
  expect(runner.permissionDenied(hooks, { ...callOf(), reason: '' })).toBeUndefined()
})

test('calls are counted by event and outcome', async () => {
  const word = (permissionDecision: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision }
  })
  const { url } = await hookServer((response, { url: path }) => {
    if (path === '/slow') return
    if (path === '/none') response.end()
    else answers(word(path.slice(1)))(response, { method: '', url: path, headers: {}, body: {} })
  })
  const runner = hookRunner()
  const paths = ['allow', 'ask', 'deny', 'none', 'slow', 'nonsense']
  const handlers = [
    ...paths.map((path) => ({ url: `${url}/${path}`, timeout: path === 'slow' ? 0.3 : 20 })),
    { url: 'https://169.254.169.254/' }
  ]
  await runner.preToolUse(hooksOf(settingsWith('PreToolUse', handlers)), callOf())
  expect(runner.counts.PreToolUse).toEqual({
    allow: 1,
    ask: 1,
    deny: 1,
    none: 1,
    timeout: 1,
    failure: 1,
    'refused-address': 1
  })
  expect(Object.values(runner.counts.PermissionRequest).every((count) => count === 0)).toBe(true)
})
