/** Allow rules that open more than anybody reads off them: everything, or whatever an interpreter is told to run. */
import type { Step } from '../../engine/paths/sequence.ts'
import type { BashPattern } from '../../engine/rules/bash-pattern.ts'
import { WORD_END } from '../../engine/rules/bash-subject.ts'
import { isMcpName } from '../../engine/rules/mcp.ts'
import type { BashRule, DomainRule, PathRule, Rule, ToolRule } from '../../engine/rules/rule.ts'
import { STAR } from '../../engine/rules/rule-words.ts'
import { type Opening, openingOf } from '../../engine/rules/suspended.ts'
import type { LintCode } from './codes.ts'
import { quoted } from './finding.ts'

/** The words of a pattern; a `STAR` is a wildcard. */
export const wordsOf = ({ segments, wide }: BashPattern): readonly string[] =>
  segments.join(STAR).split(wide ? ' ' : WORD_END)

/** What is to be said of a rule. */
interface Remark {
  readonly code: LintCode
  readonly message: string
}

/** What is to be said of an allow rule that opens much. */
export function openingRemark(rule: Rule): Remark | undefined {
  switch (rule.kind) {
    case 'tool':
      return remarkOnTool(rule)
    case 'bash':
      return remarkOnCommand(rule)
    case 'path':
      return remarkOnPath(rule)
    case 'domain':
      return remarkOnHost(rule)
    default:
      return undefined
  }
}

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor'])
const READERS: ReadonlySet<string> = new Set(['Read'])
const WRITERS: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit', 'MultiEdit'])

function remarkOnTool({ name, text }: ToolRule): Remark | undefined {
  const rule = quoted(text)
  if (SHELL_TOOLS.has(name)) return { code: 'allow-every-command', message: `${rule} covers every command` }
  if (name === 'WebFetch') return { code: 'allow-every-host', message: `${rule} covers every host` }
  if (READERS.has(name)) {
    return { code: 'allow-every-path', message: `${rule} lets the ${name} tool read every file` }
  }
  if (WRITERS.has(name)) {
    return { code: 'allow-every-path', message: `${rule} lets the ${name} tool change every file` }
  }
  const isServer = isMcpName(name) && !name.slice('mcp__'.length).includes('__')
  return isServer
    ? { code: 'allow-whole-server', message: `${rule} covers every tool of the server` }
    : undefined
}

function remarkOnPath({ pattern, access, text }: PathRule): Remark | undefined {
  if (!coversWhole(pattern.steps) || (pattern.anchor !== 'root' && pattern.anchor !== 'home'))
    return undefined
  const where = pattern.anchor === 'root' ? 'of the machine' : 'of the home directory'
  const does = access === 'read' ? 'reading' : 'changing'
  return { code: 'allow-every-path', message: `${quoted(text)} covers ${does} every file ${where}` }
}

// Any depth, alone or beside names that can be any: at most the files at the very top are left out.
const coversWhole = (steps: readonly Step[]): boolean =>
  (steps.length === 0 || steps.some(({ kind }) => kind === 'depth')) &&
  steps.every((step) => step.kind === 'depth' || step.glob.tokens.every(({ kind }) => kind === 'run'))

function remarkOnHost({ host, text }: DomainRule): Remark | undefined {
  if (!host.subdomains || host.labels.length !== 1) return undefined
  return { code: 'allow-every-host', message: `${quoted(text)} covers every host below a top-level domain` }
}

/** Programs that run any command they are given, elsewhere or in another way. */
const RUNS_COMMANDS: ReadonlySet<string> = new Set(
  (
    'ssh su runuser pkexec wsl direnv tmux screen at batch crontab systemd-run start-process invoke-expression iex ' +
    'invoke-command icm saps start exec command builtin trap cmd awk gawk mawk nawk osascript expect ' +
    'gdb lldb rr vi vim nvim view ex ed emacs psql mysql mariadb sqlite3 mongosh mongo ansible ansible-playbook'
  ).split(' ')
)
/** Words that stand before the script, the module or the package that is run. */
const RUN_WORDS: ReadonlySet<string> = new Set([
  'run',
  'exec',
  'dlx',
  'x',
  'tool',
  'task',
  '-m',
  '-jar',
  '--'
])
/** Programs whose subcommands start containers or commands in other places. */
const REACHES_OUT: ReadonlySet<string> = new Set(['docker', 'podman', 'kubectl', 'vagrant'])
/** Subcommands that run a package which nobody named. */
const RUNS_PACKAGES: ReadonlySet<string> = new Set(['exec', 'x', 'tool'])

function remarkOnCommand({ pattern, text }: BashRule): Remark | undefined {
  const rule = quoted(text)
  if (wordsOf(pattern).every((word) => word === '' || word === STAR)) {
    return { code: 'allow-every-command', message: `${rule} covers every command` }
  }
  const opening = openingOf(pattern)
  if (opening === undefined) return remarkOnOptions(pattern, rule)
  if (namesWhatRuns(opening)) return undefined
  const [program = STAR, subcommand = ''] = opening.words
  if (program.includes(STAR)) {
    const message = `${rule} leaves the program itself open, interpreters and shells included`
    return { code: 'allow-opens-interpreter', message }
  }
  if (opening.by === 'program' || REACHES_OUT.has(program) || RUNS_PACKAGES.has(subcommand)) {
    return { code: 'allow-opens-interpreter', message: `${rule} leaves open what ${quoted(program)} runs` }
  }
  const message = `${rule} runs whatever ${quoted(program)} finds in the project or is told to fetch`
  return { code: 'allow-runs-project-code', message }
}

/** Programs with options, settings or scripts that run other programs: a wildcard covers all of their other uses. */
const HAS_ESCAPES: ReadonlySet<string> = new Set(
  'sed tar find git rsync sort split zip wget curl scp sftp rg fd man less nc ncat socat nmap lftp'.split(' ')
)

function remarkOnOptions(pattern: BashPattern, rule: string): Remark | undefined {
  const [program = '', rest, more] = wordsOf(pattern)
  if (pattern.exact || !HAS_ESCAPES.has(program) || rest !== STAR || more !== undefined) return undefined
  const message = `${rule} covers all uses of ${quoted(program)} but those that run other programs`
  return { code: 'allow-every-use', message }
}

/** Whether the script, the module or the package stands in the rule, and only its arguments are open. */
function namesWhatRuns({ by, words }: Opening): boolean {
  const [program = '', ...rest] = words
  if (by !== 'program' || RUNS_COMMANDS.has(program)) return false
  const what = rest.find((word) => !RUN_WORDS.has(word))
  return what !== undefined && !what.includes(STAR) && !what.startsWith('-')
}
