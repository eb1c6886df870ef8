/** What is known of PowerShell by name alone: aliases, cmdlets that read, removals that are refused. */

/** R50: cmdlets and the aliases that mean them. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['remove-item', ['rm', 'ri', 'del', 'erase', 'rd', 'rmdir']],
  ['get-content', ['cat', 'gc', 'type']],
  ['set-content', ['sc']],
  ['get-childitem', ['ls', 'dir', 'gci']],
  ['get-item', ['gi']],
  ['select-string', ['sls']],
  ['copy-item', ['cp', 'copy', 'cpi']],
  ['move-item', ['mv', 'move', 'mi']],
  ['invoke-webrequest', ['curl', 'wget', 'iwr']],
  ['invoke-restmethod', ['irm']],
  ['invoke-expression', ['iex']],
  ['start-process', ['start', 'saps']],
  ['stop-process', ['kill', 'spps']],
  ['set-location', ['cd', 'chdir', 'sl']]
])

const CANONICAL: ReadonlyMap<string, string> = new Map(
  [...ALIASES].flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const))
)

const READERS: ReadonlySet<string> = new Set([
  'get-content',
  'get-childitem',
  'get-item',
  'select-string',
  'test-path',
  'set-location'
])

const canonical = (program: string): string => CANONICAL.get(baseName(program)) ?? baseName(program)

const baseName = (program: string): string =>
  program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/\.exe$/, '')

/** Every name a rule may know the program by; `program` in lower case. */
export function namesOf(program: string): readonly string[] {
  const name = canonical(program)
  return [...new Set([program, baseName(program), name, ...(ALIASES.get(name) ?? [])])]
}

/** A cmdlet whose operands are only read. */
export const readsOnlyByName = (program: string): boolean => READERS.has(canonical(program))

const SYSTEM =
  /^(?:[a-z]:)?[\\/]*$|^(?:[a-z]:)?[\\/](?:windows|program files|programdata|users|etc|usr|bin|sbin|lib|var|home|root)(?:[\\/]|$)/
const EVERYTHING = /(?:^|[\\/])\*$|^[~.]{1,2}[\\/]?$|^\$(?:home|env:)/

/** R51: system paths, and everything of a place, are refused in every mode. Words in lower case. */
export function isSystemRemoval([program, ...operands]: readonly string[]): boolean {
  if (program === undefined || canonical(program) !== 'remove-item') return false
  return operands.some((word) => {
    const path = word.replace(/^-[a-z]+[:=]/, '')
    return !path.startsWith('-') && (SYSTEM.test(path) || EVERYTHING.test(path))
  })
}
