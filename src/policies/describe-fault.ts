/** A fault in one line, for whoever runs the service. */
import type { PolicyFault } from './policy-set.ts'

/** `FILE:LINE:COLUMN at PLACE: REASON`, as far as they are known. */
export function describeFault(fault: PolicyFault): string {
  const { place, reason } = fault
  return `${whereIs(fault)}${place === '' ? '' : ` at ${place}`}: ${reason}`
}

/** `FILE:LINE:COLUMN`, as far as they are known: nothing of what the policy says. */
export function whereIs({ file, line, column }: PolicyFault): string {
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
  return `${file}${position}`
}
