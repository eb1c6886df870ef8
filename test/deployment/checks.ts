/** What every description of a deployment is held to. */
import { readConfig } from '../../src/config.ts'

/** The variables of this service, with values that the deployment fills in for real. */
export function configErrors(environment: Readonly<Record<string, string>>): readonly string[] {
  const reading = readConfig(environment)
  return 'errors' in reading ? reading.errors : []
}

/** The value at a path through maps and lists; a test that walks past the end fails where it compares. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value
  )
}

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
