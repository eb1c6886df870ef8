/** Programs in small languages that stand among the words of a call. */
import type { Operand } from '../bash/program.ts'
import type { Call } from './call.ts'
import type { Form } from './table.ts'
import { ANY_FILE, literalOperand, operandValue } from './words.ts'

/** Judges a program in a small language that is given as an operand or an option's value. */
export function readScript(call: Call, form: Form, operand: Operand): void {
  const text = operandValue(operand)
  if (text === undefined || form.script === undefined) {
    call.harm('runs a script that is not known until it runs', 'runs-code')
    if (form.script !== undefined && writesUnknown(form.script(withGaps(operand)).writes))
      call.use(ANY_FILE, 'write', false, undefined)
    return
  }
  const facts = form.script(text)
  for (const path of facts.reads) call.use(literalOperand(path), 'read', false, undefined)
  for (const path of facts.writes) call.use(literalOperand(path), 'write', false, undefined)
  if (facts.escapes === true) call.escape(facts.harm ?? 'has a script that runs a command')
  for (const command of facts.commands ?? []) call.script(command, command)
  if (facts.harm !== undefined) call.harm(facts.harm, facts.risk ?? 'runs-code')
}

/** Stands for what is not known: a character of no script. */
const GAP = '\ue000'

const withGaps = ({ pieces }: Operand): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.value : GAP)).join('')

const writesUnknown = (paths: readonly string[]): boolean => paths.some((path) => path.includes(GAP))
