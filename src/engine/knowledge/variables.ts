/** What assigning a variable changes for the programs that see it. */

/** Locale, colour, CI and log-level names: they change how output looks, not what a program does. */
const SAFE: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'LANG',
  'LANGUAGE',
  'TZ',
  'NO_COLOR',
  'FORCE_COLOR',
  'CLICOLOR',
  'CLICOLOR_FORCE',
  'COLORTERM',
  'TERM',
  'COLUMNS',
  'LINES',
  'CI',
  'LOG_LEVEL',
  'RUST_LOG',
  'RUST_BACKTRACE',
  'CARGO_TERM_COLOR',
  'LS_COLORS',
  'GREP_COLORS',
  'TIME_STYLE',
  'BLOCK_SIZE',
  'BLOCKSIZE',
  'DEBIAN_FRONTEND',
  'SOURCE_DATE_EPOCH',
  'PY_COLORS',
  'TEST_ENV',
  'RAILS_ENV',
  'RACK_ENV'
])

/** Names through which the shell or the loader runs other code, or finds other programs and files. */
const CHANGES_MEANING: ReadonlySet<string> = new Set([
  'PATH',
  'IFS',
  'ENV',
  'BASH_ENV',
  'PS4',
  'PS0',
  'PS1',
  'PS2',
  'PROMPT_COMMAND',
  'GLOBIGNORE',
  'SHELLOPTS',
  'BASHOPTS',
  'BASH_CMDS',
  'BASH_ALIASES',
  'BASH_XTRACEFD',
  'CDPATH',
  'HOME',
  'PWD',
  'OLDPWD',
  'DIRSTACK',
  'EXECIGNORE',
  'FIGNORE',
  'BASH'
])

const CHANGES_MEANING_PREFIX = /^(?:LD_|DYLD_|BASH_FUNC_)/

/** Names that make particular programs run other code or read other files. */
const STEERS =
  /^(?:GIT|SSH|PYTHON|PERL\d?|RUBY|NODE|NPM|npm|JAVA|JDK|MAVEN|GRADLE|CARGO|RUSTC?|GO|CGO|MAKE|DOCKER|KUBE|AWS|LESS|MAN|RIPGREP|RSYNC|XDG|CURL|WGET|PIP|UV|BUN|DENO|PHP|LUA)_|^(?:PYTHON|PERL|RUBY)[A-Z0-9]+$|^GO(?:FLAGS|PATH|ROOT|BIN|ENV|PROXY|TOOLCHAIN|TMPDIR)$|^MAKE(?:FLAGS|FILES)$|(?:PAGER|EDITOR|VISUAL|BROWSER|FLAGS|_OPTS|_OPTIONS|_PROXY|_proxy|ASKPASS|CLASSPATH|KUBECONFIG)$|^(?:CC|CXX|LESS|LESSOPEN|LESSCLOSE|GCONV_PATH|NLSPATH|LOCPATH|HOSTALIASES|POSIXLY_CORRECT|SHELL|TMPDIR|ZDOTDIR|HISTFILE)$/

export type AssignmentEffect = 'safe' | 'unknown' | 'changes-meaning'

/** How much an assignment in front of a command says against knowing what the command does. */
export function assignmentEffect(name: string): AssignmentEffect {
  if (SAFE.has(name) || name.startsWith('LC_')) return 'safe'
  if (CHANGES_MEANING.has(name) || CHANGES_MEANING_PREFIX.test(name)) return 'changes-meaning'
  return 'unknown'
}

/** Whether a variable makes particular programs run other code or read other files, also when assigned alone. */
export function steersPrograms(name: string): boolean {
  return assignmentEffect(name) === 'unknown' && STEERS.test(name)
}
