/** The part of the configuration that is about the classifier. */
import { isLoopbackHost } from './plugins/host-check.ts'

export const CLASSIFIERS = ['none', 'anthropic', 'openai', 'webhook'] as const
export type ClassifierKind = (typeof CLASSIFIERS)[number]

export interface ClassifierConfig {
  readonly classifier: ClassifierKind
  /** undefined: the model maker's own. */
  readonly classifierUrl: string | undefined
  readonly classifierModel: string | undefined
  readonly classifierKeyFile: string | undefined
  readonly classifierTimeoutMs: number
  readonly classifierConcurrency: number
}

const URL_VARIABLE = 'PORTCULLIS_CLASSIFIER_URL'
const MODEL_VARIABLE = 'PORTCULLIS_CLASSIFIER_MODEL'
export const KEY_FILE_VARIABLE = 'PORTCULLIS_CLASSIFIER_KEY_FILE'

/** What does not go together; each names its variable. */
export function classifierFaults(config: ClassifierConfig): readonly string[] {
  const { classifier: kind, classifierUrl: url, classifierModel: model, classifierKeyFile: keyFile } = config
  if (kind === 'none') {
    return Object.entries({ [URL_VARIABLE]: url, [MODEL_VARIABLE]: model, [KEY_FILE_VARIABLE]: keyFile })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => `${name}: expected none, since PORTCULLIS_CLASSIFIER is none`)
  }
  const faults = url === undefined ? [] : addressFaults(kind, url)
  if (kind === 'webhook') {
    return url === undefined ? [`${URL_VARIABLE}: expected an address, since ${IS} webhook`] : faults
  }
  if (model === undefined) faults.push(`${MODEL_VARIABLE}: expected the id of a model, since ${IS} ${kind}`)
  // Servers of one's own often take no key; those of the makers always do.
  if (keyFile === undefined && (kind === 'anthropic' || url === undefined)) {
    faults.push(`${KEY_FILE_VARIABLE}: expected the file of its key, since ${IS} ${kind}`)
  }
  return faults
}

const IS = 'PORTCULLIS_CLASSIFIER is'

/** Inputs and the key go there: whoever listens on the way reads both, and could answer. */
function addressFaults(kind: ClassifierKind, address: string): string[] {
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  const faults: string[] = []
  if (protocol === 'http:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))) {
    faults.push(`${URL_VARIABLE}: expected https:// (http:// only on loopback)`)
  }
  if (username !== '' || password !== '') {
    faults.push(`${URL_VARIABLE}: expected no name and password in it: a key goes into ${KEY_FILE_VARIABLE}`)
  }
  if (hash !== '' || (search !== '' && kind !== 'webhook')) {
    faults.push(`${URL_VARIABLE}: expected no query and no fragment: paths are added to it`)
  }
  return faults
}
