import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { GENERATED } from '../scripts/docs/generated.ts'
import { describeVariables } from '../src/config-description.ts'
import { LINT_CODES } from '../src/policies/lint/codes.ts'
import { problems } from '../src/problems.ts'

const ROOT = new URL('..', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8')

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(fileURLToPath(new URL('docs', ROOT))).map((name) => `docs/${name}`)
].filter((name) => name.endsWith('.md'))

describe('what follows from the code', () => {
  test.each(Object.entries(GENERATED))(
    'stands in docs/%s as the code says: npm run docs',
    (name, generate) => {
      expect(read(`docs/${name}`)).toContain(
        `<!-- generated: npm run docs -->\n\n${generate()}\n\n<!-- end -->`
      )
    }
  )

  test('names every variable with its meaning', () => {
    const variables = describeVariables()
    expect(variables.length).toBeGreaterThan(20)
    for (const { name, expects, meaning } of variables) {
      expect([name, expects.length > 0, meaning.length > 0]).toEqual([name, true, true])
      expect(read('docs/configuration.md')).toContain(`| \`${name}\` |`)
    }
  })

  test('gives every problem its row with its status, in order', () => {
    const rows = [...read('docs/problems.md').matchAll(/^\| `([a-z-]+)` \| (\d+) \| (.+) \| (.+) \|$/gm)]
    expect(rows.map(([, code, status]) => [code, Number(status)])).toEqual(
      Object.entries(problems).map(([code, { status }]) => [code, status])
    )
  })

  test('gives every lint code a section of its own', () => {
    const sections = [...read('docs/lint-codes.md').matchAll(/^## (.+)$/gm)].map(([, code]) => code)
    expect(sections).toEqual(Object.keys(LINT_CODES))
  })

  test('gives every field of a record its meaning', () => {
    expect(read('docs/operating.md')).not.toMatch(/^\| `[A-Za-z]+` \| [a-z ]+ \| *\|$/m)
  })
})

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))

test.each(PAGES)('every link of %s leads somewhere', (name) => {
  const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  for (const link of links) {
    if (/^https?:/.test(link)) continue
    const target = new URL(link, new URL(name, ROOT))
    const anchor = target.hash.slice(1)
    target.hash = ''
    const isFolder = link.endsWith('/')
    const content = isFolder ? readdirSync(target).join('\n') : readFileSync(target, 'utf8')
    expect(content.length, link).toBeGreaterThan(0)
    if (anchor !== '') expect(anchorsOf(content), link).toContain(anchor)
  }
})

test('every page of docs is found from the README', () => {
  const readme = read('README.md')
  for (const name of PAGES.filter((page) => page.startsWith('docs/'))) expect(readme).toContain(`](${name})`)
})
