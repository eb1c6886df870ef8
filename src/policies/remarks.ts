/** What the engine says of policies, in terms of the files they stand in. */
import { policyWarnings } from '../engine/layers/compile.ts'
import type { Issue, Warning } from '../engine/verdict.ts'
import type { Policy } from './policy-file.ts'
import type { PolicyFault, PolicyOrigins } from './policy-set.ts'

/** A warning and the file it is about. */
export interface PolicyRemark extends Warning {
  readonly file: string
}

/** What does not keep the policies from going live, but somebody should know of. */
export const remarksOn = (policies: readonly Policy[], files: PolicyOrigins): readonly PolicyRemark[] =>
  policyWarnings(policies).map(({ id, warning }) => ({ file: files.get(id)?.file ?? id, ...warning }))

const PLACE = /^\/policies\/([^/]+)(.*)$/s

/** The engine's issues, whose paths begin with `/policies/<id>`, as faults of files. */
export const faultsOf = (issues: readonly Issue[], files: PolicyOrigins): readonly PolicyFault[] =>
  issues.map(({ path, code, message }) => {
    const [, id = '', place = path] = PLACE.exec(path) ?? []
    const origin = files.get(id)
    return { file: origin?.file ?? id, place, ...origin?.positionOf(place), code, reason: message }
  })
