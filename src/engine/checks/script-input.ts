/** What a shell runs that reads commands from its input, as far as the text shows it. */
import type { Redirection, SimpleCommand } from '../bash/program.ts'
import type { InnerScript } from '../knowledge/facts.ts'
import type { AnalysedCommand } from './bash-analysis.ts'

/** The last redirection of the input counts, else what the pipeline brings; `value` undefined: nobody can see it. */
export function scriptFromInput(
  command: SimpleCommand,
  feeder: AnalysedCommand | undefined,
  reader: InnerScript['reader']
): InnerScript {
  const input = command.redirections.findLast(
    ({ operator, descriptor }) => operator.startsWith('<') && (descriptor ?? 0) === 0
  )
  if (input !== undefined) return { text: input.target.text, value: textOf(input), reader }
  return {
    text: feeder?.command.text ?? command.text,
    value: feeder === undefined ? undefined : echoed(feeder),
    reader
  }
}

function textOf({ operator, target, heredoc }: Redirection): string | undefined {
  if (operator === '<<<') return target.value
  if (heredoc === undefined) return undefined
  return heredoc.expands && /[$`\\]/.test(heredoc.body) ? undefined : heredoc.body
}

/** `echo 'TEXT' | sh`: what echo prints where it changes nothing. */
function echoed({ command, facts, meaning }: AnalysedCommand): string | undefined {
  const [, ...operands] = command.words
  if (facts.program !== 'echo' || meaning !== undefined || command.redirections.length > 0) return undefined
  const texts: string[] = []
  for (const { value } of operands) {
    if (value === undefined || value.startsWith('-') || value.includes('\\')) return undefined
    texts.push(value)
  }
  return texts.join(' ')
}
