/** Checks requests against their zod schema and says in the caller's words what was expected. */
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import type { z } from 'zod'
import { Refusal } from '../problems.ts'
import { issuesOf, MAX_ISSUES } from '../schema-issues.ts'

export const validation = fp(
  (app: FastifyInstance, _options, done) => {
    app.setValidatorCompiler(compileValidator)
    // Answers are typed by their schema and checked against it in the tests; at run time they are only written.
    app.setSerializerCompiler(() => JSON.stringify)
    done()
  },
  { name: 'validation' }
)

const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data)
    return result.success ? { value: result.data } : { error: refusalOf(result.error.issues, data) }
  }

function refusalOf(found: readonly z.core.$ZodIssue[], data: unknown): Refusal {
  const all = found.flatMap((issue) => issuesOf(issue, data))
  const issues = all.slice(0, MAX_ISSUES)
  const [first] = issues
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : ''
  const detail = first
    ? `${first.path === '' ? 'the body' : first.path}: ${first.message}${more}`
    : 'unexpected shape'
  return new Refusal('invalid-request', detail, issues)
}
