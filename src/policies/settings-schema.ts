/** The shape of a settings object, for editors: made of the table of keys that the engine reads. */
import { z } from 'zod'
import {
  type LayerScalars,
  LISTS,
  type ListKey,
  type ListName,
  SCALARS,
  type ScalarKey
} from '../engine/layers/schema.ts'
import { LAYERS, type LayerName } from '../engine/verdict.ts'
import { HOOK_KEYS } from '../hooks/hook-settings.ts'

const SPLICED = '`$defaults` stands for the built-in entries, which a list without it replaces'

const MEANINGS: Readonly<Record<keyof LayerScalars | ListName, string>> = {
  allow: 'Rules whose calls run without a question',
  ask: 'Rules whose calls need a person, in every mode',
  deny: 'Rules whose calls never run; nothing lifts them',
  additionalDirectories: 'Further working directories: absolute, `~/...` or relative to the project',
  protectedPathExceptions:
    'Path patterns of protected paths that may be written like any other; for containers that are thrown away',
  excludedCommands: 'Commands that run outside the sandbox, written like the content of a Bash rule',
  defaultMode: 'The mode in which a session starts that names none',
  disableBypassPermissionsMode: 'Takes the mode `bypassPermissions` away',
  disableAutoMode: 'Takes the mode `auto` away',
  blockReadsOutside: 'Nothing outside the working directories is read, whatever rules say',
  blockWritesOutside: 'Nothing outside the working directories is written by file tools, whatever rules say',
  denyInsteadOfPrompting: 'Whatever would ask is denied',
  allowManagedPermissionRulesOnly: 'Only the rules of the policy layer count',
  autoAllowReadOnly: 'Commands that only read run without a rule. Default: true',
  undecidable:
    '`allow`: a command whose meaning is only known when it runs needs no question of its own. Default: `ask`',
  useAutoModeDuringPlan: 'The classifier may answer for a person in plan mode',
  classifyAllShell: 'In auto mode no allow rule passes a shell command by the classifier',
  sandboxEnabled: 'The runtime runs commands in its sandbox',
  autoAllowBashIfSandboxed: 'Commands in the sandbox run without a question where nothing else stops them',
  allowUnsandboxedCommands: 'A call may ask to run outside the sandbox. Default: true',
  allowManagedDomainsOnly: 'Only the hosts that the policy layer names are reached from the sandbox',
  environment: `For the classifier of auto mode: what it should know of this organisation, in prose; ${SPLICED}`,
  autoAllow: `For the classifier of auto mode: what may pass although it looks like a \`soft_deny\` entry; ${SPLICED}`,
  softDeny: `For the classifier of auto mode: what it blocks unless the user asked for just that; ${SPLICED}`,
  hardDeny: `For the classifier of auto mode: what it blocks whoever asked for it; ${SPLICED}`,
  maxConsecutiveDenials:
    'Denials in a row after which a person is asked instead of the classifier of auto mode. Default: 3',
  maxTotalDenials:
    'Denials of a session after which a person is asked instead of the classifier of auto mode. Default: 20'
}

/** A key, or an object of keys. */
interface Branch {
  readonly below: Map<string, Branch>
  value: z.ZodType | undefined
}

const branch = (): Branch => ({ below: new Map(), value: undefined })

function place(root: Branch, path: readonly string[], value: z.ZodType): void {
  let at = root
  for (const key of path) {
    const next = at.below.get(key) ?? branch()
    at.below.set(key, next)
    at = next
  }
  at.value = value
}

const shape = ({ below, value }: Branch): z.ZodType =>
  value ?? z.looseObject(Object.fromEntries([...below].map(([key, held]) => [key, shape(held).optional()])))

const countsFrom = (layers: readonly LayerName[]): string =>
  LAYERS.every((layer) => layer === 'session' || layers.includes(layer))
    ? ''
    : `. Counts from ${layers.join(', ')} settings only`

function settingsShape(further: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const root = branch()
  const scalars: readonly (readonly [string, ScalarKey<unknown>])[] = Object.entries(SCALARS)
  const lists: readonly (readonly [string, ListKey])[] = Object.entries(LISTS)
  const meanings: Readonly<Record<string, string>> = MEANINGS
  for (const [name, { places, value, layers }] of scalars) {
    const description = `${meanings[name]}${countsFrom(layers)}`
    for (const path of places) place(root, path, value.meta({ description }))
  }
  for (const [name, { place: path, layers }] of lists) {
    const description = `${meanings[name]}${countsFrom(layers)}`
    place(root, path, z.array(z.string()).meta({ description }))
  }
  for (const [key, value] of Object.entries(further)) place(root, [key], value)
  return shape(root)
}

/** Settings as editors should know them; other keys are those of the runtime. */
export const settingsSchema: z.ZodType = settingsShape({}).meta({
  description: 'A settings.json object. Keys that have nothing to do with permissions are passed over'
})

/** Settings of a policy file: the service runs some hooks of these itself. */
export const policySettingsSchema: z.ZodType = settingsShape(HOOK_KEYS).meta({
  description: 'The settings of the policy layer'
})
