/** The classifier that the configuration asks for. */
import type { Logger } from 'pino'
import { type ClassifierConfig, KEY_FILE_VARIABLE } from '../classifier-config.ts'
import { GuardedClassifier } from './guarded-classifier.ts'
import type { JudgeModel } from './judge-model.ts'
import { type KeyFile, openKeyFile } from './key-file.ts'
import type { ModelAccess } from './one-shot-model.ts'

export interface OpenClassifier {
  /** undefined: none is configured. */
  readonly classifier: GuardedClassifier | undefined
  /** Why it is not quite well, at this moment. */
  readonly health: readonly (() => string | undefined)[]
  close(): void
}

const NONE: OpenClassifier = { classifier: undefined, health: [], close: () => undefined }

interface Interface {
  /** Where the model's maker has it; undefined: nowhere. */
  readonly url?: string
  /** Their libraries are large, and only one is ever needed. */
  readonly load: () => Promise<(access: ModelAccess) => JudgeModel>
}

const INTERFACES: Readonly<Record<Exclude<ClassifierConfig['classifier'], 'none'>, Interface>> = {
  anthropic: {
    url: 'https://api.anthropic.com',
    load: async () => (await import('./anthropic.ts')).anthropicModel
  },
  openai: {
    url: 'https://api.openai.com/v1',
    load: async () => (await import('./openai.ts')).openaiModel
  },
  webhook: { load: async () => (await import('./webhook.ts')).webhookModel }
}

/** What is configured must go together. A model that does not answer is no fault: it may come. */
export async function openClassifier(
  config: ClassifierConfig,
  logger: Logger
): Promise<OpenClassifier | { readonly fault: string }> {
  const { classifier: kind, classifierKeyFile: file, classifierModel } = config
  if (kind === 'none') return NONE
  const keyFile = file === undefined ? undefined : await openKeyFile(file, logger)
  if (keyFile !== undefined && 'fault' in keyFile) return { fault: `${KEY_FILE_VARIABLE}: ${keyFile.fault}` }
  const { url = '', load } = INTERFACES[kind]
  const address = config.classifierUrl ?? url
  const open = await load()
  const model = open({
    url: kind === 'webhook' ? address : withoutSlash(address),
    model: classifierModel ?? kind,
    key: () => keyFile?.key()
  })
  const classifier = new GuardedClassifier({
    model,
    logger,
    timeoutMs: config.classifierTimeoutMs,
    concurrency: config.classifierConcurrency
  })
  return {
    classifier,
    health: [() => classifier.health(), ...healthOf(keyFile)],
    close() {
      keyFile?.close()
      classifier.close()
    }
  }
}

const healthOf = (keyFile: KeyFile | undefined) => (keyFile === undefined ? [] : [() => keyFile.health()])

/** Paths are added to it. */
const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
