import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../scripts/require-redis.mjs', import.meta.url))

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'path-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** Runs it where programs are found in this folder alone. */
function run(): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT], { env: { PATH: folder } }, (_, output, errors) =>
      resolve({ code: child.exitCode ?? -1, said: output + errors })
    )
  })
}

test('says in one sentence what to install where there is no redis-server', async () => {
  const { code, said } = await run()
  expect(code).toBe(1)
  expect(said).toMatch(/^The tests need the program redis-server .*apt-get install redis-server.*\.\n$/)
})

test('says nothing where there is one', async () => {
  const program = join(folder, 'redis-server')
  await writeFile(program, '#!/bin/sh\n')
  await chmod(program, 0o755)
  expect(await run()).toEqual({ code: 0, said: '' })
})
