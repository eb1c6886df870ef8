/** What somebody sends who means harm, and the answers that are good enough. */

export interface HostileRequest {
  readonly name: string
  /** Default: POST. */
  readonly method?: 'PUT' | undefined
  readonly path: string
  readonly body: () => string | Buffer
  /** Statuses of refusals; `decision`: a 200 that allows nothing. */
  readonly expected: readonly (number | 'decision')[]
}

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/app' }

const json =
  (value: () => unknown): (() => string) =>
  () =>
    JSON.stringify(value())

const call =
  (rest: () => object): (() => string) =>
  () =>
    JSON.stringify({ ...CALL, ...rest() })

const bash = (command: () => string): (() => string) => call(() => ({ input: { command: command() } }))

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const keys = (count: number, value: (index: number) => unknown = () => 1): object =>
  Object.fromEntries(times(count, (index) => [`key${index}`, value(index)]))

const rules = (behavior: string, list: () => readonly unknown[]): (() => string) =>
  call(() => ({ settings: { user: { permissions: { [behavior]: list() } } } }))

/** A text in place of a value, where `JSON.stringify` would not write it. */
const around = (text: string): string => JSON.stringify({ ...CALL, input: '@' }).replace('"@"', text)

const MIB = 1024 * 1024

/** As many rules as a layer may hold, none of which was ever seen before. */
const newRules = (spelled: (mark: string) => string): string[] =>
  times(10_000, (index) => spelled(`${Math.random()}${index}`))

/** Refusals of what is too much. */
const REPLIES = [400, 413, 422] as const

