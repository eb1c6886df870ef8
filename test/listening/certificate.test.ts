import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCertificate } from '../../src/listening/certificate.ts'
import { newCertificate } from './certificate-fixture.ts'

let folder: string
let files: { readonly cert: string; readonly key: string }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  files = await newCertificate(folder, 'first')
})

afterEach(() => rm(folder, { recursive: true }))

const read = () => readCertificate({ certFile: files.cert, keyFile: files.key })

describe('a certificate', () => {
  test('is read with its key', async () => {
    expect(await read()).toEqual({
      value: {
        cert: expect.stringContaining('BEGIN CERTIFICATE'),
        key: expect.stringContaining('BEGIN PRIVATE KEY')
      }
    })
  })

  test.each<[string, () => Promise<unknown>, readonly string[]]>([
    [
      'nothing',
      async () => [await rm(files.cert), await rm(files.key)],
      ['certificate file: there is no such file', 'key file: there is no such file']
    ],
    [
      'other text',
      () => writeFile(files.cert, 'x'),
      ['certificate file: expected a certificate chain in PEM']
    ],
    [
      'other text for a key',
      () => writeFile(files.key, 'topsecret'),
      ['key file: expected the private key of the certificate in PEM, without passphrase']
    ],
    [
      'the key of another certificate',
      async () => rename((await newCertificate(folder, 'other')).key, files.key),
      ['key file: expected the private key of the certificate in PEM, without passphrase']
    ]
  ])('is not %s; nothing of the files or their paths is said', async (_, spoil, faults) => {
    await spoil()
    const reading = await read()
    expect(reading).toEqual({ faults })
    expect(JSON.stringify(reading)).not.toMatch(/topsecret|certificate-/)
  })
})
