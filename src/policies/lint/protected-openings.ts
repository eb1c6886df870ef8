/** What an exception opens that no classifier may judge. */
import type { PathPattern } from '../../engine/paths/pattern.ts'
import { protectedSteps } from '../../engine/paths/protected.ts'

/** What the pattern opens, as the rest of a sentence; undefined: nothing, or only what a classifier may judge. */
export function opensWhat({ steps, folder, last }: PathPattern): string | undefined {
  const named = protectedSteps(steps, false)
  if (named !== undefined) return named.approvable ? undefined : `\`${named.name}\`, which ${named.reason}`
  const isFolder = folder || last === undefined
  return isFolder ? 'everything below it, `.git` and credentials included' : undefined
}
