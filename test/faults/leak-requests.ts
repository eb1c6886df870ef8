/** Requests that provoke the problems of a service without callers, with secrets in every place that can hold one. */
import type { ProblemCode } from '../../src/problems.ts'
import { HOSTILE } from './hostile-requests.ts'

/** What must not come back to anybody, whatever is sent along with it. */
export const SECRETS = {
  token: 'unknown-token-hunter2',
  redisPassword: 'redis-file-hunter2',
  redisUrlPassword: 'redis-url-hunter2',
  wrongRedisPassword: 'redis-wrong-hunter2',
  logToken: 'log-token-hunter2',
  header: 'header-hunter2',
  content: 'file-content-hunter2',
  setting: 'setting-value-hunter2',
  thrown: 'thrown-hunter2',
  fileText: 'operator-file-hunter2',
  transcript: 'transcript-hunter2'
} as const

/**
 * What a caller wrote as a name, a rule or a command. Warnings, errors and reasons must say which one they are about,
 * so it may come back to whoever sent it; it may stand in no log.
 */
export const SENT = {
  command: 'command-hunter3',
  rule: 'rule-hunter3',
  key: 'key-hunter3',
  path: 'path-hunter3',
  text: 'text-hunter3'
} as const

export interface Provocation {
  /** What must come of it. Undefined: whatever comes. */
  readonly code?: ProblemCode
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export const CALL = { tool: 'Bash', input: { command: `ls ${SENT.command}` }, cwd: '/srv/agent' }
export const UNKNOWN_REF = `sha256:${'0'.repeat(64)}`

const SMALL = 50_000

const decide = (fields: object, code?: ProblemCode): Provocation => ({
  ...(code === undefined ? {} : { code }),
  path: '/decide',
  body: JSON.stringify({ ...CALL, ...fields })
})

const raw = (code: ProblemCode, body: string | Buffer, path = '/decide'): Provocation => ({
  code,
  path,
  body
})

const of = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => make(index))

const hostile: readonly Provocation[] = HOSTILE.flatMap(({ method, path, body }) => {
  const bytes = body()
  return bytes.length > SMALL ? [] : [{ path, body: bytes, ...(method === undefined ? {} : { method }) }]
})

const SECRET_SETTINGS = {
  user: { env: { API_KEY: SECRETS.setting }, permissions: { deny: [`Bash(${SENT.rule}`, 'Bash(rm *)'] } }
}

