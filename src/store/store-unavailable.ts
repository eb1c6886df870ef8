/** Why the shared store cannot be used, in words of our own: what a library or server says stays inside. */
export type StoreFault =
  | 'unreachable'
  | 'no-answer'
  | 'certificate'
  | 'authentication'
  | 'read-only'
  | 'out-of-memory'
  | 'loading'
  | 'not-serving'
  | 'wrong-type'
  | 'refused'

/** The shared store does not answer, or not as it should. */
export class StoreUnavailable extends Error {
  readonly fault: StoreFault

  constructor(fault: StoreFault) {
    super(`the shared store is not available (${fault})`)
    this.fault = fault
  }
}

/** By the first word of an error that the server answered. */
const REPLIES: Readonly<Record<string, StoreFault>> = {
  READONLY: 'read-only',
  OOM: 'out-of-memory',
  LOADING: 'loading',
  NOAUTH: 'authentication',
  WRONGPASS: 'authentication',
  NOPERM: 'authentication',
  MISCONF: 'not-serving',
  MASTERDOWN: 'not-serving',
  CLUSTERDOWN: 'not-serving',
  TRYAGAIN: 'not-serving',
  NOREPLICAS: 'not-serving',
  WRONGTYPE: 'wrong-type'
}

const CERTIFICATE = /CERT|SIGNATURE|^ERR_SSL|^ERR_TLS/

/** What an error of the client means. Its message and its command, which may hold a password, are not kept. */
export function faultOf(error: unknown): StoreFault {
  if (!(error instanceof Error)) return 'unreachable'
  if (error instanceof StoreUnavailable) return error.fault
  // Of a cluster of which no node can be asked.
  if ('lastNodeError' in error && error.lastNodeError !== null) return faultOf(error.lastNodeError)
  const { name, message } = error
  if (name === 'ReplyError') return REPLIES[message.split(' ', 1)[0] ?? ''] ?? 'refused'
  if (message === 'Command timed out' || message.startsWith('Socket timeout')) return 'no-answer'
  if (message.startsWith('Too many Cluster redirections')) return 'not-serving'
  const code = 'code' in error ? String(error.code) : ''
  return CERTIFICATE.test(code) ? 'certificate' : 'unreachable'
}
