/** Writes openapi.yaml from the routes; with --check, fails where the file differs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { buildApp } from '../src/app.ts'
import type { Engine } from '../src/engine/engine.ts'
import { fixedPolicies } from '../src/policies/live.ts'

const file = new URL('../openapi.yaml', import.meta.url)

// The description depends on the routes alone; no request is decided.
const unused = (): never => {
  throw new Error('the description needs no engine')
}
const engine: Engine = {
  decide: unused,
  decideBatch: unused,
  classify: unused,
  meets: unused,
  toolNames: unused,
  tools: () => []
}

const app = buildApp({ policies: fixedPolicies(engine), allowInlinePolicy: false })
const { body: generated } = await app.inject({ url: '/openapi.yaml' })
await app.close()

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== generated) {
    console.error('openapi.yaml does not describe the routes: run npm run openapi')
    process.exit(1)
  }
} else {
  writeFileSync(file, generated)
}
