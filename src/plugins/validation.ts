/** Checks requests against their zod schema and says in the caller's words what was expected. */
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import type { z } from 'zod'
import { issuesOf } from '../engine/schema-issues.ts'
import { type ProblemCode, problems, Refusal, summary } from '../problems.ts'

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
  for (const issue of found) {
    const problem: unknown = issue.code === 'custom' ? issue.params?.problem : undefined
    if (isProblemCode(problem)) return new Refusal(problem, issue.message)
  }
  const { issues, more } = issuesOf(found, data)
  return new Refusal('invalid-request', summary(issues, more), issues)
}

/** A bound with a problem of its own is named in the schema. */
const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problems, code)
