/** The keys of a settings layer that decisions read: where they stand, what they hold, from which layers they count. */
import { z } from 'zod'
import type { LayerName, Mode } from '../verdict.ts'

/** The scalars of one layer, as read. */
export interface LayerScalars {
  readonly defaultMode: Mode
  readonly disableBypassPermissionsMode: boolean
  readonly disableAutoMode: boolean
  readonly blockReadsOutside: boolean
  readonly blockWritesOutside: boolean
  readonly denyInsteadOfPrompting: boolean
  readonly allowManagedPermissionRulesOnly: boolean
  readonly autoAllowReadOnly: boolean
  readonly undecidable: 'allow' | 'ask'
  readonly useAutoModeDuringPlan: boolean
  readonly classifyAllShell: boolean
  readonly sandboxEnabled: boolean
  readonly autoAllowBashIfSandboxed: boolean
  readonly allowUnsandboxedCommands: boolean
  readonly allowManagedDomainsOnly: boolean
  readonly maxConsecutiveDenials: number
  readonly maxTotalDenials: number
}

/** What is known of a scalar key. */
export interface ScalarKey<T> {
  /** Where the key stands; more than one place where it has two. */
  readonly places: readonly (readonly [string, ...string[]])[]
  readonly value: z.ZodType<T>
  readonly expected: string
  /** The layers it counts from. */
  readonly layers: readonly LayerName[]
  /** The value that no other layer can take back; without one the later layer wins. */
  readonly strictest?: T
  /** Where the later layer wins: the value that takes nothing away from the checks. */
  readonly tightest?: T
  /** What a value of the wrong type counts as; without one it is dropped. */
  readonly otherwise?: T
}

const ANY: readonly LayerName[] = ['user', 'project', 'local', 'flag', 'policy']
/** Layers that no repository can write. */
const TRUSTED: readonly LayerName[] = ['user', 'flag', 'policy']
const POLICY: readonly LayerName[] = ['policy']

const bool = { value: z.boolean(), expected: 'true or false' }
const disable = { value: z.literal('disable').transform(() => true), expected: '"disable"' }
/** A switch that restricts when true. */
const restricting = { ...bool, strictest: true, otherwise: true }
/** A switch that restricts when false. */
const permitting = { ...bool, strictest: false, otherwise: false }

