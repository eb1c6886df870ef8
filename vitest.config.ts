import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Time itself is what these test: they run alone, after all others. */
const TIMED = ['test/offload/bounds.test.ts']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Installing, compiling and removing what was installed: none of them is what is tested.
    hookTimeout: 120_000,
    // Tests that start processes wait for them most of the time: one file less than processors would leave these idle.
    maxWorkers: availableParallelism(),
    // The same holds within a file, but what is started must not starve the workers of services.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: { name: 'all', include: ['test/**/*.test.ts'], exclude: TIMED, sequence: { groupOrder: 0 } }
      },
      { extends: true, test: { name: 'timed', include: TIMED, sequence: { groupOrder: 1 } } }
    ]
  }
})
