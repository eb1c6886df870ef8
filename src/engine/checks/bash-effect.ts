/** Does a command, with all that it runs, do nothing but read? */
import type { Place } from '../paths/place.ts'
import type { AnalysedCommand, ScriptAnalysis } from './bash-analysis.ts'
import type { Level } from './bash-level.ts'
import type { LocatedCommand } from './bash-located.ts'

/** As its `effect`, where it runs: git in a repository that nobody vouches for runs what that repository says (D17). */
export function effectAt(located: LocatedCommand, place: Place): string | undefined {
  const why = located.analysed.effect
  if (why !== undefined || !isForeignGit(located, place)) return why
  return 'runs git outside the project and the current directory'
}

/** Is it git, in a repository that is not the one of the project or of the current directory (D17)? */
export function isForeignGit({ analysed, repository }: LocatedCommand, place: Place): boolean {
  if (analysed.levels.every((level) => level.facts.git === undefined)) return false
  const trusted = repository?.every((directory) => directory === place.projectDir || directory === place.cwd)
  return trusted !== true
}

/** undefined: it only reads. Else why not, as a phrase after the command. Redirections are judged elsewhere. */
export function effectOf({
  meaning,
  level,
  scripts
}: Pick<AnalysedCommand, 'meaning' | 'level' | 'scripts'>): string | undefined {
  if (meaning !== undefined) return `cannot be judged: ${meaning.message}`
  if (level === undefined) return undefined
  const why = levelEffect(level)
  if (why !== undefined) return why
  for (const script of scripts) {
    if (script.analysis === undefined) return 'runs text that is not known'
    const inside = scriptEffect(script.analysis)
    if (inside !== undefined) return inside
  }
  return undefined
}

function levelEffect(level: Level): string | undefined {
  const { facts } = level
  if (facts.readOnly) return undefined
  if (!facts.harmless) return facts.why ?? 'may change something'
  for (const child of level.children) {
    if (child.inner?.harmless !== true) return child.inner?.why ?? facts.why
    const below = levelEffect(child)
    if (below !== undefined) return `runs \`${child.facts.program ?? ''}\`, which ${below}`
  }
  return level.children.length > 0 || facts.scripts.length > 0 ? undefined : facts.why
}

function scriptEffect(script: ScriptAnalysis): string | undefined {
  if (script.structure !== undefined) return 'runs text that cannot be read for certain'
  for (const command of script.commands) {
    if (command.effect !== undefined) return `runs \`${command.command.text}\`, which ${command.effect}`
  }
  return undefined
}
