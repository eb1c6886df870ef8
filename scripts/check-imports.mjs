/** Checks that arrows between the folders of src point inward, that the engine is pure, and that nothing is circular. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** What the engine may import besides itself: its parsers, zod and pure libraries. */
const ENGINE_PACKAGES = new Set(['web-tree-sitter', 'unbash', 'zod', 'lru-cache', 'ignore', 'picomatch'])

/** Room -> rooms it may look into; a file directly in src is a room of its own. */
const ARROWS = {
  engine: [],
  'problems.ts': ['engine'],
  'limits.ts': [],
  'json-text.ts': ['engine'],
  'repeated-keys.ts': [],
  'version.ts': [],
  'output.ts': [],
  'watch.ts': [],
  'file-text.ts': [],
  'last-good.ts': [],
  'tenant-cache.ts': [],
  callers: ['engine', 'limits.ts', 'json-text.ts', 'file-text.ts', 'last-good.ts', 'watch.ts'],
  listening: ['plugins', 'limits.ts', 'file-text.ts', 'last-good.ts', 'watch.ts'],
  'shown-config.ts': ['config.ts', 'store'],
  requests: ['engine', 'limits.ts'],
  policies: ['engine', 'hooks', 'offload', 'requests', 'json-text.ts', 'watch.ts'],
  store: ['file-text.ts'],
  classifier: [
    'engine',
    'classifier-config.ts',
    'file-text.ts',
    'last-good.ts',
    'repeated-keys.ts',
    'watch.ts'
  ],
  hooks: ['engine', 'json-text.ts', 'limits.ts', 'repeated-keys.ts', 'version.ts'],
  decider: ['engine', 'sessions', 'classifier', 'hooks'],
  settings: ['engine', 'policies', 'store', 'json-text.ts', 'limits.ts', 'tenant-cache.ts'],
  sessions: ['engine', 'store', 'tenant-cache.ts'],
  log: ['engine', 'callers', 'policies', 'requests', 'store', 'version.ts'],
  metrics: ['engine', 'classifier', 'hooks', 'log', 'policies', 'sessions', 'version.ts'],
  traces: ['engine', 'classifier', 'hooks', 'log', 'metrics', 'version.ts'],
  plugins: ['engine', 'callers', 'problems.ts', 'limits.ts', 'json-text.ts', 'store', 'metrics', 'traces'],
  routes: [
    'engine',
    'callers',
    'decider',
    'sessions',
    'log',
    'plugins',
    'policies',
    'requests',
    'sessions',
    'settings',
    'metrics',
    'problems.ts',
    'limits.ts'
  ],
  offload: ['engine'],
  cli: ['engine', 'callers', 'policies', 'offload', 'output.ts', 'version.ts', 'json-text.ts', 'config.ts'],
  'classifier-config.ts': ['plugins'],
  'config.ts': ['plugins', 'classifier-config.ts', 'engine'],
  'config-description.ts': ['config.ts'],
  'app.ts': [
    ...[
      'callers',
      'classifier',
      'decider',
      'engine',
      'hooks',
      'log',
      'metrics',
      'plugins',
      'policies',
      'routes',
      'sessions',
      'settings',
      'store',
      'traces'
    ],
    ...['limits.ts', 'listening', 'version.ts', 'problems.ts']
  ],
  'lifecycle.ts': ['output.ts'],
  'serve.ts': [
    ...[
      'app.ts',
      'callers',
      'classifier',
      'config.ts',
      'engine',
      'hooks',
      'log',
      'metrics',
      'offload',
      'policies',
      'sessions',
      'settings',
      'store',
      'traces'
    ],
    ...['lifecycle.ts', 'limits.ts', 'listening', 'output.ts', 'shown-config.ts', 'version.ts', 'plugins']
  ],
  'main.ts': ['cli', 'config.ts', 'config-description.ts', 'output.ts', 'serve.ts', 'version.ts']
}

const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?<![.\w])require\(\s*['"]/

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(SRC, name))

const faults = [...files.flatMap(faultsOf), ...circles()]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, type, target]) => ({
    typeOnly: type !== undefined,
    target
  }))
}

function faultsOf(file) {
  const room = roomOf(file)
  const at = relative(SRC, file)
  const found = importsOf(file).flatMap(({ target }) => faultOf(file, room, target) ?? [])
  if (ARROWS[room] === undefined) found.push('is in no room of the house: add it to ARROWS')
  if (room === 'engine' && DYNAMIC_IMPORT.test(readFileSync(file, 'utf8')))
    found.push('loads modules at run time')
  return found.map((fault) => `src/${at.split(sep).join('/')}: ${fault}`)
}

function faultOf(file, room, target) {
  if (!target.startsWith('.')) {
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]
    return room === 'engine' && !ENGINE_PACKAGES.has(name) ? `the engine may not import ${target}` : undefined
  }
  const path = join(dirname(file), target)
  if (!existsSync(path)) return `imports ${target}, which is not there`
  const other = roomOf(path)
  return other === room || ARROWS[room]?.includes(other)
    ? undefined
    : `${room} may not look into ${other} (${target})`
}

function roomOf(file) {
  return relative(SRC, file).split(sep)[0]
}

/** Circles of imports that exist at run time; types vanish and load nothing. */
function circles() {
  const done = new Set()
  const found = []
  const visit = (file, trail) => {
    const start = trail.indexOf(file)
    if (start !== -1) {
      const names = [...trail.slice(start), file].map((one) => relative(SRC, one).split(sep).join('/'))
      found.push(`circular import: ${names.join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    for (const { typeOnly, target } of existsSync(file) ? importsOf(file) : []) {
      if (!typeOnly && target.startsWith('.')) visit(join(dirname(file), target), [...trail, file])
    }
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}
