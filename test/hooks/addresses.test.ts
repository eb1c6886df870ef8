import { expect, test } from 'vitest'
import type { Resolve } from '../../src/hooks/guarded-lookup.ts'
import { answers, hookServer } from './hook-server.ts'
import { callOf, hookRunner, hooksOf, settingsWith } from './hooked.ts'

/** Whether the hook at `url` is refused before anything is sent. */
async function isRefused(url: string, allowedHttpHookUrls: readonly string[] | undefined, resolve?: Resolve) {
  const runner = hookRunner({ resolve })
  await runner.preToolUse(hooksOf(settingsWith('PreToolUse', [{ url }], { allowedHttpHookUrls })), callOf())
  return runner.counts.PreToolUse['refused-address'] === 1
}

/** Addresses in every spelling that a URL may have. */
const NOT_PUBLIC = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '0.0.0.0',
  '0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.0.1',
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[4000::1]',
  'metadata',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'instance-data.ec2.internal'
]

test.each(NOT_PUBLIC)('nothing is sent to https://%s without its being listed', async (host) => {
  const nowhere: Resolve = () => new Promise(() => {})
  expect(await isRefused(`https://${host}/`, undefined, nowhere)).toBe(true)
  expect(await isRefused(`https://${host}/`, ['https://*/*'], nowhere)).toBe(true)
})

test.each([
  ['127.0.0.1', true],
  ['10.0.0.1', true],
  ['169.254.169.254', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['fe80::1%lo', true],
  ['fd00:ec2::254', true],
  ['0.0.0.0', true],
  ['0177.0.0.1', true],
  ['no address', true]
])('a name that leads to %s is refused: %s', async (address, refused) => {
  const family = address.includes(':') ? 6 : 4
  const resolve: Resolve = async () => [{ address, family }]
  expect(await isRefused('https://hooks.example.com/', undefined, resolve)).toBe(refused)
})

test('a name is refused if any of its addresses is', async () => {
  const resolve: Resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '127.0.0.1', family: 4 }
  ]
  expect(await isRefused('https://hooks.example.com/', undefined, resolve)).toBe(true)
})

test('a name without addresses is refused', async () => {
  expect(await isRefused('https://hooks.example.com/', undefined, async () => [])).toBe(true)
})

test('a name of this machine is refused as its address is', async () => {
  expect(await isRefused('https://localhost:1/', undefined)).toBe(true)
})

test('a name that leads to a public address first and elsewhere later is refused later', async () => {
  const { url, received } = await hookServer(answers('', 200, { Connection: 'close' }))
  const { port } = new URL(url)
  const led = ['127.0.0.1', '127.0.0.2']
  const runner = hookRunner({
    resolve: async () => [{ address: led.shift() ?? '', family: 4 }],
    isPublic: (address) => address === '127.0.0.1'
  })
  const settings = settingsWith('PreToolUse', [{ url: `http://hooks.test:${port}/` }])
  const [hook] = hooksOf({ ...settings, allowedHttpHookUrls: ['http://hooks.test:*'] }).PreToolUse
  if (hook === undefined) throw new Error('no hook')
  const hooks = {
    PreToolUse: [{ ...hook, reach: 'public' as const }],
    PermissionRequest: [],
    PermissionDenied: []
  }
  expect(await runner.preToolUse(hooks, callOf())).toBeUndefined()
  expect(await runner.preToolUse(hooks, callOf())).toMatchObject({ decision: 'deny' })
  expect(runner.counts.PreToolUse).toMatchObject({ none: 1, 'refused-address': 1 })
  expect(received).toHaveLength(1)
})

test('a connection that was opened for a listed name is not there for a hook that nobody listed', async () => {
  const { url, received } = await hookServer(answers(''))
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const runner = hookRunner({ resolve })
  const at = `http://hooks.test:${new URL(url).port}/`
  const listed = hooksOf(
    settingsWith('PreToolUse', [{ url: at }], { allowedHttpHookUrls: ['http://hooks.test:*'] })
  )
  expect(await runner.preToolUse(listed, callOf())).toBeUndefined()
  const others = {
    ...listed,
    PreToolUse: listed.PreToolUse.map((hook) => ({ ...hook, reach: 'public' as const }))
  }
  expect(await runner.preToolUse(others, callOf())).toMatchObject({ decision: 'deny' })
  expect(received).toHaveLength(1)
})
