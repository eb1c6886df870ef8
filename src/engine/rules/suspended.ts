/** Which allow rules auto mode leaves out: those that would pass arbitrary code without the classifier (E22). */
import type { BashPattern } from './bash-pattern.ts'
import { WORD_END } from './bash-subject.ts'
import type { ShellTool } from './rule.ts'
import { STAR } from './rule-words.ts'
import { matchesSegments } from './wildcard.ts'

/** Tools whose every allow rule is suspended, or whose bare one is. */
const WHOLE_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor', 'Agent'])

/**
 * Programs that run what their arguments say. Only families are documented; the list is generous on purpose, since
 * a rule too many costs a classifier call and a rule too few passes unseen code.
 */
const RUNNERS: ReadonlySet<string> = new Set(
  [
    // interpreters
    'python python2 python3 pypy pypy3 ipython node nodejs deno bun tsx ts-node ruby irb perl php lua luajit R Rscript',
    'julia java jshell groovy scala kotlin elixir erl iex ghci runghc osascript awk gawk mawk nawk tclsh expect guile',
    // shells and what stands in for them
    'sh bash zsh dash ash ksh mksh csh tcsh fish pwsh powershell cmd busybox eval exec source . command builtin trap',
    // other places and other users
    'ssh sudo doas su runuser pkexec chroot unshare nsenter wsl',
    // programs that run programs
    'env xargs parallel nohup timeout time nice ionice stdbuf setsid flock watch script strace ltrace direnv devbox',
    'mise asdf nix nix-shell tmux screen at batch crontab systemd-run start-process invoke-expression iex',
    'invoke-command icm saps start',
    // debuggers, editors and clients that run commands or scripts by an option
    'gdb lldb rr vi vim nvim view ex ed emacs psql mysql mariadb sqlite3 mongosh mongo ansible ansible-playbook',
    // package runners
    'npx bunx pnpx yarn pnpm uvx pipx corepack'
  ].flatMap((line) => line.split(' '))
)

/** Programs with subcommands that run scripts or foreign code; other subcommands are left alone. */
const RUNNING_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: 'run run-script rum urn exec x create init start restart install i ci add install-test it',
    uv: 'run tool pip sync add',
    pip: 'install',
    pip3: 'install',
    poetry: 'run install add',
    pipenv: 'run shell install',
    pdm: 'run install add',
    hatch: 'run shell',
    rye: 'run',
    conda: 'run install',
    bundle: 'exec install',
    gem: 'install exec',
    composer: 'run-script run exec install require',
    cargo: 'run install script',
    go: 'run generate install tool',
    dotnet: 'run script exec',
    swift: 'run',
    docker: 'run exec build compose buildx',
    podman: 'run exec build compose',
    kubectl: 'exec run debug attach cp apply',
    vagrant: 'ssh provision up',
    make: '',
    just: '',
    task: '',
    rake: '',
    gradle: ''
  }).map(([program, subcommands]) => [program, new Set(subcommands.split(' ').filter((one) => one !== ''))])
)

export const isSuspendedTool = (name: string): boolean => WHOLE_TOOLS.has(name)

/** Rules for Monitor all go; Bash and PowerShell rules where a wildcard leaves open what a runner runs. */
export const isSuspendedPattern = (tool: ShellTool, pattern: BashPattern): boolean =>
  tool === 'Monitor' || openingOf(pattern) !== undefined

/** What a pattern with a wildcard leaves open: what a program runs, or which scripts one of its subcommands runs. */
export interface Opening {
  readonly by: 'program' | 'subcommand'
  /** The words of the pattern behind assignments, the program without its directory; a `STAR` is a wildcard. */
  readonly words: readonly string[]
}

/** What a pattern leaves open, if anything. */
export function openingOf(pattern: BashPattern): Opening | undefined {
  if (pattern.exact) return undefined
  const all = pattern.segments.join(STAR).split(pattern.wide ? ' ' : WORD_END)
  const [first = STAR, ...rest] = all.slice(all.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)))
  const words = [lastPart(first), ...rest]
  const by = openedBy(words)
  return by === undefined ? undefined : { by, words }
}

function openedBy([program = STAR, subcommand]: readonly string[]): Opening['by'] | undefined {
  if (program.includes(STAR))
    return couldName(program, RUNNERS) || couldName(program, RUNNING_SUBCOMMANDS.keys())
      ? 'program'
      : undefined
  if (isRunner(program)) return 'program'
  const running = RUNNING_SUBCOMMANDS.get(program)
  if (running === undefined || subcommand === undefined) return undefined
  return subcommand.includes(STAR) || running.has(subcommand) ? 'subcommand' : undefined
}

function couldName(program: string, names: Iterable<string>): boolean {
  const segments = program.split(STAR)
  for (const name of names) if (matchesSegments(segments, name, name.length)) return true
  return false
}

const lastPart = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** Versions and endings are spelled into names: `python3.12`, `node.exe`. */
function isRunner(program: string): boolean {
  const name = program.replace(/\.exe$/, '')
  return RUNNERS.has(name) || RUNNERS.has(name.replace(/-?[\d.]+$/, ''))
}
