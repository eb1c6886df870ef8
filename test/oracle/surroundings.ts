/**
 * What a script expects to find, guessed from its text: programs, directories, files to read. A wrong guess costs
 * nothing but a stand-in nobody calls; what was not guessed is met in one pass and there in the next.
 */

export interface Surroundings {
  readonly programs: Set<string>
  readonly directories: Set<string>
  readonly files: Set<string>
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const KEYWORDS: ReadonlySet<string> = new Set(
  words('if then elif else fi for while until do done case esac in function select time coproc')
)
const BUILTINS: ReadonlySet<string> = new Set(
  words(`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo
    enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf
    pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit
    umask unalias unset wait command_not_found_handle`)
)

export const isBuiltin = (name: string): boolean => BUILTINS.has(name)

/** Letters that a function's name may be made of without any quoting. */
const NAME = /^[A-Za-z_./][A-Za-z0-9_./+-]*$/
const TOKEN = /[A-Za-z0-9_./+-]+/g
const MAX_GUESSES = 200

export const isStubName = (name: string): boolean =>
  NAME.test(name) && !KEYWORDS.has(name) && !BUILTINS.has(name)

export function guess(script: string): Surroundings {
  const programs = new Set<string>()
  for (const [token] of script.matchAll(TOKEN)) {
    if (isStubName(token) && programs.size < MAX_GUESSES) programs.add(token)
  }
  return {
    programs,
    directories: all(script, /\b(?:cd|pushd)[ \t]+["']?([\w./-]+)/g),
    files: all(script, /<[ \t]*["']?([\w.-][\w./-]*|\/[\w./-]+)/g)
  }
}

const all = (text: string, form: RegExp): Set<string> =>
  new Set([...text.matchAll(form)].flatMap((match) => match[1] ?? []))

/** What a pass looked for and did not find; true where the next pass will. */
export function learn(
  known: Surroundings,
  commands: readonly (readonly string[])[],
  stderr: string
): boolean {
  const before = known.programs.size + known.directories.size + known.files.size
  const called = new Set(commands.map(([name]) => name))
  for (const [name = '', ...words] of commands) {
    if (name.includes('/') && isStubName(name)) known.programs.add(name)
    const last = words.at(-1)
    if ((name === 'cd' || name === 'pushd') && last !== undefined && isPlace(last)) {
      known.directories.add(last)
    }
  }
  for (const [, path = ''] of stderr.matchAll(MISSING)) {
    if (called.has(path) || !isPlace(path)) continue
    // A redirection: of a file to be read, or into a directory that is not there.
    const parent = path.replace(/\/+[^/]*$/, '')
    if (parent !== path && parent !== '' && !known.directories.has(parent)) known.directories.add(parent)
    else known.files.add(path)
  }
  return known.programs.size + known.directories.size + known.files.size > before
}

const MISSING =
  /^[^\n:]*: (?:line \d+: |environment: line \d+: )(?!cd: |pushd: )([^\n]+): No such file or directory$/gm

/** Not one of the system's own, and not outside. */
const isPlace = (path: string): boolean =>
  path !== '' &&
  !path.startsWith('-') &&
  !/^\/(?:proc|dev|run|lib|lib64|usr\/lib|\.oracle)(?:\/|$)/.test(path)

/** How often the text asks how a command ended. */
export const readsStatus = (script: string): number => script.match(READS_STATUS)?.length ?? 0

const READS_STATUS =
  /&&|\|\||!|\$\?|\b(?:if|elif|while|until|errexit|pipefail|PIPESTATUS|ERR|exec|set[ \t]+-\w*e\w*)\b/g
