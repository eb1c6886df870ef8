/** The engine as a library: hand in a Bash reader and the policy files, get decisions. Pure: no I/O, no clock. */
import type { BashReader } from './bash/reader.ts'
import { decideBatch } from './batch.ts'
import { createScriptAnalyser } from './checks/script-analyser.ts'
import { classifyCall } from './classify.ts'
import { decideCall, type Service } from './decide.ts'
import type {
  BatchCall,
  BatchDecision,
  CallContext,
  Classification,
  ClassifyRequest,
  DecideRequest,
  Decision,
  PolicyFile,
  SettingsProblem
} from './decision.ts'
import { createLayerCache } from './layers/cache.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { listTools } from './tools/listing.ts'
import { compileMappings } from './tools/mapping.ts'

export { loadBashReader } from './bash/grammar.ts'
export type { BashReader } from './bash/reader.ts'
export type * from './decision.ts'
export type { MaybePromise } from './maybe-promise.ts'

/** A tool as `GET /tools` lists it. */
export interface ToolListing {
  readonly name: string
  readonly aliases: readonly string[]
  /** JSON Schema of the input; undefined where any object is taken. */
  readonly inputSchema: unknown
  readonly requiresPermission: boolean
  readonly requiresUserInteraction: boolean
  /** `null`: depends on the input. */
  readonly readOnly: boolean | null
  readonly concurrencySafe: boolean | null
  readonly interruptBehavior: 'block' | 'cancel'
  /** Characters; `null`: unbounded. */
  readonly maxResultSizeChars: number | null
  readonly shouldDefer: boolean
}

export interface Engine {
  /** One tool call. A layer of the wrong shape comes back as a problem; nothing throws. */
  decide(request: DecideRequest): MaybePromise<Decision | SettingsProblem>
  /** The calls of one model response, in order, each under its own `toolUseId`. */
  decideBatch(
    context: CallContext,
    calls: readonly BatchCall[]
  ): MaybePromise<BatchDecision | SettingsProblem>
  classify(request: ClassifyRequest): MaybePromise<Classification>
  tools(): readonly ToolListing[]
}

export interface EngineOptions {
  readonly reader: BashReader
  readonly policies: readonly PolicyFile[]
  /** Gives way to other callers between the calls of a batch. Default: one turn of the microtask queue. */
  readonly pause?: () => Promise<void>
}

/** An engine over these policies, or what is wrong with them. */
export function createEngine({
  reader,
  policies,
  pause = async () => {}
}: EngineOptions): Engine | SettingsProblem {
  const layers = createLayerCache({ policies })
  if ('problem' in layers) return layers
  const mappings = compileMappings(policies)
  if ('issues' in mappings) return { problem: 'invalid-layer', issues: mappings.issues }
  const none = layers.compile({}, false)
  if ('problem' in none) return none
  const service: Service = { layers, tools: mappings.tools, analyser: createScriptAnalyser(reader) }
  return {
    decide: (request) =>
      whenKnown(decideCall(request, service), (decided) =>
        'problem' in decided ? decided : decided.decision
      ),
    decideBatch: (context, calls) => decideBatch(context, calls, service, pause),
    classify: (request) => classifyCall(request, service, none.compiled),
    tools: () => listTools(service.tools)
  }
}