const mode = z
  .enum(['default', 'manual', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk', 'auto'])
  .transform((written): Mode => (written === 'manual' ? 'default' : written))

/** Every scalar that decisions read. */
export const SCALARS: { readonly [K in keyof LayerScalars]: ScalarKey<LayerScalars[K]> } = {
  defaultMode: {
    places: [['permissions', 'defaultMode']],
    value: mode,
    expected: 'a permission mode',
    layers: ANY
  },
  disableBypassPermissionsMode: {
    ...disable,
    places: [['permissions', 'disableBypassPermissionsMode']],
    layers: ANY,
    strictest: true,
    otherwise: true
  },
  disableAutoMode: {
    ...disable,
    places: [['permissions', 'disableAutoMode'], ['disableAutoMode']],
    layers: ANY,
    strictest: true,
    otherwise: true
  },
  blockReadsOutside: {
    ...restricting,
    places: [['permissions', 'blockReadsOutsideWorkingDirectories']],
    layers: ANY
  },
  blockWritesOutside: {
    ...restricting,
    places: [['permissions', 'blockWritesOutsideWorkingDirectories']],
    layers: ANY
  },
  denyInsteadOfPrompting: {
    ...restricting,
    places: [['permissions', 'denyInsteadOfPrompting']],
    layers: TRUSTED
  },
  allowManagedPermissionRulesOnly: {
    ...restricting,
    places: [['allowManagedPermissionRulesOnly']],
    layers: POLICY
  },
  autoAllowReadOnly: { ...permitting, places: [['permissions', 'autoAllowReadOnly']], layers: POLICY },
  undecidable: {
    places: [['permissions', 'undecidable']],
    value: z.enum(['allow', 'ask']),
    expected: '"allow" or "ask"',
    layers: TRUSTED,
    tightest: 'ask'
  },
  useAutoModeDuringPlan: {
    ...permitting,
    places: [['useAutoModeDuringPlan']],
    layers: ['user', 'local', 'flag', 'policy']
  },
  classifyAllShell: {
    ...bool,
    places: [['autoMode', 'classifyAllShell']],
    layers: TRUSTED,
    tightest: true,
    otherwise: true
  },
  sandboxEnabled: { ...bool, places: [['sandbox', 'enabled']], layers: ANY, tightest: true },
  autoAllowBashIfSandboxed: {
    ...bool,
    places: [['sandbox', 'autoAllowBashIfSandboxed']],
    layers: ANY,
    tightest: false
  },
  allowUnsandboxedCommands: {
    ...bool,
    places: [['sandbox', 'allowUnsandboxedCommands']],
    layers: ANY,
    tightest: false,
    otherwise: false
  },
  allowManagedDomainsOnly: {
    ...restricting,
    places: [['sandbox', 'network', 'allowManagedDomainsOnly']],
    layers: POLICY
  },
  maxConsecutiveDenials: {
    places: [['autoMode', 'denialLimits', 'consecutive']],
    value: z.int().min(1).max(20),
    expected: 'a whole number from 1 to 20',
    layers: POLICY
  },
  maxTotalDenials: {
    places: [['autoMode', 'denialLimits', 'total']],
    value: z.int().min(1).max(200),
    expected: 'a whole number from 1 to 200',
    layers: POLICY
  }
}

/** What is known of a list key. */
export interface ListKey {
  readonly place: readonly [string, string]
  readonly layers: readonly LayerName[]
  readonly holdsRules: boolean
}

/** Every list that decisions read. */
export const LISTS = {
  allow: { place: ['permissions', 'allow'], layers: [...ANY, 'session'], holdsRules: true },
  ask: { place: ['permissions', 'ask'], layers: [...ANY, 'session'], holdsRules: true },
  deny: { place: ['permissions', 'deny'], layers: [...ANY, 'session'], holdsRules: true },
  additionalDirectories: { place: ['permissions', 'additionalDirectories'], layers: ANY, holdsRules: false },
  protectedPathExceptions: {
    place: ['permissions', 'protectedPathExceptions'],
    layers: TRUSTED,
    holdsRules: false
  },
  excludedCommands: { place: ['sandbox', 'excludedCommands'], layers: ANY, holdsRules: false },
  environment: { place: ['autoMode', 'environment'], layers: TRUSTED, holdsRules: false },
  autoAllow: { place: ['autoMode', 'allow'], layers: TRUSTED, holdsRules: false },
  softDeny: { place: ['autoMode', 'soft_deny'], layers: TRUSTED, holdsRules: false },
  hardDeny: { place: ['autoMode', 'hard_deny'], layers: TRUSTED, holdsRules: false }
} as const satisfies Record<string, ListKey>

/** The name of a list. */
export type ListName = keyof typeof LISTS

/** Objects that hold keys of ours: of another type, the layer cannot be read. */
export const CONTAINERS = ['permissions', 'sandbox', 'autoMode'] as const

/** Further known keys: the containers, and what only the runtime reads. */
const ELSEWHERE: Readonly<Record<(typeof CONTAINERS)[number] | 'top', readonly string[]>> = {
  permissions: ['blockReadsExemptPaths', 'workingDirectoriesAsGiven', 'workingDirectoriesExclude'],
  sandbox: [
    'failIfUnavailable',
    'filesystem',
    'network',
    'credentials',
    'ignoreViolations',
    'enableWeakerNestedSandbox',
    'enableWeakerNetworkIsolation',
    'allowAppleEvents',
    'allowNestedUserNamespaces',
    'ripgrep',
    'bwrapPath',
    'socatPath'
  ],
  autoMode: ['denialLimits'],
  top: [...CONTAINERS]
}

function knownBelow(container: string | undefined): readonly string[] {
  const places: readonly (readonly string[])[] = [
    ...Object.values(SCALARS).flatMap((key) => key.places),
    ...Object.values(LISTS).map((key) => key.place)
  ]
  return places.flatMap((place) => {
    const [first, second] = place
    if (container === undefined) return place.length === 1 && first ? [first] : []
    return first === container && place.length === 2 && second ? [second] : []
  })
}

/** The known keys at the top of a layer and under each container. */
export const KNOWN_KEYS = {
  top: [...ELSEWHERE.top, ...knownBelow(undefined)],
  permissions: [...ELSEWHERE.permissions, ...knownBelow('permissions')],
  sandbox: [...ELSEWHERE.sandbox, ...knownBelow('sandbox')],
  autoMode: [...ELSEWHERE.autoMode, ...knownBelow('autoMode')]
} as const
