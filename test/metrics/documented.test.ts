import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HttpHookRunner } from '../../src/hooks/http-hook-runner.ts'
import { Metrics } from '../../src/metrics/metrics.ts'
import type { MetricSources } from '../../src/metrics/sources.ts'

/** Every part there is. */
const SOURCES: Required<MetricSources> = {
  policies: () => ({ digest: '', reloads: { success: 0, failure: 0, unchanged: 0 }, lastSuccess: 0 }),
  caches: {},
  offload: () => ({ outcomes: { answered: 0, terminated: 0, crashed: 0, refused: 0 }, workers: 0 }),
  decisionLog: () => ({ written: 0, dropped: 0, buffered: 0 }),
  classifier: () => ({
    speculations: { started: 0, used: 0, wasted: 0 },
    waiting: 0,
    inFlight: 0,
    isPaused: false
  }),
  hooks: () => new HttpHookRunner().counts,
  storeIsUp: () => true
}

test('the page for operators names every metric, and no other', async () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const text = await new Metrics({ sources: SOURCES }).text()
  const told = [...text.matchAll(/^# HELP (portcullis_\w+)/gm)].map(([, name]) => name)
  const documented = [...page.matchAll(/^\| `(portcullis_\w+)` \|/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(documented.toSorted())
})
