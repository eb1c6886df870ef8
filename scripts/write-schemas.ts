/** Writes schemas/*.json from the schemas that read the files; with --check, fails where one differs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { jsonSchema, SCHEMA_NAMES } from '../src/policies/json-schemas.ts'

const folder = new URL('../schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })

for (const name of SCHEMA_NAMES) {
  const file = new URL(`${name}.schema.json`, folder)
  const generated = `${JSON.stringify(jsonSchema(name), undefined, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, generated)
  else if (readFileSync(file, 'utf8') !== generated) {
    console.error(`schemas/${name}.schema.json does not describe the files: run npm run schemas`)
    process.exitCode = 1
  }
}
