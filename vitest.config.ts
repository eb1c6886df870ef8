import { defineConfig } from 'vitest/config'

/** Time itself is what these test: they run alone, after all others. */
const TIMED = ['test/offload/bounds.test.ts']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: { name: 'all', include: ['test/**/*.test.ts'], exclude: TIMED, sequence: { groupOrder: 0 } }
      },
      { extends: true, test: { name: 'timed', include: TIMED, sequence: { groupOrder: 1 } } }
    ]
  }
})
