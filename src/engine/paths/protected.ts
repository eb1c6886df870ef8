/**
 * Paths that no rule and no mode opens for writing (D1, D2, D15, E34, E35): what configures a guard, runs code
 * later or holds credentials.
 *
 * Not covered: what lies inside a folder that is removed or overwritten as a whole (`rm -rf pkg` with `pkg/.git`
 * in it), hard links, and links that the caller did not resolve.
 */
import { fold, type Glob, literalGlob, matchesGlob, readGlob } from './glob.ts'
import { globsMeet } from './glob-relations.ts'
import { segmentsOf } from './normalise.ts'
import { IGNORABLE, SHORT_NAME } from './odd-spelling.ts'
import { literalSteps, type Step } from './sequence.ts'
import type { Target } from './target.ts'

export interface ProtectedPath {
  /** The row's name, as written in the table. */
  readonly name: string
  /** Why it is protected, as the end of a sentence about it. */
  readonly reason: string
  /** May the classifier judge it in auto mode (D2)? */
  readonly approvable: boolean
}

interface Row {
  readonly reason: string
  readonly approvable: boolean
  /** `worktrees/` below it is exempt, and what follows is judged afresh. */
  readonly runtime?: true
  /** Files, and folders with all that is in them; `a/b` where the folder before counts, `*` as a wildcard. */
  readonly names: readonly string[]
}

const ROWS: readonly Row[] = [
  {
    reason: 'holds hooks and settings that git runs',
    approvable: false,
    // `.git` is a file in worktrees and submodules.
    names: ['.git']
  },
  {
    reason: 'holds the permissions and hooks of an agent runtime',
    approvable: false,
    runtime: true,
    names: [
      ...['.claude', '.codex', '.gemini', '.cursor', '.agents', '.copilot', '.opencode', '.qwen', '.factory'],
      ...['.kiro', '.windsurf', '.clinerules', '.cline', '.crush', '.grok', '.roo', '.continue', '.amp'],
      ...['.augment', '.junie', '.goose', '.trae']
    ]
  },
  {
    reason: 'configures an agent runtime',
    approvable: false,
    names: [
      '.github/hooks',
      'opencode.json',
      'opencode.jsonc',
      'crush.json',
      '.crush*',
      '.mcp.json',
      '.claude.json'
    ]
  },
  {
    reason: 'configures this service',
    approvable: false,
    runtime: true,
    names: ['.portcullis']
  },
  {
    reason: 'configures this service',
    approvable: false,
    names: ['portcullis.json', 'portcullis.yaml', 'portcullis.yml']
  },
  {
    reason: 'is run when a shell starts',
    approvable: false,
    names: [
      ...['.bashrc', '.bash_profile', '.bash_login', '.bash_aliases', '.bash_logout', '.profile', '.envrc'],
      ...['.zshrc', '.zprofile', '.zshenv', '.zlogin', '.zlogout']
    ]
  },
  {
    reason: 'names programs that git runs',
    approvable: false,
    names: ['.gitconfig']
  },
  {
    reason: 'holds credentials',
    approvable: false,
    names: ['.ssh', '.aws', '.gnupg', '.netrc', '_netrc', '.kube', '.docker/config.json']
  },
  {
    reason: 'configures git',
    approvable: true,
    names: ['.gitmodules', '.config/git']
  },
  {
    reason: 'configures tools that run code from the project',
    approvable: true,
    names: ['.vscode', '.idea', '.husky', '.cargo', '.devcontainer', '.devcontainer.json', '.yarn', '.mvn']
  },
  {
    reason: 'configures a package manager or a build',
    approvable: true,
    names: [
      ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnp.cjs', '.pnp.loader.mjs', '.pnpmfile.cjs', 'bunfig.toml'],
      ...['.bunfig.toml', '.bazelrc', '.bazelversion', '.bazeliskrc', 'gradle-wrapper.properties'],
      ...['maven-wrapper.properties', 'pyrightconfig.json', '.ripgreprc']
    ]
  },
  {
    reason: 'configures hooks that run on commit',
    approvable: true,
    names: ['.pre-commit-config.yaml', 'lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml']
  }
]

interface Entry {
  readonly row: Row
  readonly found: ProtectedPath
  readonly names: readonly Glob[]
}

const ENTRIES: readonly Entry[] = ROWS.flatMap((row) =>
  row.names.map((name) => ({
    row,
    found: { name, reason: row.reason, approvable: row.approvable },
    names: name.split('/').map((part) => readGlob(part, true) ?? literalGlob(part))
  }))
)
// Nearly every segment of a path is no protected name: one look-up says so.
const BY_FIRST_NAME = new Map<string, readonly Entry[]>()
for (const entry of ENTRIES) {
  const first = entry.names[0]?.literal
  if (first !== undefined) BY_FIRST_NAME.set(first, [...(BY_FIRST_NAME.get(first) ?? []), entry])
}
// Each of these begins with a dot.
const WILD = ENTRIES.filter((entry) => entry.names[0]?.literal === undefined)

