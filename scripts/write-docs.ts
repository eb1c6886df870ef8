/** Writes the parts of the documentation that follow from the code; with --check, fails where a page differs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { GENERATED } from './docs/generated.ts'

const MARKED = /(<!-- generated: npm run docs -->\n)[\s\S]*?(<!-- end -->)/

const stale = Object.entries(GENERATED).filter(([name, generate]) => {
  const file = new URL(`../docs/${name}`, import.meta.url)
  const page = readFileSync(file, 'utf8')
  if (!MARKED.test(page)) throw new Error(`docs/${name} has no marks around its generated part`)
  const written = page.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${generate()}\n\n${end}`)
  if (written === page) return false
  if (!process.argv.includes('--check')) writeFileSync(file, written)
  return true
})

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`${stale.map(([name]) => `docs/${name}`).join(', ')}: not as the code says: run npm run docs`)
  process.exit(1)
}
