/** The environment in words, for `--help` and the documentation: made of its schema. */
import type { z } from 'zod'
import { environment } from './config.ts'

/** A variable, as the documentation tells of it. */
export interface Variable {
  readonly name: string
  /** Absent where nothing is taken for granted. */
  readonly fallback: string | undefined
  /** The form of its value, such as `true or false`. */
  readonly expects: string
  readonly meaning: string
}

/** All variables that are read, in the order of the schema. */
export function describeVariables(): readonly Variable[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return {
      name,
      fallback: fallback === undefined ? undefined : String(fallback),
      expects: expectation(name, schema),
      meaning: schema.meta()?.description ?? ''
    }
  })
}

/** What the schema says of a value that fits no form; text takes any. */
function expectation(name: string, schema: z.ZodType): string {
  const said = schema.safeParse('\0').error?.issues[0]?.message.replace(/^expected /, '')
  return said ?? (/_(?:FILE|DIR|SOCKET)$/.test(name) ? 'a path' : 'text')
}

/** The variables with defaults and meanings, one a line. */
export function describeEnvironment(): string {
  const variables = describeVariables()
  const width = Math.max(...variables.map(({ name }) => name.length))
  return variables
    .map(({ name, fallback, meaning }) =>
      `  ${name.padEnd(width)}  ${meaning} ${fallback === undefined ? '' : `(${fallback})`}`.trimEnd()
    )
    .join('\n')
}
