/** A command and everything it runs in turn: wrappers peeled off one by one, `-exec` commands as children. */
import type { Assignment, Word } from '../bash/program.ts'
import type { CommandFacts, InnerCommand } from '../knowledge/facts.ts'
import { interpretWords } from '../knowledge/interpret.ts'
import { assignmentEffect } from '../knowledge/variables.ts'
import { type CommandForms, formsOf } from './command-forms.ts'

/** A command as some observer sees it: the command itself, or one that it runs through a wrapper or `-exec`. */
export interface Level {
  readonly words: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly facts: CommandFacts
  readonly forms: CommandForms
  readonly assignmentsSafe: boolean
  /** How the level above runs it; undefined for the command itself. */
  readonly inner: InnerCommand | undefined
  readonly parent: Level | undefined
  /** Allow rules see it: every wrapper above is transparent to them. */
  readonly seenByAllow: boolean
  readonly addsOperands: boolean
  readonly children: readonly Level[]
  /** It runs something more, but wrappers are peeled off only so often. */
  readonly isCutShort: boolean
}

/** Wrappers inside wrappers deeper than this are not peeled. */
const MAX_PEELING = 12

export function levelOf(
  words: readonly Word[],
  assignments: readonly Assignment[],
  facts: CommandFacts,
  inner: InnerCommand | undefined,
  parent: Level | undefined,
  depth: number
): Level {
  const children: Level[] = []
  const addsOperands = inner?.addsOperands === true || parent?.addsOperands === true
  const level: Level = {
    words,
    assignments,
    facts,
    forms: formsOf(words, assignments, facts, addsOperands),
    assignmentsSafe: assignments.every((one) => assignmentEffect(one.name) === 'safe'),
    inner,
    parent,
    seenByAllow: parent === undefined || (parent.seenByAllow && inner?.transparentToAllow === true),
    addsOperands,
    children,
    isCutShort: depth >= MAX_PEELING && facts.inner.length > 0
  }
  if (depth < MAX_PEELING) {
    for (const next of facts.inner) {
      const below = interpretWords(next.words, next.assignments)
      children.push(levelOf(next.words, next.assignments, below, next, level, depth + 1))
    }
  }
  return level
}

export const flatten = (level: Level): readonly Level[] =>
  level.children.length === 0 ? [level] : [level, ...level.children.flatMap(flatten)]
