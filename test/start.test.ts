import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a checkout has that has never been built. */
const CHECKOUT = ['package.json', '.npmrc', 'tsconfig.json', 'tsconfig.build.json', 'src', 'policies']

/** Each start builds; on a busy machine that takes its time. */
const BUILD_MS = 120_000

let checkout: string
let npm: ChildProcess | undefined

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'))
  for (const name of CHECKOUT) await cp(join(ROOT, name), join(checkout, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
})

afterAll(() => rm(checkout, { recursive: true }))

/** Signals npm and everything it started: they are a process group of their own. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, signal)
}

afterEach(() => {
  if (npm !== undefined) signalGroup(npm, 'SIGKILL')
})

/** `npm start` on a free port, until the service says where it listens. */
async function npmStart() {
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: checkout, PORTCULLIS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  npm = child
  const errors = text(child.stderr)
  const ended = once(child, 'exit')
  let output = ''
  const listening = new Promise<string | undefined>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const origin = /listening on (http:\S+)\n/.exec(output)?.[1]
      if (origin !== undefined) resolve(origin)
    })
    child.stdout.on('end', () => resolve(undefined))
  })
  const origin = await listening
  if (origin === undefined) throw new Error(`did not start: ${output}${await errors}`)
  return { child, origin, errors, ended }
}

test('no script waits for a pre or post script, as .npmrc keeps npm from running them', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(await readFile(join(ROOT, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name))).toEqual([])
})

describe('npm start in a fresh checkout', () => {
  test.each<[string, (child: ChildProcess) => void]>([
    ['npm alone', (child) => child.kill('SIGTERM')],
    ['the whole process group', (child) => signalGroup(child, 'SIGTERM')]
  ])(
    'builds, serves, and stops in order on a SIGTERM to %s',
    async (_, stop) => {
      const { child, origin, errors, ended } = await npmStart()
      const live = await fetch(`${origin}/livez`)
      expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }])
      stop(child)
      await ended
      expect(await errors).toContain('"msg":"stopped"')
      await expect(fetch(`${origin}/livez`)).rejects.toThrow()
    },
    BUILD_MS
  )
})
