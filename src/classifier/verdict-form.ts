/** Reads what a model answered. Whatever is not exactly the agreed form is no verdict. */
import { z } from 'zod'
import { repeatsKey } from '../repeated-keys.ts'
import type { ModelVerdict } from './classifier.ts'
import { AnswerForm } from './prompt/answer-form.ts'

const MAX_THINKING = 20_000
const MAX_REASON = 2_000

/** What a terminal or a log would take for more than text, and whatever is no character. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

const reason = z
  .string()
  .max(MAX_REASON)
  .transform((text) => text.replace(UNPRINTABLE, ' ').trim())
  .refine((text) => text !== '')

/** As asked for, with bounds; the number of an entry may be its text, and null may be left out. */
const ReadForm = AnswerForm.extend({
  thinking: z.string().max(MAX_THINKING),
  reason,
  hardDeny: z.union([z.int(), z.string().max(MAX_REASON)]).nullish()
}).refine(({ block, hardDeny }) => block || hardDeny === undefined || hardDeny === null)

/** What is said of a claim that names no entry. */
export const UNLISTED = 'an entry that the list does not have'

/** Undefined: not the agreed form, or at odds with itself. */
function readVerdict(value: unknown, hardDeny: readonly string[]): ModelVerdict | undefined {
  const { data } = ReadForm.safeParse(value)
  if (data === undefined) return undefined
  const { block, reason, category } = data
  return { block, reason, category, hardDeny: entryOf(data.hardDeny ?? undefined, hardDeny) }
}

/** Undefined: not just JSON, or not of the agreed form. A key that stands twice makes two answers of one. */
export function readVerdictText(text: string, hardDeny: readonly string[]): ModelVerdict | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return repeatsKey(text) ? undefined : readVerdict(value, hardDeny)
  } catch {
    return undefined
  }
}

// A block that claims an absolute ban, but not which, is the stricter of what it may be: a ban.
function entryOf(claim: number | string | undefined, hardDeny: readonly string[]): string | undefined {
  if (claim === undefined) return undefined
  if (typeof claim === 'string') return hardDeny.includes(claim) ? claim : UNLISTED
  return hardDeny[claim - 1] ?? UNLISTED
}
