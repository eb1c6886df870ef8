import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServiceProcess, ServiceProcesses } from '../service-process.ts'
import { HOSTILE } from './hostile-requests.ts'

const SECRET = 'tok3n-hunter2-s3cret'

let services: ServiceProcesses
let service: ServiceProcess
const answers: string[] = []

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/srv/agent' }

beforeAll(async () => {
  services = await ServiceProcesses.compile()
  service = await services.start({ PORTCULLIS_LOG_LEVEL: 'debug' })
}, 120_000)

afterAll(async () => {
  await services.stopAll()
  await services.remove()
})

async function send(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(service.origin + path, init)
  answers.push(JSON.stringify([...answer.headers]), await answer.text())
}

const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body)
})

async function sendRaw(bytes: string): Promise<void> {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const answer = text(socket).catch(() => '')
  socket.end(bytes)
  answers.push(await answer)
}

/** Requests that fail in every way the table of problems knows, and some that do not. */
async function provoke(): Promise<void> {
  for (const { path, body } of HOSTILE) {
    const bytes = body()
    if (bytes.length < 50_000) await send(path, json(bytes.toString()))
  }
  await send('/decide', json(`{"tool": "${SECRET}`))
  await send('/decide', json({ ...CALL, [SECRET]: 1 }, { authorization: `Bearer ${SECRET}` }))
  await send('/decide', json({ ...CALL, settingsRef: 'sha256:00' }))
  await send('/decide', json({ ...CALL, settings: { policy: {} } }))
  await send('/decide', json({ ...CALL, settings: { user: { permissions: 1 } } }))
  await send('/decide', json(CALL, { 'content-type': 'text/plain' }))
  await send('/decide', json(CALL, { 'content-encoding': 'gzip' }))
  await send('/decide', json({ ...CALL, input: { command: `curl -H 'X: ${SECRET}' https://x.test; $Y` } }))
  await send('/decide', json({ ...CALL, tool: 'Write', input: { file_path: '/a', content: SECRET } }))
  await send('/decide', json({ ...CALL, input: { command: SECRET.repeat(2_000) } }))
  for (const path of ['/nowhere', '/%zz', '/decide', `/decisions/${'x'.repeat(300)}`, '/policies/none']) {
    await send(path, { method: 'GET' })
  }
  await send('/metrics', { method: 'DELETE' })
  await sendRaw('GET /livez HTTP/1.1\r\n\r\n')
  await sendRaw('GET /livez HTTP/1.1\r\nHost: evil.test\r\n\r\n')
  await sendRaw(`${SECRET}\r\n\r\n`)
  await sendRaw('GET /livez HTTP/9.9\r\nHost: localhost\r\n\r\n')
  await sendRaw('CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await sendRaw('POST /decide HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nContent-Length: 1\r\n\r\n1')
}

test('no answer and no line of the log tells of the machine, of the code or of what was sent', async () => {
  await provoke()
  service.child.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  const log = service.log()
  expect(answers.filter((answer) => answer.includes('urn:portcullis:problem:')).length).toBeGreaterThan(20)
  expect(log).toContain('"request answered"')
  for (const said of [...answers, log]) {
    expect(said).not.toMatch(/node_modules|node:internal|\.[jt]s:\d|\n? {4}at |\\n {4}at /)
    expect(said).not.toMatch(/FST_|ZodError|HPE_|SyntaxError|TypeError/)
    expect(said).not.toContain(process.cwd())
    expect(said).not.toContain('/compiled-')
  }
  expect(log).not.toContain(SECRET)
}, 120_000)
