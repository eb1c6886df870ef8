/** The reasons of an answer: each code once a place, the worst ones first, so many at most. */
import type { Span } from '../bash/program.ts'
import {
  RISK_CODES,
  RISK_LEVELS,
  type RiskCode,
  type RiskKind,
  type RiskLevel,
  SAYS_MORE_THAN
} from '../knowledge/risk-codes.ts'
import type { Found } from './path-risks.ts'

export interface RiskReason {
  readonly code: RiskCode
  readonly message: string
  /** Source text of the command, or of the redirection of a group. */
  readonly command: string
  readonly span: Span
}

/** What codes come to, taken together. */
export interface RiskFlags {
  readonly destructive: boolean
  readonly network: boolean
  readonly executesCode: boolean
  readonly privileged: boolean
  readonly risk: RiskLevel
}

const MAX_REASONS = 100

export class Reasons {
  private readonly all: RiskReason[] = []
  private readonly seen = new Set<string>()
  private readonly found = new Set<RiskCode>()

  add({ code, detail }: Found, command: string, span: Span): void {
    this.found.add(code)
    const key = `${code} ${span[0]} ${span[1]}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    const { sentence } = RISK_CODES[code]
    const message = detail === undefined ? sentence : `${sentence}: ${detail}`
    this.all.push({ code, message, command, span })
  }

  get codes(): ReadonlySet<RiskCode> {
    return this.found
  }

  /** Without those that a worse one at the same place says as well. */
  list(): readonly RiskReason[] {
    const told = new Set(
      this.all.flatMap(({ code, span: [start, end] }) =>
        lesserThan(code).map((one) => `${one} ${start} ${end}`)
      )
    )
    return this.all
      .filter(({ code, span: [start, end] }) => !told.has(`${code} ${start} ${end}`))
      .sort((one, other) => rankOf(other.code) - rankOf(one.code) || one.span[0] - other.span[0])
      .slice(0, MAX_REASONS)
  }
}

/** The flags and the level of a set of codes. */
export function flagsOf(codes: Iterable<RiskCode>): RiskFlags {
  let rank = 0
  const flags = { destructive: false, network: false, executesCode: false, privileged: false }
  for (const code of codes) {
    const kind: RiskKind = RISK_CODES[code]
    rank = Math.max(rank, rankOf(code))
    flags.destructive ||= kind.destructive === true
    flags.network ||= kind.network === true
    flags.executesCode ||= kind.executesCode === true
    flags.privileged ||= kind.privileged === true
  }
  return { ...flags, risk: RISK_LEVELS[rank] ?? 'critical' }
}

const rankOf = (code: RiskCode): number => RISK_LEVELS.indexOf(RISK_CODES[code].level)

/** What a code says besides itself. */
function lesserThan(code: RiskCode): readonly RiskCode[] {
  const lesser = SAYS_MORE_THAN[code]
  return lesser === undefined ? [] : [lesser, ...lesserThan(lesser)]
}
