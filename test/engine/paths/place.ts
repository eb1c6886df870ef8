import type { Place } from '../../../src/engine/paths/place.ts'

/** The place of the specification's examples, with what a test changes. */
export function placeOf(change: Partial<Place> = {}): Place {
  const projectDir = change.projectDir ?? '/home/dev/app'
  return {
    cwd: projectDir,
    projectDir,
    homeDir: '/home/dev',
    workingDirectories: [projectDir],
    platform: 'linux',
    realPaths: new Map(),
    ...change
  }
}
