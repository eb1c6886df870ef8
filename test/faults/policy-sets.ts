/** Policy sets that can be told apart by what they decide, and some that are broken. */
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Behavior } from '../../src/engine/verdict.ts'
import { policyFolder } from '../../src/policies/folder.ts'

export const BEHAVIORS = ['allow', 'ask', 'deny'] as const

/** Each file of a set decides one command. */
export const PARTS = ['alpha', 'beta', 'gamma'] as const
export type Part = (typeof PARTS)[number]

/** What one set decides. */
export interface KnownSet {
  readonly digest: string
  readonly decisions: Readonly<Record<Part, Behavior>>
}

type Files = Readonly<Record<string, string>>

/** The digits of the number in base three say what each part decides; its `unused` rule makes the set one of a kind. */
export const decisionsOf = (number: number): Record<Part, Behavior> => ({
  alpha: BEHAVIORS[number % 3] ?? 'ask',
  beta: BEHAVIORS[Math.floor(number / 3) % 3] ?? 'ask',
  gamma: BEHAVIORS[Math.floor(number / 9) % 3] ?? 'ask'
})

/** One file; its test holds it to its own rule. */
export function fileOf(
  part: Part,
  behavior: Behavior,
  number: number
): readonly [name: string, text: string] {
  const rules = (of: Behavior): string =>
    JSON.stringify([`Bash(unused-${of}-${number})`, ...(of === behavior ? [`Bash(${part}:*)`] : [])])
  const test = `{"name": "its rule", "call": {"tool": "Bash", "input": {"command": "${part}"}, "cwd": "/srv"}, "expect": "${behavior}"}`
  // Each in a format of its own.
  if (part === 'beta') {
    const lists = BEHAVIORS.map((of) => `    ${of}: ${rules(of)}\n`).join('')
    return ['beta.yaml', `id: beta\nsettings:\n  permissions:\n${lists}tests: [${test}]\n`]
  }
  const lists = BEHAVIORS.map((of) => `"${of}": ${rules(of)}`).join(', ')
  const comment = part === 'gamma' ? '// a comment\n' : ''
  return [
    part === 'gamma' ? 'gamma.jsonc' : 'alpha.json',
    `${comment}{"id": "${part}", "settings": {"permissions": {${lists}}}, "tests": [${test}]}`
  ]
}

export const filesOf = (number: number): Files =>
  Object.fromEntries(PARTS.map((part) => fileOf(part, decisionsOf(number)[part], number)))

/** What breaks a set, each with what is said of it. */
export const BREAKS: readonly (readonly [what: string, file: string, text: string, reason: RegExp])[] = [
  ['half a file', 'alpha.json', '{"id": "alpha", "settings": {', /^alpha\.json:1:\d+/],
  ['an empty file', 'alpha.json', '', /^alpha\.json/],
  [
    'a rule that no call meets',
    'alpha.json',
    rule('WebFetch(https://x)'),
    /^alpha\.json:1:\d+ at \/settings/
  ],
  ['an id that another file has', 'delta.json', '{"id": "beta", "settings": {}}', /^delta\.json.* beta/],
  [
    'a test that does not pass',
    'delta.json',
    '{"id": "delta", "settings": {}, "tests": [{"name": "no", "call": {"tool": "Bash", "input": {"command": "ls"}, "cwd": "/srv"}, "expect": "deny"}]}',
    /^delta\.json:1:\d+ at \/tests\/0: test "no": expected deny, got allow/
  ],
  ['a file that is no YAML', 'delta.yml', 'id: [', /^delta\.yml:\d/]
]

function rule(text: string): string {
  return JSON.stringify({ id: 'alpha', settings: { permissions: { deny: [text] } } })
}

/** A folder behind a symbolic link, and the sets that were ever in it. */
export class PolicyStand {
  readonly known = new Map<string, KnownSet>()
  #versions = 0
  #target = ''

  private constructor(
    readonly base: string,
    readonly folder: string
  ) {}

  static async create(): Promise<PolicyStand> {
    const base = await mkdtemp(join(tmpdir(), 'reload-'))
    const stand = new PolicyStand(base, join(base, 'live'))
    await stand.swap(filesOf(0), decisionsOf(0))
    return stand
  }

  /** All files at once: the link to the folder is swapped. */
  async swap(files: Files, decisions?: KnownSet['decisions']): Promise<KnownSet | undefined> {
    this.#versions += 1
    const target = join(this.base, `v${this.#versions}`)
    await mkdir(target)
    for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text)
    const known = decisions === undefined ? undefined : await this.#learn(target, decisions)
    await symlink(target, `${this.folder}.new`)
    await rename(`${this.folder}.new`, this.folder)
    this.#target = target
    return known
  }

  /** One file: another one takes its name. */
  async replace(part: Part, behavior: Behavior, number: number, before: KnownSet): Promise<KnownSet> {
    const [name, text] = fileOf(part, behavior, number)
    const copy = await mkdtemp(join(this.base, 'copy-'))
    await cp(this.#target, copy, { recursive: true })
    await writeFile(join(copy, name), text)
    const known = await this.#learn(copy, { ...before.decisions, [part]: behavior })
    await rename(join(copy, name), join(this.#target, name))
    return known
  }

  remove(): Promise<void> {
    return rm(this.base, { recursive: true })
  }

  async #learn(folder: string, decisions: KnownSet['decisions']): Promise<KnownSet> {
    const reading = await policyFolder(folder).read()
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    const known: KnownSet = { digest: reading.set.digest, decisions }
    this.known.set(known.digest, known)
    return known
  }
}
