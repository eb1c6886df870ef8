/** `POST /classify`: what a command would do, with no rules in it. */
import { placeOf } from './call-place.ts'
import { examine } from './checks/examine.ts'
import type { Bench } from './checks/path-use.ts'
import { classifyScript } from './classify-script.ts'
import { classifyTool, unreadable } from './classify-tool.ts'
import type { Service } from './decide.ts'
import type { Classification, ClassifyRequest } from './decision.ts'
import type { CompiledLayers } from './layers/compiled.ts'
import { type MaybePromise, whenKnown } from './maybe-promise.ts'
import { UNSTATED } from './named-paths.ts'
import { NO_RULES } from './rules/rule-set.ts'
import { validateInput } from './tools/input.ts'
import { findTool } from './tools/registry.ts'

/** Total. Input that does not fit its tool gives the careful answer. */
export function classifyCall(
  request: ClassifyRequest,
  service: Service,
  layers: CompiledLayers
): MaybePromise<Classification> {
  const place = placeOf({ ...request, cwd: request.cwd ?? UNSTATED }, layers)
  const bench: Bench = { place, layers, deny: NO_RULES, ask: NO_RULES, allow: NO_RULES }
  const tool = findTool(request.tool ?? 'Bash', service.tools)
  const validated = validateInput(tool, request.input ?? { command: request.command ?? '' })
  if ('issues' in validated)
    return unreadable('invalid-input', validated.issues[0]?.message ?? 'the input does not fit the tool')
  const { input } = validated
  const { command } = input
  const { check } = tool.definition
  const startUnknown = request.startUnknown === true
  const call = { tool, input, sent: input, startUnknown, mayRead: () => true }
  const { analyser } = service
  if (typeof command !== 'string' || (check !== 'bash' && check !== 'monitor'))
    return whenKnown(examine(call, bench, analyser), (examination) =>
      classifyTool(tool, input, examination, bench)
    )
  return whenKnown(analyser.analyse(command), (analysis) =>
    // Read once: the check of the call is handed what was read.
    whenKnown(examine(call, bench, { ...analyser, analyse: () => analysis }), (examination) =>
      classifyScript(analysis, examination, place, startUnknown)
    )
  )
}