export const HOSTILE: readonly HostileRequest[] = [
  { name: 'no JSON', path: '/decide', body: () => '<xml/>', expected: [400] },
  { name: 'nothing', path: '/decide', body: () => '', expected: [400] },
  { name: 'half a document', path: '/decide', body: () => call(() => ({}))().slice(0, -1), expected: [400] },
  { name: 'a long number', path: '/decide', body: () => '9'.repeat(MIB - 10), expected: [400] },
  { name: '1 MiB of blanks', path: '/decide', body: () => ' '.repeat(MIB - 10), expected: [400] },
  { name: 'a list', path: '/decide', body: () => '[]', expected: [400] },
  { name: 'null', path: '/decide', body: () => 'null', expected: [400] },
  {
    name: 'the wrong type in every field',
    path: '/decide',
    body: json(() => ({ tool: 1, input: [], cwd: {}, mode: [], settings: 1, realPaths: [], transcript: {} })),
    expected: [400]
  },
  { name: '10,000 unknown keys', path: '/decide', body: call(() => keys(10_000)), expected: [422] },
  { name: '4,000 unknown keys', path: '/decide', body: call(() => keys(4_000)), expected: [400] },
  { name: '70,000 unknown keys', path: '/decide', body: call(() => keys(70_000)), expected: [422] },
  {
    name: '70,000 keys in the input of an unknown tool',
    path: '/decide',
    body: call(() => ({ tool: 'HouseTool', input: keys(70_000) })),
    expected: [422]
  },
  {
    name: '70,000 keys in the input of Bash',
    path: '/decide',
    body: call(() => ({ input: { command: 'ls', ...keys(70_000) } })),
    expected: [422]
  },
  {
    name: '70,000 unknown settings',
    path: '/decide',
    body: call(() => ({ settings: { user: keys(70_000) } })),
    expected: [422]
  },
  {
    name: '70,000 permission keys',
    path: '/decide',
    body: call(() => ({ settings: { user: { permissions: keys(70_000) } } })),
    expected: [422]
  },
  { name: '2 MiB', path: '/decide', body: () => `"${'a'.repeat(2 * MIB)}"`, expected: [413] },
  { name: '100,000 brackets', path: '/decide', body: () => '['.repeat(100_000), expected: [422, 400] },
  {
    name: 'a nesting bomb',
    path: '/decide',
    body: () => around(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
    expected: [422]
  },
  {
    name: 'as much nesting as is taken, many times',
    path: '/decide',
    body: () => around(`{"a":[${times(6_000, () => '['.repeat(58) + ']'.repeat(58)).join()}]}`),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '500,000 empty objects',
    path: '/decide',
    body: () => around(`{"command":[${'{},'.repeat(340_000)}{}]}`),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'bytes that are not UTF-8',
    path: '/decide',
    body: () => Buffer.concat([Buffer.from('{"tool":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    expected: [400]
  },
  { name: 'NUL in a command', path: '/decide', body: bash(() => 'ls \0 rm'), expected: ['decision'] },
  {
    name: 'NUL in a path',
    path: '/decide',
    body: call(() => ({ cwd: '/a\0b' })),
    expected: [400, 'decision']
  },
  { name: '__proto__', path: '/decide', body: () => around('{"__proto__":{"a":1}}'), expected: [400] },
  {
    name: 'constructor.prototype',
    path: '/decide',
    body: () => around('{"constructor":{"prototype":{"a":1}}}'),
    expected: [400]
  },
  {
    name: 'escapes that might hide such a key',
    path: '/decide',
    body: () => around(`{"a":[${'{"\\u0061":1},'.repeat(60_000)}1]}`),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'more rules than the bound',
    path: '/decide',
    body: rules('deny', () => times(10_001, (index) => `Bash(a${index} *)`)),
    expected: [422]
  },
  {
    name: 'as many rules as the bound, never seen before',
    path: '/decide',
    body: rules('allow', () => newRules((mark) => `Bash(a${mark} *)`)),
    expected: ['decision']
  },
  {
    name: '10,000 path rules, never seen before',
    path: '/decide',
    body: rules('deny', () => newRules((mark) => `Edit(src/**/${mark}/*.ts)`)),
    expected: ['decision']
  },
  {
    name: '10,000 malformed rules',
    path: '/decide',
    body: rules('deny', () => newRules((mark) => `Bash(${mark}`)),
    expected: ['decision']
  },
  {
    name: '10,000 rules for tools nobody knows',
    path: '/decide',
    body: rules('ask', () => newRules((mark) => `House${mark}(x:*)`)),
    expected: ['decision']
  },
  {
    name: '10,000 path rules that a path is held against',
    path: '/decide',
    body: call(() => ({
      tool: 'Edit',
      input: { file_path: '/home/dev/app/src/a/b.ts', old_string: 'a', new_string: 'b' },
      settings: { user: { permissions: { deny: newRules((mark) => `Edit(src/**/*${mark}/*.ts)`) } } }
    })),
    expected: ['decision']
  },
  {
    name: 'command rules in five layers, as many as a body holds',
    path: '/decide',
    body: call(() => ({
      settings: Object.fromEntries(
        ['user', 'project', 'local', 'flag', 'session'].map((layer) => [
          layer,
          { permissions: { deny: newRules((mark) => `Bash(${mark.slice(2, 9)})`).slice(0, 9_500) } }
        ])
      )
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '100,000 rules that are no text',
    path: '/decide',
    body: rules('allow', () => times(100_000, () => ({}))),
    expected: [422]
  },
  {
    name: 'pathological wildcards in command rules',
    path: '/decide',
    body: call(() => ({
      input: { command: 'a'.repeat(3_000) },
      settings: {
        user: { permissions: { deny: times(200, (i) => `Bash(${'*a'.repeat(500 + (i % 100))}*b${i})`) } }
      }
    })),
    expected: ['decision']
  },
  {
    name: 'pathological wildcards in path rules',
    path: '/decide',
    body: call(() => ({
      tool: 'Read',
      input: { file_path: `/home/dev/app/${'a/'.repeat(1_500)}x` },
      settings: { user: { permissions: { deny: times(200, (i) => `Read(${'**/a/'.repeat(100)}y${i})`) } } }
    })),
    expected: ['decision']
  },
  {
    name: 'stars in one segment of a path rule',
    path: '/decide',
    body: call(() => ({
      tool: 'Read',
      input: { file_path: `/home/dev/app/${'a'.repeat(3_000)}` },
      settings: { user: { permissions: { deny: times(200, (i) => `Read(${'*a'.repeat(300)}b${i})`) } } }
    })),
    expected: ['decision']
  },
  {
    name: 'a command of 1 MB',
    path: '/decide',
    body: bash(() => 'a'.repeat(1_000_000)),
    expected: ['decision']
  },
  {
    name: 'a command of 1 MB of operators',
    path: '/decide',
    body: bash(() => ';&|$('.repeat(200_000)),
    expected: ['decision']
  },
  {
    name: 'a command that takes long to read',
    path: '/decide',
    body: bash(() => 'x=$(echo `a`) && '.repeat(600) + Math.random()),
    expected: ['decision']
  },
  {
    name: 'braces that multiply',
    path: '/decide',
    body: bash(() => `rm ${'{a,b,c,d}'.repeat(40)}`),
    expected: ['decision']
  },
  {
    name: 'wrappers in wrappers',
    path: '/decide',
    body: bash(() => `${'xargs '.repeat(2_000)}rm`),
    expected: ['decision']
  },
  {
    name: 'PowerShell of 1 MB',
    path: '/decide',
    body: call(() => ({ tool: 'PowerShell', input: { command: 'a.b ; '.repeat(160_000) } })),
    expected: ['decision']
  },
  {
    name: 'a path of 1 MB',
    path: '/decide',
    body: call(() => ({ tool: 'Read', input: { file_path: '/a/../'.repeat(160_000) } })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'a working directory of 1 MB',
    path: '/decide',
    body: call(() => ({ cwd: '/a'.repeat(400_000) })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '10,000 entries of a transcript',
    path: '/decide',
    body: call(() => ({ transcript: times(10_000, () => ({ role: 'user', content: 'hello' })) })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'broken entries of a transcript',
    path: '/decide',
    body: call(() => ({ transcript: times(100_000, () => 1) })),
    expected: [400]
  },
  {
    name: '1,000 real paths',
    path: '/decide',
    body: call(() => ({
      input: { command: 'cat a/b/c' },
      realPaths: Object.fromEntries(times(1_000, (i) => [`/home/dev/app/p${i}`, `/real/${i}`]))
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '20,000 real paths',
    path: '/decide',
    body: call(() => ({
      input: { command: 'cat a/b/c > d' },
      realPaths: Object.fromEntries(times(20_000, (i) => [`/home/dev/app/p${i}`, `/real/${i}`]))
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '30,000 more directories',
    path: '/decide',
    body: call(() => ({
      input: { command: 'cat /x/a /y/b /z/c' },
      additionalDirectories: times(30_000, (i) => `/d${i}`)
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: '2,000 edits in one call',
    path: '/decide',
    body: call(() => ({
      tool: 'MultiEdit',
      input: {
        file_path: '/home/dev/app/a',
        edits: times(20_000, () => ({ old_string: 'a', new_string: 'b' }))
      }
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'a long address to fetch',
    path: '/decide',
    body: call(() => ({
      tool: 'WebFetch',
      input: { url: `https://${'a.'.repeat(300_000)}b`, prompt: 'x' }
    })),
    expected: ['decision', ...REPLIES]
  },
  {
    name: 'a batch of one too many',
    path: '/decide/batch',
    body: json(() => ({ cwd: '/a', calls: times(101, (i) => ({ ...CALL, cwd: '/a', toolUseId: `${i}` })) })),
    expected: [422]
  },
  {
    name: 'a batch of 100,000 numbers',
    path: '/decide/batch',
    body: json(() => ({ cwd: '/a', calls: times(100_000, () => 1) })),
    expected: [400, 422]
  },
  {
    name: 'a batch of long commands',
    path: '/decide/batch',
    body: json(() => ({
      cwd: '/a',
      calls: times(100, (i) => ({
        toolUseId: `${i}`,
        tool: 'Bash',
        input: { command: `echo $(a) ${i};`.repeat(600) + Math.random() }
      }))
    })),
    expected: ['decision']
  },
  {
    name: 'settings to keep, as large as they may be',
    method: 'PUT',
    path: '/settings',
    body: json(() => ({
      user: { permissions: { deny: newRules((mark) => `Edit(src/**/${mark}/*.ts)`) } },
      local: { permissions: { allow: newRules((mark) => `Bash(a${mark} *)`) } }
    })),
    expected: [200, 503, ...REPLIES]
  },
  {
    name: 'a policy of 10,000 rules to look at',
    path: '/policies/validate',
    body: json(() => ({
      policies: [{ id: 'large', settings: { permissions: { deny: newRules((mark) => `Bash(a${mark} *)`) } } }]
    })),
    expected: [200, 503, ...REPLIES]
  },
  {
    name: 'a policy file of 1 MB of brackets to look at',
    path: '/policies/validate',
    body: json(() => ({ files: [{ name: 'deep.yaml', content: '['.repeat(1_000_000) }] })),
    expected: [200, 503, ...REPLIES]
  },
  {
    name: 'a policy of 10,000 rules to test',
    path: '/policies/test',
    body: json(() => ({
      policies: [
        { id: 'large', settings: { permissions: { deny: newRules((mark) => `Bash(a${mark} *)`) } } }
      ],
      tests: times(100, (i) => ({
        name: `t${i}`,
        call: { ...CALL, input: { command: `a${i}` } },
        expect: 'ask'
      }))
    })),
    expected: [200, 503, ...REPLIES]
  },
  {
    name: 'a batch that is deep',
    path: '/decide/batch',
    body: () => JSON.stringify({ cwd: '/a', calls: '@' }).replace('"@"', '['.repeat(70) + ']'.repeat(70)),
    expected: [422]
  },
  {
    name: 'a command of 1 MB to classify',
    path: '/classify',
    body: json(() => ({ command: 'a;'.repeat(500_000) })),
    expected: [200, ...REPLIES]
  },
  {
    name: 'a thousand commands to classify',
    path: '/classify',
    body: json(() => ({ command: 'rm -rf "$a" > b;'.repeat(900) + Math.random() })),
    expected: [200, ...REPLIES]
  }
]
