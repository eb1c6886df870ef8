/** The `defaultMode` that is honoured (D4): no repository switches its own checks off. */
import type { LayerName, Mode, Warning } from '../verdict.ts'
import type { Sourced } from './compiled.ts'
import type { ParsedLayer } from './parse-layer.ts'
import { resolveScalar } from './scalars.ts'

/** Modes that a layer cannot start a session in. */
const NOT_HONOURED: Partial<Record<LayerName, readonly Mode[]>> = {
  project: ['bypassPermissions', 'auto', 'acceptEdits'],
  local: ['bypassPermissions', 'auto']
}

const isHonoured = (layer: LayerName, mode: Mode): boolean => !NOT_HONOURED[layer]?.includes(mode)

/** The last layer's honoured value; what is not honoured leaves the next lower layer's. */
export const honouredMode = (layers: readonly ParsedLayer[]): Sourced<Mode> | undefined =>
  resolveScalar('defaultMode', layers, ({ name }, mode) => isHonoured(name, mode))

/** One warning for each layer whose mode is not honoured. */
export const modeWarnings = (layers: readonly ParsedLayer[]): readonly Warning[] =>
  layers.flatMap(({ name, scalars: { defaultMode } }) =>
    defaultMode === undefined || isHonoured(name, defaultMode)
      ? []
      : [
          {
            code: 'default-mode-not-honoured',
            layer: name,
            message: `permissions.defaultMode ${defaultMode} is not honoured from the ${name} layer`
          }
        ]
  )
