/** The engine as a library: hand in a Bash reader and the policy files, get decisions. Pure: no I/O, no clock. */
import type { BashReader } from './bash/reader.ts'
import { decideBatch } from './batch.ts'
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
import { classifyAnywhere, decideAnywhere, type Elsewhere, type GuardedService } from './elsewhere.ts'
import { type HookCondition, meetsCondition, toolNames } from './hook-conditions.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { createService, type Memory } from './service.ts'
import { listTools } from './tools/listing.ts'

export { loadBashReader } from './bash/grammar.ts'
export type { BashReader, CountedReader } from './bash/reader.ts'
export type * from './decision.ts'
export type { Elsewhere } from './elsewhere.ts'
export { type HookCondition, readHookCondition } from './hook-conditions.ts'
export type { MaybePromise } from './maybe-promise.ts'
export { createMemory, type Memory } from './service.ts'

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
  /** Whether hooks with that condition are asked about the call; a call that is not easily read meets any. */
  meets(condition: HookCondition, request: DecideRequest, startUnknown?: boolean): MaybePromise<boolean>
  /** Every name that hooks may know the tool of a call by. */
  toolNames(tool: string): readonly string[]
  tools(): readonly ToolListing[]
}

export interface EngineOptions {
  readonly reader: BashReader
  /** Weakest first: the rules pool, and a later one's scalars, tools and `callers` win. */
  readonly policies: readonly PolicyFile[]
  /** Gives way to other callers between the calls of a batch. Default: one turn of the microtask queue. */
  readonly pause?: () => Promise<void>
  /** Takes the calls that would hold up others. Default: every call is decided here. */
  readonly elsewhere?: Elsewhere
  /** Shared by engines over the same reader. Default: one of its own. */
  readonly memory?: Memory
}

/** An engine over these policies, or what is wrong with them. */
export function createEngine({
  reader,
  policies,
  pause = async () => {},
  elsewhere,
  memory
}: EngineOptions): Engine | SettingsProblem {
  const made = createService(reader, policies, memory)
  if ('problem' in made) return made
  const service: GuardedService = { ...made, elsewhere }
  return {
    decide: (request) =>
      whenKnown(decideAnywhere(request, service), (decided) =>
        'problem' in decided ? decided : decided.decision
      ),
    decideBatch: (context, calls) => decideBatch(context, calls, service, pause),
    classify: (request) => classifyAnywhere(request, service),
    meets: (condition, request, startUnknown = false) =>
      meetsCondition(condition, request, service, startUnknown),
    toolNames: (tool) => toolNames(tool, service.tools),
    tools: () => listTools(service.tools)
  }
}
