/**
 * The floor: a Fastify route with the body schema of `/decide` and one fixed answer, read from standard input.
 * Prints its address; ends with its parent's signal.
 */
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { built } from './built.ts'

const { decideRequest } =
  await built<typeof import('../src/routes/schemas/decide.ts')>('routes/schemas/decide.js')
const answer: unknown = JSON.parse(await text(process.stdin))

const app = Fastify({ logger: false })
app.setValidatorCompiler(() => (data) => {
  const result = decideRequest.safeParse(data)
  return result.success ? { value: result.data } : { error: result.error }
})
app.setSerializerCompiler(() => JSON.stringify)
app.post('/decide', { schema: { body: decideRequest, response: { 200: {} } } }, () => answer)
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
