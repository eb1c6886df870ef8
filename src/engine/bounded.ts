/** Paths, lists and objects whose length is looked at before their entries: what is too long costs one issue, not thousands. */
import { z } from 'zod'

/** Entries of one list in a tool's input. */
export const LONGEST_LIST = 1_000

/** A path in a tool's input; no system opens a longer one, and each of its segments costs. */
export const path = z.string().max(32_768)

/** An address; longer ones lead nowhere, and cost as much as a long script. */
export const address = z.string().max(32_768)

const lengthOf = (value: unknown): number =>
  Array.isArray(value)
    ? value.length
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length
      : 0

/** The schema, for lists of at most `most` entries or objects of at most `most` keys. */
export const bounded = <T extends z.ZodArray | z.ZodRecord>(
  schema: T,
  most: number = LONGEST_LIST
): z.ZodPreprocess<T> =>
  z.preprocess((value, context) => {
    if (lengthOf(value) > most) {
      const message = `expected at most ${most} entries`
      context.addIssue({ code: 'custom', message, params: { code: 'too-big' } })
    }
    return value
  }, schema)
