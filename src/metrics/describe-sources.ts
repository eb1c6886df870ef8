/** Describes the figures that parts of the service keep. */
import type { Registry } from 'prom-client'
import { counter, fields, gauge, single } from './series.ts'
import type { MetricSources } from './sources.ts'

/** A metric for each figure of the parts that are there. */
export function describeSources(registry: Registry, sources: MetricSources): void {
  const { policies, caches = {}, offload, decisionLog, classifier, hooks, storeIsUp } = sources
  if (policies !== undefined) describePolicies(registry, policies)
  if (classifier !== undefined) describeClassifier(registry, classifier)
  if (hooks !== undefined) describeHooks(registry, hooks)
  for (const what of ['hits', 'misses', 'entries'] as const) {
    const isCount = what !== 'entries'
    const describe = isCount ? counter : gauge
    const name = isCount ? `portcullis_cache_${what}_total` : 'portcullis_cache_entries'
    describe(registry, { name, help: CACHE_HELP[what], labelNames: ['cache'] }, () =>
      Object.entries(caches).map(([cache, read]) => ({ labels: { cache }, value: read()[what] }))
    )
  }
  if (offload !== undefined) {
    counter(
      registry,
      {
        name: 'portcullis_offload_total',
        help: 'Heavy calls by what became of them, and workers that ended',
        labelNames: ['outcome']
      },
      () => fields('outcome', offload().outcomes)
    )
    gauge(registry, { name: 'portcullis_offload_workers', help: 'Workers that can take a call' }, () =>
      single(offload().workers)
    )
  }
  if (decisionLog !== undefined) {
    counter(
      registry,
      {
        name: 'portcullis_decision_log_records_total',
        help: 'Records of the decision log by what became of them',
        labelNames: ['outcome']
      },
      () => {
        const { written, dropped } = decisionLog()
        return fields('outcome', { written, dropped })
      }
    )
    gauge(registry, { name: 'portcullis_decision_log_buffered', help: 'Records not yet written' }, () =>
      single(decisionLog().buffered)
    )
  }
  if (storeIsUp !== undefined) {
    gauge(registry, { name: 'portcullis_store_up', help: 'Whether the shared store answers' }, () =>
      single(storeIsUp() ? 1 : 0)
    )
  }
}

const CACHE_HELP = {
  hits: 'Look-ups that found what they looked for',
  misses: 'Look-ups that did not',
  entries: 'What is kept now'
} as const

function describePolicies(registry: Registry, read: NonNullable<MetricSources['policies']>): void {
  counter(
    registry,
    {
      name: 'portcullis_policy_reloads_total',
      help: 'Changes of the policies by what came of them',
      labelNames: ['outcome']
    },
    () => fields('outcome', { ...read().reloads })
  )
  gauge(
    registry,
    {
      name: 'portcullis_policy_active_info',
      help: 'The set of policies in force; always 1',
      labelNames: ['digest']
    },
    () => [{ labels: { digest: read().digest }, value: 1 }]
  )
  gauge(
    registry,
    {
      name: 'portcullis_policy_last_success_timestamp_seconds',
      help: 'When the set in force went live'
    },
    () => single(read().lastSuccess / 1_000)
  )
}

function describeClassifier(registry: Registry, read: NonNullable<MetricSources['classifier']>): void {
  counter(
    registry,
    {
      name: 'portcullis_classifier_speculations_total',
      help: 'Questions asked before it was known whether the answer is needed, and what became of them',
      labelNames: ['outcome']
    },
    () => fields('outcome', read().speculations)
  )
  gauge(
    registry,
    { name: 'portcullis_classifier_in_flight', help: 'Questions that are at the classifier now' },
    () => single(read().inFlight)
  )
  gauge(
    registry,
    { name: 'portcullis_classifier_waiting', help: 'Questions that wait for their turn at the classifier' },
    () => single(read().waiting)
  )
  gauge(
    registry,
    {
      name: 'portcullis_classifier_paused',
      help: 'Whether calls of any tenant go to persons because the classifier gave no verdicts lately'
    },
    () => single(read().isPaused ? 1 : 0)
  )
}

function describeHooks(registry: Registry, read: NonNullable<MetricSources['hooks']>): void {
  counter(
    registry,
    {
      name: 'portcullis_hook_calls_total',
      help: 'Calls of hooks that policies name, by what came of them',
      labelNames: ['event', 'outcome']
    },
    () =>
      Object.entries(read()).flatMap(([event, outcomes]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { event, outcome }, value }))
      )
  )
}
