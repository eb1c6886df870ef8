/** Certificates that sign themselves. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Writes a certificate for this machine and its key into the folder. */
export async function newCertificate(
  folder: string,
  name: string
): Promise<{ readonly cert: string; readonly key: string }> {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert])
  return { cert, key }
}
