/** `portcullis health`: asks the service that this environment configures whether it may get traffic. */
import { type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Config, readConfig } from '../config.ts'
import type { Command } from './command.ts'
import { readArguments } from './command.ts'

const PATIENCE_MS = 2_000

const USAGE = `Usage: portcullis health

Asks /readyz of the service on this machine, where the environment says that it listens: port, socket and TLS.
Exit code 0: it may get traffic, though it may be degraded. 1: it may not, or does not answer.
`

export const health: Command = {
  name: 'health',
  summary: 'asks the service on this machine whether it may get traffic',
  usage: USAGE,
  async run(args) {
    readArguments(args, { options: {} })
    const reading = readConfig(process.env)
    return 'config' in reading && (await isReady(reading.config)) ? 0 : 1
  }
}

function isReady(config: Config): Promise<boolean> {
  const options: RequestOptions = {
    path: '/readyz',
    // Served whatever else is.
    headers: { host: 'localhost' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    agent: false,
    ...(config.socket === undefined
      ? { host: reachable(config.host), port: config.port }
      : { socketPath: config.socket })
  }
  return new Promise((resolve) => {
    const onAnswer = (answer: { statusCode?: number | undefined; resume(): void }): void => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }
    const request =
      config.tlsCertFile === undefined
        ? requestHttp(options, onAnswer)
        : // The certificate names the public host, not this machine; nothing is sent that it would have to protect.
          requestHttps({ ...options, rejectUnauthorized: false }, onAnswer)
    request.on('error', () => resolve(false)).end()
  })
}

/** Where a service that listens on every address is reached from the machine itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
