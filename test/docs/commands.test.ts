import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { type Block, blocksOf } from './page.ts'
import { runPage } from './run-page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a fresh checkout does not have. */
const NOT_CHECKED_OUT = new Set(['node_modules', 'dist', 'coverage', '.git'])

/** The README installs and builds; the other pages stand on what it leaves. */
const FIRST = 'README.md'

/** Run otherwise here, and why. */
const STAND_INS: Readonly<Record<string, string>> = {
  // The whole suite would run this test, which would run the suite; what is installed was checked a line before.
  'npm ci && npm test': 'npm test -- test/json-text.test.ts',
  // Installing and building take a while, and the README did both in the same way.
  'npm ci && npm start': 'node dist/main.js'
}

const PAGE_MS = 240_000

const pages = [
  FIRST,
  ...(await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
]
const blocks = new Map<string, readonly Block[]>()
for (const page of pages) blocks.set(page, blocksOf(await readFile(join(ROOT, page), 'utf8')))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A checkout of what is there, never built. */
async function checkOut(name: string): Promise<string> {
  const place = join(folder, name)
  await cp(ROOT, place, {
    recursive: true,
    filter: (path) => !NOT_CHECKED_OUT.has(relative(ROOT, path))
  })
  return place
}

const first = (): string => join(folder, basename(FIRST))

async function run(page: string, place: string): Promise<void> {
  const isFirst = page === FIRST
  const all = (blocks.get(page) ?? []).map((block) => ({
    ...block,
    script:
      isFirst && block.script.endsWith('start') ? block.script : (STAND_INS[block.script] ?? block.script)
  }))
  const printed = await runPage(all, place, await freePort())
  for (const [index, { line, output }] of all.entries()) {
    const actual = printed[index]
    if (output === undefined || actual === undefined) continue
    const where = `${page}, line ${line}`
    if (output.kind === 'json') expect(JSON.parse(actual), where).toMatchObject(JSON.parse(output.text))
    else expect(actual.trimEnd(), where).toMatch(shapeOf(output.text))
  }
}

/** `...` stands for the rest of what is between its neighbours, within the line. */
const shapeOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .trimEnd()
      .split('...')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`
  )

test(
  'the README runs on a fresh machine as it says',
  () => checkOut(basename(FIRST)).then((place) => run(FIRST, place)),
  PAGE_MS
)

describe.concurrent('in a checkout that was built', () => {
  test.each(pages.filter((page) => page !== FIRST && blocks.get(page)?.length !== 0))(
    'the commands of %s run as it says',
    async (page) => {
      const place = await checkOut(basename(page))
      for (const name of ['node_modules', 'dist']) await symlink(join(first(), name), join(place, name))
      await run(page, place)
    },
    PAGE_MS
  )
})
