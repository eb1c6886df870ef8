/** The folder that every lane's root is made from: copies of bash and what it needs, and nothing else. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OracleUnavailable } from './contract.ts'

const HERE = dirname(fileURLToPath(import.meta.url))

/** The tools that set a lane up, all from util-linux and coreutils. */
const TOOLS = ['unshare', 'mount', 'setpriv', 'setsid', 'chroot', 'ldd', 'mkdir', 'ln', 'env']

export const SANDBOX = join(HERE, 'sandbox.sh')
export const BASH = '/bin/bash'
/** With the places where distributions keep mount and chroot. */
export const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Namespaces of a lane: nothing that it mounts, opens or starts is seen outside. */
export function namespaces(): readonly string[] {
  const all = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  return isRoot() ? all : ['--user', '--map-root-user', ...all]
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Throws OracleUnavailable with one sentence where scripts cannot be isolated here. */
export function checkSystem(): void {
  if (process.platform !== 'linux') throw new OracleUnavailable('The bash oracle needs Linux namespaces.')
  const missing = TOOLS.filter((tool) => which(tool) === undefined)
  if (!existsSync(BASH)) missing.unshift(BASH)
  if (missing.length > 0) throw new OracleUnavailable(`The bash oracle needs ${missing.join(', ')}.`)
  const probe = spawnSync('unshare', [...namespaces(), 'true'], {
    env: { PATH: TOOL_PATH },
    timeout: 10_000,
    encoding: 'utf8'
  })
  if (probe.status === 0) return
  const why = probe.stderr.trim().split('\n')[0] ?? ''
  throw new OracleUnavailable(`The bash oracle may not enter namespaces of its own here (${why}).`)
}

export const baseIn = (folder: string): string => join(folder, 'base')

/** Makes a folder with the base in it; whoever asks removes it. */
export function prepareFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-oracle-'))
  const base = baseIn(folder)
  mkdirSync(base)
  for (const one of [folder, base]) chmodSync(one, 0o755)
  copy(BASH, join(base, 'bash'))
  for (const library of librariesOf(BASH)) copy(library, join(base, library))
  for (const locale of ['/usr/lib/locale/C.utf8', '/usr/lib/locale/C.UTF-8']) {
    if (existsSync(locale)) cpSync(locale, join(base, locale), { recursive: true })
  }
  for (const folder of ['lib', 'lib64', 'usr/lib']) mkdirSync(join(base, folder), { recursive: true })
  copy(join(HERE, 'runner.sh'), join(base, 'runner'))
  return folder
}

/** First line of `bash --version`. */
export function bashVersion(): string {
  return execFileSync(BASH, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''
}

function librariesOf(program: string): readonly string[] {
  const listed = execFileSync('ldd', [program], { env: { PATH: TOOL_PATH }, encoding: 'utf8' })
  return [...listed.matchAll(/(?:=>\s*|^\s*)(\/\S+)\s+\(0x/gm)].flatMap((match) => match[1] ?? [])
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, 0o755)
}

function which(tool: string): string | undefined {
  return TOOL_PATH.split(':')
    .map((folder) => join(folder, tool))
    .find(existsSync)
}
