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
export function isSuspendedPattern(tool: ShellTool, pattern: BashPattern): boolean {
  if (tool === 'Monitor') return true
  if (pattern.exact) return false
  const words = pattern.segments.join(STAR).split(WORD_END)
  const command = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)))
  return runsAnything(command)
}

function runsAnything(command: readonly string[]): boolean {
  const program = lastPart(command[0] ?? STAR)
  if (program.includes(STAR))
    return couldName(program, RUNNERS) || couldName(program, RUNNING_SUBCOMMANDS.keys())
  if (isRunner(program)) return true
  const running = RUNNING_SUBCOMMANDS.get(program)
  const subcommand = command[1]
  if (running === undefined || subcommand === undefined) return false
  return subcommand.includes(STAR) || running.has(subcommand)
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
