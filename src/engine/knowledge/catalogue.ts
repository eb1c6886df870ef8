/** All rows, by every name they have. */
import { type FormIndex, indexForms } from './form-index.ts'
import type { Row } from './table.ts'
import { BUILTINS } from './tables/builtins.ts'
import { FILES } from './tables/files.ts'
import { GIT } from './tables/git.ts'
import { LANGUAGES } from './tables/languages.ts'
import { LAUNCHERS } from './tables/launchers.ts'
import { SEARCH } from './tables/search.ts'
import { SERVICES } from './tables/services.ts'
import { TEXT } from './tables/text.ts'
import { WRITERS } from './tables/writers.ts'
import { WRAPPERS } from './wrappers.ts'

export const ROWS: readonly Row[] = [
  ...BUILTINS,
  ...FILES,
  ...GIT,
  ...LANGUAGES,
  ...LAUNCHERS,
  ...SEARCH,
  ...SERVICES,
  ...TEXT,
  ...WRAPPERS,
  ...WRITERS
]

const BY_NAME = indexForms(ROWS)

/** What is known of a program. */
export const findRow = (name: string): FormIndex | undefined => BY_NAME.get(name)
