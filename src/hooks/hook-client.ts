/** Posts one event to one hook and brings back its answer, or why there is none. */
import { Agent, type Dispatcher, errors } from 'undici'
import { hostOf } from '../engine/rules/domain.ts'
import { isPublicAddress, mayBePublic } from './addresses.ts'
import { AddressRefused, guardedLookup, type Resolve, systemResolve } from './guarded-lookup.ts'
import { type Environment, headersOf } from './headers.ts'
import type { HttpHook } from './policy-hooks.ts'

/** Why a hook gave no answer, in words for people. */
export const HOOK_FAILURES = {
  address: 'its address is not one that hooks may be sent to',
  timeout: 'it did not answer in time',
  late: 'it did not answer by the deadline of the call',
  connection: 'the connection failed',
  status: 'it did not answer with a success',
  size: 'its answer is too long',
  encoding: 'its answer is compressed, which it was not asked for',
  unreadable: 'its answer is not one of this event',
  header: 'a variable holds what no header field can',
  busy: 'too many hooks are being asked'
} as const
export type HookFailureCode = keyof typeof HOOK_FAILURES

export type HookReply = { readonly body: string } | { readonly failure: HookFailureCode }

export interface HookClientOptions {
  /** Default: the process's own. */
  readonly environment?: Environment | undefined
  /** Default: as the system resolves names. */
  readonly resolve?: Resolve | undefined
  /** The addresses that need not be listed. Default: the public ones. */
  readonly isPublic?: ((address: string) => boolean) | undefined
}

const MOST_BYTES = 64 * 1024
const CONNECT_MS = 5_000
/** Servers close idle connections after a few seconds; one that is used just then breaks. */
const KEPT_OPEN_MS = 1_000

export class HookClient {
  readonly #environment: Environment
  readonly #isPublic: (address: string) => boolean
  /** Connections are kept apart: what was opened for a listed name is not for anybody else. */
  readonly #agents: Readonly<Record<'public' | 'listed', Agent>>

  constructor({
    environment = process.env,
    resolve = systemResolve,
    isPublic = isPublicAddress
  }: HookClientOptions = {}) {
    this.#environment = environment
    this.#isPublic = isPublic
    this.#agents = { public: agentOver(resolve, isPublic), listed: agentOver(resolve, () => true) }
  }

  /** Never rejects. */
  async post(hook: HttpHook, body: string, signal: AbortSignal | undefined): Promise<HookReply> {
    const { url, reach } = hook
    if (reach === 'nowhere' || (reach === 'public' && !mayBePublic(hostOf(url.href) ?? '', this.#isPublic)))
      return { failure: 'address' }
    const headers = headersOf(hook, this.#environment)
    if (headers === undefined) return { failure: 'header' }
    const patience = new Patience(hook.timeoutMs, signal)
    const request = this.#agents[reach].request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      signal: patience.signal
    })
    try {
      return await Promise.race([request.then(readReply), patience.ended])
    } catch (error) {
      return patience.reply ?? { failure: codeOf(error) }
    } finally {
      patience.stop()
    }
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await Promise.all([this.#agents.public.destroy(), this.#agents.listed.destroy()])
  }
}

/** Settings of the environment (a proxy, unverified certificates) change nothing of it. */
const agentOver = (resolve: Resolve, mayConnect: (address: string) => boolean): Agent =>
  new Agent({
    connect: {
      lookup: guardedLookup(resolve, mayConnect),
      rejectUnauthorized: true,
      timeout: CONNECT_MS
    },
    maxResponseSize: MOST_BYTES,
    keepAliveTimeout: KEPT_OPEN_MS,
    keepAliveMaxTimeout: KEPT_OPEN_MS,
    // Bounded by the hook's own time-out.
    headersTimeout: 0,
    bodyTimeout: 0
  })

/** How long one hook is waited for. */
class Patience {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #late = (): void => this.#end('late')
  #resolve: (reply: HookReply) => void = () => {}
  /** What came of it where time is over: also for connections that are still being made. */
  readonly ended = new Promise<HookReply>((resolve) => {
    this.#resolve = resolve
  })
  reply: HookReply | undefined

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.#timer = setTimeout(() => this.#end('timeout'), timeoutMs)
    this.#signal = signal
    signal?.addEventListener('abort', this.#late, { once: true })
    if (signal?.aborted === true) this.#late()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#late)
  }

  #end(failure: 'timeout' | 'late'): void {
    this.reply = { failure }
    this.#resolve(this.reply)
    this.#controller.abort()
  }
}

async function readReply({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<HookReply> {
  const encoding = headers['content-encoding']
  const isSuccess = statusCode >= 200 && statusCode < 300
  if (!isSuccess || (encoding !== undefined && encoding !== 'identity')) {
    // Whatever it says is not read.
    body.on('error', () => {}).destroy()
    return { failure: isSuccess ? 'encoding' : 'status' }
  }
  return { body: await body.text() }
}

function codeOf(error: unknown): HookFailureCode {
  if (error instanceof AddressRefused) return 'address'
  return error instanceof errors.ResponseExceededMaxSizeError ? 'size' : 'connection'
}
