/** Device files that are no files: harmless ones, and the network paths of bash. */

const ENDS: readonly RegExp[] = [/^\/dev\/(?:null|stdout|stderr|tty)$/, /^\/dev\/fd\/\d+$/]
const SOURCES: readonly RegExp[] = [/^\/dev\/(?:zero|full|random|urandom|stdin)$/]

/** Does writing to this normalised path change no file (R44)? */
export function isHarmlessSink(path: string): boolean {
  return ENDS.some((form) => form.test(path))
}

/** Does reading this normalised path show no file? */
export function isHarmlessSource(path: string): boolean {
  return isHarmlessSink(path) || SOURCES.some((form) => form.test(path))
}

/** Does bash open a network connection where this path is the target of a redirection (R46)? */
export function isNetworkDevice(path: string): boolean {
  return /^\/dev\/(?:tcp|udp)(?:\/|$)/.test(path)
}