export const PROVOCATIONS: readonly Provocation[] = [
  ...hostile,
  raw('invalid-json', `{"tool": "${SENT.text}`),
  raw('invalid-encoding', Buffer.concat([Buffer.from(`"${SENT.text}`), Buffer.from([0xff])])),
  raw('forbidden-key', `{"__proto__": "${SECRETS.content}"}`),
  raw('nesting-too-deep', '['.repeat(70) + ']'.repeat(70)),
  raw('too-many-members', JSON.stringify(of(30_001, () => ({})))),
  raw('body-too-large', `"${SECRETS.content.repeat(60_000)}"`),
  raw(
    'too-many-calls',
    JSON.stringify({ cwd: '/a', calls: of(101, (i) => ({ ...CALL, toolUseId: `${i}` })) }),
    '/decide/batch'
  ),
  decide({ [SENT.key]: SECRETS.content }, 'invalid-request'),
  decide({ mode: SECRETS.content }, 'invalid-request'),
  decide({ settings: { policy: { env: { A: SECRETS.setting } } } }, 'inline-policy-not-allowed'),
  decide({ settings: { user: { permissions: SECRETS.setting } } }, 'invalid-layer'),
  decide(
    { settings: { user: { permissions: { deny: of(10_001, (i) => `Bash(${SENT.rule}${i})`) } } } },
    'too-many-rules'
  ),
  decide({ settingsRef: UNKNOWN_REF }, 'unknown-settings-ref'),
  { method: 'PUT', path: '/settings', body: JSON.stringify({ user: { env: SECRETS.setting } }) },
  { method: 'PUT', path: '/settings', body: JSON.stringify(SECRET_SETTINGS) },
  { ...decide({}, 'unsupported-media-type'), headers: { 'content-type': `text/${SENT.text}` } },
  { ...decide({}, 'unsupported-media-type'), headers: { 'content-encoding': SENT.text } },
  { ...decide({}), headers: { authorization: `Bearer ${SECRETS.token}`, cookie: SECRETS.header } },
  decide({
    settings: SECRET_SETTINGS,
    explain: true,
    transcript: [{ role: 'user', content: SECRETS.transcript }]
  }),
  decide({ input: { command: `curl -H 'X: ${SENT.command}' https://x.test; $Y` }, explain: true }),
  decide({ tool: 'Write', input: { file_path: `/a/${SENT.path}`, content: SECRETS.content }, explain: true }),
  decide({ tool: 'Edit', input: { file_path: '/a', old_string: SECRETS.content, new_string: 1 } }),
  decide({ tool: 'mcp__house__send', input: { body: SECRETS.content } }),
  { path: '/classify', body: JSON.stringify({ command: `echo ${SENT.command} $(` }) },
  {
    code: 'invalid-policies',
    path: '/policies/test',
    body: JSON.stringify({ files: [{ name: 'a.yaml', content: `id: [${SENT.text}` }] })
  },
  {
    path: '/policies/validate',
    body: JSON.stringify({
      files: [{ name: 'a.json', content: `{"id": "${SENT.text}` }],
      policies: [{ id: 'a', settings: { env: { A: SECRETS.setting }, permissions: { allow: [SENT.rule] } } }]
    })
  },
  { code: 'not-found', method: 'GET', path: `/${SENT.path}` },
  { code: 'not-found', method: 'GET', path: '/docs/static/../../package.json%00' },
  { code: 'not-found', method: 'GET', path: '/policies/none' },
  { code: 'not-found', method: 'GET', path: '/decisions/none' },
  { code: 'malformed-request', method: 'GET', path: '/%zz' },
  { code: 'uri-too-long', method: 'GET', path: `/livez?${'x'.repeat(3_000)}` },
  { code: 'uri-too-long', method: 'GET', path: `/decisions/${'x'.repeat(300)}` },
  { code: 'method-not-allowed', method: 'DELETE', path: '/metrics' },
  { method: 'GET', path: '/policies' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/version' },
  { method: 'GET', path: '/readyz' }
]

/** Sent as bytes, since no client of HTTP would send it. */
export const RAW: readonly (readonly [ProblemCode, string])[] = [
  ['malformed-request', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['host-not-allowed', `GET /livez HTTP/1.1\r\nHost: ${SECRETS.header}.test\r\nConnection: close\r\n\r\n`],
  ['malformed-request', `${SECRETS.header}\r\n\r\n`],
  ['malformed-request', 'GET /livez HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  [
    'headers-too-large',
    `GET /livez HTTP/1.1\r\nHost: localhost\r\nX: ${SECRETS.header.repeat(2_000)}\r\n\r\n`
  ],
  ['method-not-allowed', 'CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [
    'expectation-failed',
    `POST /decide HTTP/1.1\r\nHost: localhost\r\nExpect: ${SECRETS.header}\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1`
  ]
]

/** Keeps the workshop busy until it gives up. */
export const slow = (): Provocation => ({ path: '/policies/test', body: slowPolicies() })

/** Rules that take long to hold against the paths of the tests. */
function slowPolicies(): string {
  return JSON.stringify({
    policies: [
      {
        id: 'slow',
        settings: { permissions: { deny: of(6_000, (i) => `Read(**/a/**/a*b*/**/a/**/y${i})`) } }
      }
    ],
    tests: of(100, (i) => ({
      name: `t${i}`,
      call: { tool: 'Read', input: { file_path: `/a/${'a/'.repeat(1_500)}${i}` }, cwd: '/a' },
      expect: 'ask'
    }))
  })
}