/** The 8.3 form of a name keeps its first six letters and drops its dots. */
const BY_SHORT_STEM = new Map<string, readonly Entry[]>()
for (const entry of ENTRIES) {
  const first = entry.names[0]?.literal
  if (first === undefined) continue
  const stem = first.replaceAll(/^\.+/g, '').replace(/\..*$/, '').slice(0, 6)
  BY_SHORT_STEM.set(stem, [...(BY_SHORT_STEM.get(stem) ?? []), entry])
}

/**
 * What protects a normalised path, at any depth; the row that no classifier may judge before the others.
 * With `whole`, what is removed, moved or replaced with all that is in it: the folder before a protected one counts.
 */
export function protectedPath(path: string, whole = false): ProtectedPath | undefined {
  const segments = segmentsOf(path).map(plainName)
  let found: ProtectedPath | undefined
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at] ?? ''
    for (const entry of candidates(segment)) {
      if (!matchesFrom(entry, segments, at, whole)) continue
      if (entry.row.runtime && segments[at + 1] === 'worktrees') {
        at += 1
        break
      }
      if (!entry.found.approvable) return entry.found
      found ??= entry.found
    }
  }
  return found
}

const NONE: readonly Entry[] = []

function candidates(segment: string): readonly Entry[] {
  const exact = BY_FIRST_NAME.get(segment)
  if (exact !== undefined) return exact
  const stem = segment.includes('~') ? SHORT_NAME.exec(segment)?.[1] : undefined
  if (stem !== undefined) return BY_SHORT_STEM.get(stem) ?? NONE
  if (!segment.startsWith('.')) return NONE
  return WILD.filter(({ names }) => names[0] !== undefined && matchesGlob(names[0], segment))
}

function matchesFrom(entry: Entry, segments: readonly string[], at: number, whole: boolean): boolean {
  // The first name is what chose the entry.
  return entry.names.every((glob, offset) => {
    const segment = segments[at + offset]
    if (segment === undefined) return whole
    return offset === 0 || matchesGlob(glob, segment)
  })
}

/** A segment as a file system without case, streams, trailing dots and ignorable characters sees it (D15). */
function plainName(segment: string): string {
  if (/^[a-z0-9_.-]*[a-z0-9_-]$/.test(segment)) return segment
  const name = segment.replace(IGNORABLE, '').normalize('NFKC').replace(/:.*$/s, '')
  return fold(name).replace(/(?<=[^. ])[. ]+$/, '')
}

/**
 * What protects a target. A glob counts where the part before it is protected, or where a segment that writes its
 * leading dot could be a protected name (`.g*`, not `*`); an unknown target by what stands behind the unknown part.
 */
export function protectedTarget(target: Target, whole = false): ProtectedPath | undefined {
  switch (target.kind) {
    case 'path':
      return strictest(target.location.possible.map(({ path }) => protectedPath(path, whole)))
    case 'glob':
      return strictest(
        target.directory.possible.flatMap(({ path, segments }) => [
          protectedPath(path),
          protectedSteps([...literalSteps(segments.map(plainName)), ...target.steps], whole)
        ])
      )
    case 'unknown':
      // A rest behind an unknown piece (`"$F"rc`) could be any name.
      return protectedSteps(target.tail.slice(startsOpen(target.tail) ? 1 : 0), whole)
  }
}

function startsOpen([first]: readonly Step[]): boolean {
  return first?.kind === 'name' && !first.visible && first.glob.tokens[0]?.kind === 'run'
}

/** The strictest protected path that these names, one behind the other, could be. */
export function protectedSteps(steps: readonly Step[], whole: boolean): ProtectedPath | undefined {
  const names = steps.filter((step) => step.kind === 'name')
  const found = names.flatMap(({ glob, visible }, at) => {
    if (glob.literal === undefined && visible) return []
    const isWorktree = names[at + 1]?.glob.literal === 'worktrees'
    return meetable(glob).filter((entry) => {
      if (entry.row.runtime && isWorktree) return false
      return entry.names.every((name, offset) => {
        const other = names[at + offset]
        return other === undefined ? whole : globsMeet(name, other.glob, false)
      })
    })
  })
  return strictest(found.map((entry) => entry.found))
}

/** The entries whose first name the glob can meet at all; a plain name meets few. */
function meetable({ literal }: Glob): readonly Entry[] {
  if (literal === undefined) return ENTRIES
  const exact = BY_FIRST_NAME.get(literal)
  if (!literal.startsWith('.')) return exact ?? NONE
  return exact === undefined ? WILD : [...exact, ...WILD]
}

function strictest(found: readonly (ProtectedPath | undefined)[]): ProtectedPath | undefined {
  return found.find((one) => one?.approvable === false) ?? found.find((one) => one !== undefined)
}

/** Is this (folded) the name of a folder that the table knows, `.ssh` for one? */
export function isKnownFolder(name: string): boolean {
  return KNOWN_FOLDERS.has(name)
}

const KNOWN_FOLDERS: ReadonlySet<string> = new Set([
  ...[
    '.git',
    '.ssh',
    '.aws',
    '.gnupg',
    '.kube',
    '.docker',
    '.config',
    '.vscode',
    '.idea',
    '.husky',
    '.cargo'
  ],
  ...['.devcontainer', '.yarn', '.mvn', '.portcullis', '.github'],
  ...ROWS.filter((row) => row.runtime).flatMap((row) => row.names)
])
