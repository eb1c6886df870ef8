/** What the service and the worker that looks at callers' policies say to each other: plain data. */
import type { LayerName } from '../../engine/verdict.ts'
import type { FileTestResult } from '../file-tests.ts'
import type { Finding } from '../lint/finding.ts'
import type { PolicyFault } from '../policy-set.ts'
import type { PolicyTest } from '../policy-test.ts'
import type { NamedText } from '../text-tests.ts'

/** A file that a caller sends: a text, a policy, or the settings of a layer. */
export type SentFile =
  | { readonly name: string; readonly text: string; readonly layer?: LayerName | undefined }
  | { readonly name: string; readonly policy: unknown }
  | { readonly name: string; readonly layer: LayerName; readonly settings: unknown }

/** What is to be done with the files, taken as one set. */
export type Job =
  | { readonly kind: 'lint'; readonly files: readonly SentFile[] }
  | { readonly kind: 'test'; readonly files: readonly NamedText[]; readonly tests: readonly PolicyTest[] }

export interface LintReport {
  readonly kind: 'lint'
  /** No finding is an error. */
  readonly valid: boolean
  /** Of the policies together, where each of them can be read. */
  readonly digest: string | undefined
  readonly findings: readonly Finding[]
  /** Findings that are left out. */
  readonly more: number
}

export interface TestReport {
  readonly kind: 'test'
  readonly digest: string
  readonly results: readonly FileTestResult[]
}

/** What came of a job. */
export type Outcome =
  | LintReport
  | TestReport
  /** The files are no set that could be tested. */
  | { readonly kind: 'no-set'; readonly faults: readonly PolicyFault[] }
  /** It took too long or too much memory, and was ended. */
  | { readonly kind: 'over-bound' }
  /** Too many others wait. */
  | { readonly kind: 'busy' }

export type FromWorker =
  | {
      readonly kind: 'ready'
      /** The worker's thread, as the system calls it; undefined where it does not tell. */
      readonly thread: string | undefined
    }
  | { readonly kind: 'done'; readonly outcome: Outcome }
