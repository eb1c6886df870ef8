/** The closed list of what a classifier can come to, in one word. */
import { NO_VERDICT_CODES } from '../classifier/classifier.ts'
import { CATEGORIES } from '../classifier/prompt/categories.ts'

const CODES: ReadonlySet<string> = new Set([...NO_VERDICT_CODES, ...Object.keys(CATEGORIES)])

/** A category of risk, or why there is no verdict. Whatever is not on the list is `other`. */
export const classifierCode = (word: string): string => (CODES.has(word) ? word : 'other')
