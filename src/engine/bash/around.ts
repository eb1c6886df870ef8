/** What stands around a compound command: its redirections, and the substitutions in them. */
import type { Draft } from './layout.ts'
import type { Redirection, Statement, Word } from './program.ts'
import { readRedirection } from './redirections.ts'
import type { Walk } from './walk.ts'

/** What a redirected compound command adds to its body. */
export interface Around {
  readonly redirections: readonly Redirection[]
  readonly substitutions: readonly Statement[]
}

/** Redirections of a compound command; words after their targets would be arguments of nothing. */
export function readAround(walk: Walk, draft: Draft, more?: () => void): Around {
  const redirections: Redirection[] = []
  const words: Word[] = []
  const { substitutions } = walk.collect(() => {
    more?.()
    for (const node of draft.redirections) readRedirection(walk, node, { redirections, words })
  })
  const [first] = words
  if (first !== undefined) walk.refuse('construct', 'a word after a group', first.span[0])
  return { redirections, substitutions }
}
