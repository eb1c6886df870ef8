/** A fault in one line, for whoever runs the service. */
import type { PolicyFault } from './policy-set.ts'

/** `FILE:LINE:COLUMN at PLACE: REASON`, as far as they are known. */
export function describeFault({ file, line, column, place, reason }: PolicyFault): string {
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
  return `${file}${position}${place === '' ? '' : ` at ${place}`}: ${reason}`
}
