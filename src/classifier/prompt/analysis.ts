/** What static analysis knows of a command, in few words. It quotes the command, so it stands in a fence like it. */
import type { Classification, ClassifiedCommand } from '../../engine/decision.ts'
import { RISK_CODES } from '../../engine/knowledge/risk-codes.ts'
import { Fenced } from './fence.ts'

const MAX_ANALYSIS = 12_000

/** As many commands, reasons and paths as fit; the flags speak of all of them. */
const DETAILS = [40, 10, 0] as const

export function analysisPart(analysis: Classification): Fenced | undefined {
  for (const most of DETAILS) {
    const fenced = Fenced.of('analysis', factsOf(analysis, most), MAX_ANALYSIS)
    if (fenced !== undefined) return fenced
  }
  return undefined
}

function factsOf(analysis: Classification, most: number): object {
  const { parse, risk, reasons, commands, reads, writes } = analysis
  const codes = [...new Set(reasons.map(({ code }) => code))]
  return {
    parse: parse.status,
    ...(parse.reason && { class: parse.reason.class, code: parse.reason.code }),
    risk,
    flags: {
      readOnly: analysis.readOnly,
      destructive: analysis.destructive,
      network: analysis.network,
      executesCode: analysis.executesCode,
      privileged: analysis.privileged,
      readsUnknownFiles: analysis.unknownReads,
      writesUnknownFiles: analysis.unknownWrites
    },
    reasons: codes.map((code) => `${code}: ${RISK_CODES[code].sentence}`),
    ...few('commands', commands.map(commandFacts), most),
    ...few('reads', reads, most),
    ...few('writes', writes, most)
  }
}

const commandFacts = ({ argv, dynamic, wrappers, cwd, risk }: ClassifiedCommand): object => ({
  argv,
  risk,
  ...(dynamic.length > 0 && { unknownWords: dynamic }),
  ...(wrappers.length > 0 && { runBy: wrappers }),
  directory: cwd
})

const few = (name: string, values: readonly unknown[], most: number): object => ({
  [name]: values.slice(0, most),
  ...(values.length > most && { [`${name}LeftOut`]: values.length - most })
})
