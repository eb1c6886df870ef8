import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { copyContext, ignorePatterns, isIgnored } from './build-context.ts'
import { build, type Image } from './stages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCKERFILE = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
const IGNORE_FILE = await readFile(join(ROOT, '.dockerignore'), 'utf8')

/** Installing and compiling take their time on a busy machine. */
const BUILD_MS = 180_000

let folder: string
let image: Image

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'))
  await chmod(folder, 0o755)
  const context = join(folder, 'context')
  await mkdir(context)
  await copyContext(ROOT, context, IGNORE_FILE)
  image = await build(DOCKERFILE, context, folder)
  await promisify(execFile)('chmod', ['-R', 'a-w', image.root])
}, BUILD_MS)

afterAll(async () => {
  await promisify(execFile)('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true })
})

/** As the user of the image where this process may choose; without a writable folder in either case. */
const identity = (): { uid?: number; gid?: number } => {
  const [uid = '', gid = ''] = image.user?.split(':') ?? []
  return process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : {}
}

const inContainer = (environment: Readonly<Record<string, string>>) => ({
  cwd: image.workdir,
  env: { PATH: process.env.PATH, TMPDIR: '/nowhere', HOME: '/nowhere', ...image.environment, ...environment },
  ...identity()
})

function run([program = '', ...args]: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawn(program, args, { ...inContainer(environment), stdio: ['ignore', 'pipe', 'pipe'] })
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

async function modules(): Promise<readonly string[]> {
  return readdir(join(image.workdir, 'node_modules'))
}

describe('the build context', () => {
  test.each([
    ['src/main.ts', false],
    ['package.json', false],
    ['.git/config', true],
    ['callers.json', true],
    ['.env', true],
    ['node_modules/fastify/package.json', true],
    ['test/src', true]
  ])('of %s: left out is %s', (path, left) => {
    expect(isIgnored(path, ignorePatterns(IGNORE_FILE))).toBe(left)
  })
})

describe('the image', () => {
  test('stands on bases pinned by a tag', () => {
    expect(image.bases.length).toBeGreaterThan(0)
    for (const base of image.bases) expect(base).toMatch(/^node:2[2-9]-[a-z]+-slim$/)
  })

  test('runs as a user with a number, who is not root', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('holds every dependency and nothing that only development needs', async () => {
    const { dependencies, devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const installed = await modules()
    for (const name of Object.keys(dependencies)) expect(installed).toContain(name.split('/')[0])
    for (const name of Object.keys(devDependencies)) {
      await expect(stat(join(image.workdir, 'node_modules', name)), name).rejects.toThrow('ENOENT')
    }
    expect(await readdir(image.workdir)).not.toContain('src')
  })

  test('holds both WebAssembly files of the reader', async () => {
    for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm']) {
      const bytes = await readFile(join(image.workdir, 'node_modules', file))
      expect(bytes.subarray(0, 4)).toEqual(Buffer.from('\0asm'))
    }
  })
})

describe('a container', () => {
  test('cannot write into its own file system', async () => {
    const child = run([process.execPath, '-e', "fs.writeFileSync('written', '')"], {})
    expect(await text(child.stderr)).toContain('EACCES')
    expect(await exitCode(child)).not.toBe(0)
  })

  test('decides, is healthy while it serves, and ends on SIGTERM', async () => {
    const port = String(await freePort())
    const environment = { PORTCULLIS_PORT: port }
    const service = run(image.command, environment)
    try {
      const errors = text(service.stderr)
      service.stdout.setEncoding('utf8')
      const [line] = await Promise.race([once(service.stdout, 'data'), once(service, 'exit')])
      if (typeof line !== 'string') throw new Error(await errors)
      expect(line).toContain(`listening on http://127.0.0.1:${port}`)

      const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', reasons: [] }])
      const decided = await fetch(`http://127.0.0.1:${port}/decide`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'Bash', input: { command: 'ls | wc -l' }, cwd: '/home/dev/app' })
      })
      expect([decided.status, await decided.json()]).toMatchObject([200, { decision: 'allow' }])

      expect(await exitCode(run(image.healthcheck, environment))).toBe(0)
      service.kill('SIGTERM')
      expect(await exitCode(service)).toBe(0)
      expect(await exitCode(run(image.healthcheck, environment))).toBe(1)
    } finally {
      service.kill('SIGKILL')
    }
  }, 60_000)

  test('listens beyond loopback only where callers are configured', async () => {
    const service = run(image.command, { PORTCULLIS_HOST: '0.0.0.0', PORTCULLIS_PORT: '0' })
    expect(await text(service.stderr)).toContain('PORTCULLIS_CALLERS_FILE')
    expect(await exitCode(service)).toBe(2)
  })
})
