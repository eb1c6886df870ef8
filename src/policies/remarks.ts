/** What the engine says of policies, in terms of the files they stand in. */
import { policyWarnings } from '../engine/layers/compile.ts'
import type { Issue, Warning } from '../engine/verdict.ts'
import type { PolicyFault, PolicySet } from './policy-set.ts'

/** The file of every policy by its id. */
type Files = ReadonlyMap<string, string>

/** A warning and the file it is about. */
export interface PolicyRemark extends Warning {
  readonly file: string
}

/** What does not keep the policies from going live, but somebody should know of. */
export const remarksOn = ({ policies }: PolicySet, files: Files): readonly PolicyRemark[] =>
  policyWarnings(policies).map(({ id, warning }) => ({ file: files.get(id) ?? id, ...warning }))

const PLACE = /^\/policies\/([^/]+)(.*)$/s

/** The engine's issues, whose paths begin with `/policies/<id>`, as faults of files. */
export const faultsOf = (issues: readonly Issue[], files: Files): readonly PolicyFault[] =>
  issues.map(({ path, message }) => {
    const [, id = '', place = path] = PLACE.exec(path) ?? []
    return { file: files.get(id) ?? id, place, reason: message }
  })
