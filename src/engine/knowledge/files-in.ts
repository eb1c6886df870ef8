/** Files that stand inside a word which is more than the name of one (R60). */
import type { Operand } from '../bash/program.ts'
import { leadingText, literalOperand, operandAfter, operandValue } from './words.ts'

/** `@FILE`, `name=@FILE`, `name=<FILE`, `name@FILE`. */
const SENT = /^(?:[^@<=]*=|[\w-]*)[@<]/

/** The files that a word in this role names, as far as it is written out. */
export function filesIn(operand: Operand, role: 'sent' | 'argument'): readonly Operand[] {
  const value = operandValue(operand)
  if (role === 'argument') return value !== undefined && /[./]/.test(value) ? [operand] : []
  const lead = SENT.exec(leadingText(operand))?.[0]
  if (lead === undefined) return []
  if (value === undefined) return [operandAfter(operand, lead.length)]
  // `name=@FILE,FILE;type=...` of curl; a comma may also be part of a name.
  const file = value.slice(lead.length).split(';', 1)[0] ?? ''
  const files = new Set([file, ...file.split(',')])
  return [...files].filter((name) => name !== '' && name !== '-').map(literalOperand)
}
