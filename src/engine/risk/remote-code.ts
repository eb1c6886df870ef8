/** Code that comes from the network, and secrets that go there, seen across the commands of a script. */
import type { Word } from '../bash/program.ts'
import type { Level } from '../checks/bash-level.ts'
import type { LocatedCommand } from '../checks/bash-located.ts'
import { RISK_CODES, type RiskCode } from '../knowledge/risk-codes.ts'

/** A command of the script, in the order of the text, with what was found so far. */
export interface Judged {
  readonly located: LocatedCommand
  readonly codes: ReadonlySet<RiskCode>
  /** It names a file that holds a secret, and not only to prove who asks. */
  readonly readsSecretFile: boolean
  /** Paths that it, or a redirection of it, writes. */
  readonly writes: ReadonlySet<string>
}

/** Reaches the network by itself: what is merely not known could be said of anything. */
const reaches = ({ codes }: Judged): boolean => {
  for (const code of codes) if (RISK_CODES[code].network === true && !GUESSED.has(code)) return true
  return false
}

const GUESSED: ReadonlySet<RiskCode> = new Set(['unknown-program', 'unknown-form', 'meaning-unknown'])

/** The commands whose code comes from the network: `curl x | sh`, `bash <(curl x)`, `wget x/i.sh && sh i.sh`. */
export function runningRemoteCode(all: readonly Judged[]): ReadonlySet<LocatedCommand> {
  const found = new Set<LocatedCommand>()
  const sources = all.filter(reaches)
  if (sources.length === 0) return found
  const fetching = new Set(sources.map(({ located }) => located))
  const inScript = byScript(sources)
  const fetched: Fetched = { paths: new Set(), names: new Set() }
  for (const one of all) {
    const { located, codes } = one
    if (codes.has('runs-code') || codes.has('unknown-program')) {
      const beside = inScript.get(located.within) ?? []
      if (
        takesInput(located, fetching, beside) ||
        located.analysed.levels.some((level) => takesWord(level, beside)) ||
        runsDownload(one, fetched)
      )
        found.add(located)
    }
    if (fetching.has(located)) keep(one, fetched)
  }
  return found
}

/** Commands by the script they stand in: only there can places in the text be compared. */
function byScript(
  all: readonly Judged[]
): ReadonlyMap<LocatedCommand | undefined, readonly LocatedCommand[]> {
  const groups = new Map<LocatedCommand | undefined, LocatedCommand[]>()
  for (const { located } of all) {
    const group = groups.get(located.within)
    if (group === undefined) groups.set(located.within, [located])
    else group.push(located)
  }
  return groups
}

/** The commands that reach the network and read a secret, or are fed or given what another one read. */
export function sendingSecrets(all: readonly Judged[]): ReadonlySet<LocatedCommand> {
  const found = new Set<LocatedCommand>()
  const secrets = all.filter(({ codes }) => codes.has('reads-secret'))
  if (secrets.length === 0) return found
  const reading = new Set(secrets.map(({ located }) => located))
  const inScript = byScript(secrets)
  for (const one of all) {
    const { located } = one
    if (!reaches(one)) continue
    const beside = inScript.get(located.within) ?? []
    if (
      one.readsSecretFile ||
      beside.some((secret) => isInside(secret, located)) ||
      feedersOf(located).some((feeder) => reading.has(feeder))
    )
      found.add(located)
  }
  return found
}

/** Every command before it in its pipeline, as far as they are plain commands. */
function feedersOf(located: LocatedCommand): readonly LocatedCommand[] {
  const feeders: LocatedCommand[] = []
  for (let at = located.feeder; at !== undefined; at = at.feeder) feeders.push(at)
  return feeders
}

const isInside = (inner: LocatedCommand, outer: LocatedCommand): boolean =>
  inner !== outer && isWithin(inner.analysed.command.span, outer.analysed.command.span)

const isWithin = ([start, end]: readonly [number, number], [from, to]: readonly [number, number]): boolean =>
  from <= start && end <= to

/** A program without a file or text to run takes its code from its input. */
function takesInput(
  located: LocatedCommand,
  fetching: ReadonlySet<LocatedCommand>,
  sources: readonly LocatedCommand[]
): boolean {
  const level = located.analysed.levels.find(
    ({ facts }) => facts.runsInput || facts.risks.includes('runs-code')
  )
  if (level === undefined || !(level.facts.runsInput || hasNoCode(level.words))) return false
  if (sources.some((source) => isInside(source, located))) return true
  const feeders = feedersOf(located)
  if (feeders.some((feeder) => fetching.has(feeder) || sources.some((source) => isInside(source, feeder))))
    return true
  // The output of a group: any command before it may have made it.
  const [start] = located.analysed.command.span
  return (
    feeders.length === 0 &&
    located.analysed.context === 'pipeline' &&
    sources.some((source) => source.analysed.command.span[1] <= start)
  )
}

const hasNoCode = (words: readonly Word[]): boolean =>
  words.slice(1).every(({ value }) => value?.startsWith('-') === true && !GIVES_CODE.test(value))

const GIVES_CODE = /^-[A-Za-z]*[cempr]$|^--(?:eval|print|require|import|command)/

/** The word that holds the code, or names it, is made by a command that fetches. */
function takesWord({ words, facts }: Level, sources: readonly LocatedCommand[]): boolean {
  return words.some((word, at) => {
    if (word.value !== undefined || !isCode(words, at, facts.program)) return false
    return sources.some((source) => isWithin(source.analysed.command.span, word.span))
  })
}

const isCode = (words: readonly Word[], at: number, program: string | undefined): boolean =>
  at === 0 ||
  program === 'eval' ||
  GIVES_CODE.test(words[at - 1]?.value ?? '') ||
  words.slice(1, at).every(isOption)

const isOption = ({ value }: Word): boolean => value?.startsWith('-') === true

/** What was fetched so far: where it was written to, and the names that addresses end in. */
interface Fetched {
  readonly paths: Set<string>
  readonly names: Set<string>
}

function keep({ located, writes }: Judged, { paths, names }: Fetched): void {
  for (const path of writes) {
    paths.add(path)
    names.add(lastName(path))
  }
  for (const { value } of located.analysed.command.words) {
    const name = value === undefined ? undefined : ADDRESS.exec(value)?.[1]
    if (name !== undefined) names.add(name)
  }
}

const ADDRESS = /:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)(?:[?#]|$)/

/** It is, or reads as code, a file that an earlier command fetched. */
function runsDownload({ located }: Judged, { paths, names }: Fetched): boolean {
  if (names.size === 0) return false
  return located.analysed.levels.some(({ facts }) => {
    if (facts.program?.includes('/') === true && names.has(lastName(facts.program))) return true
    if (!facts.risks.includes('runs-code')) return false
    return located.uses.some(
      ({ use, target }) =>
        use.access === 'read' &&
        target.kind === 'path' &&
        (paths.has(target.location.path) || names.has(lastName(target.location.path)))
    )
  })
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
