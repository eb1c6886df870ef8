/** Every reason why a command is not without risk: a closed list, documented in docs/classification.md. */

export const RISK_LEVELS = ['none', 'low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

export interface RiskKind {
  readonly level: Exclude<RiskLevel, 'none'>
  /** What the command does or may do, as a sentence without its subject. */
  readonly sentence: string
  /** Removes, overwrites, ends or opens up what was there; null: may do so. Absent: does not. */
  readonly destructive?: boolean | null
  /** May reach the network. */
  readonly network?: true
  /** Runs, or may run, code that the command line does not show. */
  readonly executesCode?: true
  /** Raises privileges. */
  readonly privileged?: true
}

const table = <Code extends string>(
  codes: Readonly<Record<Code, RiskKind>>
): Readonly<Record<Code, RiskKind>> => codes

export const RISK_CODES = table({
  'dry-run': { level: 'low', sentence: 'only tells what it would do' },
  'writes-file': { level: 'low', sentence: 'creates a file or adds to one' },
  'makes-executable': { level: 'low', sentence: 'lets a file be run' },
  'overwrites-file': { level: 'medium', sentence: 'may replace what a file holds', destructive: true },
  'edits-in-place': { level: 'medium', sentence: 'changes files in place', destructive: true },
  'removes-file': { level: 'medium', sentence: 'removes files', destructive: true },
  'removes-tree': {
    level: 'high',
    sentence: 'removes directories with all that is in them',
    destructive: true
  },
  'removes-critical': {
    level: 'critical',
    sentence: 'removes the root, a home, the project or another place that all depends on',
    destructive: true
  },
  'rewrites-history': { level: 'high', sentence: 'rewrites or drops recorded history', destructive: true },
  'discards-work': { level: 'high', sentence: 'throws away work that is not recorded', destructive: true },
  'force-push': {
    level: 'high',
    sentence: 'replaces or deletes branches or tags of a remote',
    destructive: true,
    network: true
  },
  'disk-tool': { level: 'critical', sentence: 'writes disks, partitions or volumes', destructive: true },
  'changes-permissions': {
    level: 'medium',
    sentence: 'changes permissions or owners',
    destructive: true
  },
  'opens-permissions': {
    level: 'high',
    sentence: 'changes permissions or owners of many files, of the system, or for everybody',
    destructive: true
  },
  'stops-process': { level: 'medium', sentence: 'ends processes or containers', destructive: true },
  'stops-service': { level: 'high', sentence: 'stops a service or the machine', destructive: true },
  'removes-resource': {
    level: 'high',
    sentence: 'removes containers, packages, releases or things on a server',
    destructive: true
  },
  'drops-data': {
    level: 'critical',
    sentence: 'drops databases, volumes or stored data',
    destructive: true
  },
  network: { level: 'low', sentence: 'uses the network', network: true },
  'changes-remote': { level: 'medium', sentence: 'changes something on a server', network: true },
  'sends-secret': {
    level: 'critical',
    sentence: 'may send credentials over the network',
    network: true
  },
  'remote-code': {
    level: 'critical',
    sentence: 'runs code that it takes from the network',
    destructive: null,
    network: true,
    executesCode: true
  },
  'package-code': {
    level: 'medium',
    sentence: 'fetches packages, whose code may run',
    network: true,
    executesCode: true
  },
  'project-code': {
    level: 'low',
    sentence: 'runs scripts, tests or builds of the project',
    executesCode: true
  },
  'runs-code': {
    level: 'medium',
    sentence: 'runs code that the command line does not show or the tables cannot read',
    destructive: null,
    executesCode: true
  },
  interactive: {
    level: 'low',
    sentence: 'waits for a person, who can run commands from it',
    destructive: null,
    executesCode: true
  },
  'foreign-repository': {
    level: 'medium',
    sentence: 'runs git where nobody vouches for what the repository makes it run',
    executesCode: true
  },
  privileged: {
    level: 'high',
    sentence: 'raises privileges or leaves a sandbox',
    destructive: null,
    privileged: true
  },
  'reads-secret': { level: 'high', sentence: 'reads credentials or keys' },
  persistence: { level: 'high', sentence: 'leaves something behind that runs later' },
  'guarded-path': {
    level: 'high',
    sentence: 'changes what configures an agent, a guard or the tools of the project'
  },
  'changes-system': {
    level: 'high',
    sentence: 'changes accounts, the kernel or the network',
    destructive: null
  },
  'runs-apart': { level: 'low', sentence: 'runs a command in surroundings of its own' },
  'changes-shell': { level: 'low', sentence: 'changes how the shell reads or finds what follows' },
  'changes-environment': { level: 'low', sentence: 'sets variables that programs may obey' },
  'changes-state': { level: 'low', sentence: 'changes an index, a setting, a session or the like' },
  'unknown-program': {
    level: 'medium',
    sentence: 'is a program that the tables do not know',
    destructive: null,
    network: true,
    executesCode: true
  },
  'unknown-form': {
    level: 'medium',
    sentence: 'is called in a way that the tables do not know',
    destructive: null,
    network: true,
    executesCode: true
  },
  'unknown-tool': {
    level: 'medium',
    sentence: 'is a tool of which only its name is known',
    destructive: null,
    network: true,
    executesCode: true
  },
  'meaning-unknown': {
    level: 'medium',
    sentence: 'depends on what is not known until it runs',
    destructive: true,
    network: true,
    executesCode: true
  },
  'structure-unknown': {
    level: 'high',
    sentence: 'cannot be read for certain',
    destructive: true,
    network: true,
    executesCode: true,
    privileged: true
  }
})

export type RiskCode = keyof typeof RISK_CODES

/** Codes that say more than another one, which is left out beside them. */
export const SAYS_MORE_THAN: Readonly<Partial<Record<RiskCode, RiskCode>>> = {
  'removes-critical': 'removes-tree',
  'removes-tree': 'removes-file',
  'opens-permissions': 'changes-permissions',
  'drops-data': 'removes-resource',
  'remote-code': 'runs-code',
  'changes-remote': 'network',
  'sends-secret': 'reads-secret'
}

/** What a row says of a form, an option or a word. */
export type Risk = RiskCode | readonly RiskCode[]

/** A risk as a list. */
export const codesOf = (risk: Risk): readonly RiskCode[] => (typeof risk === 'string' ? [risk] : risk)

/** Does it, or may it, destroy something? */
export const mayDestroy = (risk: Risk): boolean =>
  codesOf(risk).some((code) => RISK_CODES[code].destructive !== undefined)

/** The list in the order of the table. */
export const ALL_RISK_CODES = Object.keys(RISK_CODES).filter((code): code is RiskCode => code in RISK_CODES)
