/**
 * The floor: a Fastify route with the body schema of `/decide` and one fixed answer, read from standard input.
 * `--typed`: with the type provider's own compilers, which also check the answer, as a route of this stack comes.
 * Without: the answer is only written, as the service does. Prints its address; ends with its parent's signal.
 */
import { text } from 'node:stream/consumers'
import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import Fastify from 'fastify'
import { built } from './built.ts'

const { decideRequest } = await built<typeof import('../src/requests/decide.ts')>('requests/decide.js')
const { decision } = await built<typeof import('../src/routes/schemas/decide.ts')>('routes/schemas/decide.js')
const answer: unknown = JSON.parse(await text(process.stdin))

const app = Fastify({ logger: false })
const typed = process.argv.includes('--typed')
app.setValidatorCompiler(validatorCompiler)
if (typed) app.setSerializerCompiler(serializerCompiler)
else app.setSerializerCompiler(() => JSON.stringify)
app.post('/decide', { schema: { body: decideRequest, response: { 200: decision } } }, () => answer)
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
