/** The certificate to serve with, from its two files. */
import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:http'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { readText } from '../file-text.ts'
import { LastGood, type Reading } from '../last-good.ts'
import { watchPaths } from '../watch.ts'
import { type Certificate, renew } from './http-server.ts'

export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** Reads both files; they must fit together. Never rejects. */
export async function readCertificate({
  certFile,
  keyFile
}: CertificateFiles): Promise<Reading<Certificate>> {
  const [cert, key] = await Promise.all([readText(certFile), readText(keyFile)])
  const faults = [
    ...('fault' in cert ? [`certificate file: ${cert.fault}`] : []),
    ...('fault' in key ? [`key file: ${key.fault}`] : [])
  ]
  if ('fault' in cert || 'fault' in key) return { faults }
  const certificate = { cert: cert.text, key: key.text }
  const fault = faultOf(certificate)
  return fault === undefined ? { value: certificate } : { faults: [fault] }
}

function faultOf(certificate: Certificate): string | undefined {
  try {
    new X509Certificate(certificate.cert)
  } catch {
    return 'certificate file: expected a certificate chain in PEM'
  }
  try {
    createSecureContext(certificate)
    return undefined
  } catch {
    return 'key file: expected the private key of the certificate in PEM, without passphrase'
  }
}

export interface OpenCertificate {
  readonly certificate: Certificate
  readonly health: () => string | undefined
  /** Hands the server each newer certificate. */
  follow(server: Server): void
  close(): void
}

export interface TlsConfig {
  readonly tlsCertFile: string | undefined
  readonly tlsKeyFile: string | undefined
}

/** The certificate to start with, which must be in order; undefined: none is configured. */
export async function openCertificate(
  { tlsCertFile: certFile, tlsKeyFile: keyFile }: TlsConfig,
  logger: Logger
): Promise<OpenCertificate | { readonly faults: readonly string[] } | undefined> {
  if (certFile === undefined || keyFile === undefined) return undefined
  let reload = async (): Promise<void> => undefined
  // Before they are read: no change is missed in between.
  const watch = await watchPaths([certFile, keyFile], () => reload())
  const opened = await LastGood.open('certificate', () => readCertificate({ certFile, keyFile }), logger)
  if ('faults' in opened) {
    watch.close()
    return opened
  }
  let server: Server | undefined
  const hand = (): void => {
    if (server !== undefined) renew(server, opened.current)
  }
  reload = () => opened.reload().then(hand)
  return {
    certificate: opened.current,
    health: () => opened.health(),
    follow(started) {
      server = started
      hand()
    },
    close: () => watch.close()
  }
}
