/** Policies from the `*.json` files of one folder. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PolicyFile } from '../engine/decision.ts'
import { issuesOf } from '../engine/schema-issues.ts'
import { readJson } from '../json-text.ts'
import { duplicateKeys } from './duplicate-keys.ts'
import { policyFile } from './policy-file.ts'
import { type PolicyFault, type PolicyReading, type PolicySource, policySet } from './policy-set.ts'

const MAX_NESTING = 64

/** Reads the folder afresh on every call; subfolders and hidden files are no policies. */
export const policyFolder = (folder: string): PolicySource => ({ read: () => readFolder(folder) })

async function readFolder(folder: string): Promise<PolicyReading> {
  let names: readonly string[]
  try {
    names = await policyNames(folder)
  } catch (error) {
    return { faults: [{ file: folder, place: '', reason: reasonOf(error) }] }
  }
  const readings = await Promise.all(names.map((name) => readPolicy(join(folder, name))))
  const faults = readings.flatMap((reading) => ('faults' in reading ? reading.faults : []))
  const found = readings.flatMap((reading) => ('policy' in reading ? [reading] : []))
  const all = [...faults, ...sameIds(found)]
  if (all.length > 0) return { faults: all }
  return {
    set: policySet(found.map(({ policy }) => policy)),
    files: new Map(found.map(({ file, policy }) => [policy.id, file]))
  }
}

/** What somebody may take for a policy file: leaving one out unsaid would leave out its rules. */
const POLICY_LIKE = /\.(?:jsonc?|ya?ml)$/i

async function policyNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && POLICY_LIKE.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

interface FoundPolicy {
  readonly file: string
  readonly policy: PolicyFile
}

async function readPolicy(file: string): Promise<FoundPolicy | { readonly faults: readonly PolicyFault[] }> {
  const fault = (place: string, reason: string) => ({ faults: [{ file, place, reason }] })
  if (!file.endsWith('.json')) return fault('', 'this version reads only policies named *.json')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    return fault('', reasonOf(error))
  }
  const reading = readJson(text, MAX_NESTING)
  if (reading.kind === 'syntax') return fault(lineAndColumn(text, reading.offset), 'this is not JSON')
  if (reading.kind === 'too-deep') return fault('', `nested more than ${MAX_NESTING} deep`)
  if (reading.kind === 'forbidden-key') return fault(reading.path, 'this key is never accepted')

  const repeated = duplicateKeys(text)
  if (repeated.length > 0)
    return {
      faults: repeated.map((place) => ({ file, place, reason: 'this key stands twice in one object' }))
    }

  const parsed = policyFile.safeParse(reading.value)
  if (parsed.success) {
    const { id, settings, tools } = parsed.data
    return { file, policy: { id, settings, tools } }
  }
  const { issues } = issuesOf(parsed.error.issues, reading.value)
  return { faults: issues.map(({ path, message }) => ({ file, place: path, reason: message })) }
}

function sameIds(found: readonly FoundPolicy[]): readonly PolicyFault[] {
  return found.flatMap(({ file, policy }, index) => {
    const earlier = found.slice(0, index).find((other) => other.policy.id === policy.id)
    return earlier === undefined
      ? []
      : [{ file, place: '/id', reason: `the id ${policy.id} is already that of ${earlier.file}` }]
  })
}

function lineAndColumn(text: string, offset: number | undefined): string {
  if (offset === undefined) return ''
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'this is not a folder',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not valid UTF-8'
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `it cannot be read (${code || 'unknown reason'})`
}
