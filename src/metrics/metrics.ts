/** What is counted, and how it is told to Prometheus. No label ever holds what a caller sent. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Decision } from '../engine/decision.ts'
import type { HookCall } from '../hooks/http-hook-runner.ts'
import type { DecisionEvent, DecisionObserver } from '../log/decision-event.ts'
import type { DenialStore } from '../sessions/denial-store.ts'
import { VERSION } from '../version.ts'
import { AutoModeMetrics } from './auto-mode.ts'
import { countedDenials } from './counted-denials.ts'
import { describeSources } from './describe-sources.ts'
import { counter, gauge, Tally } from './series.ts'
import type { MetricSources } from './sources.ts'
import { toolFamily } from './tool-family.ts'

/** Seconds: from 50 microseconds, about as fast as a call can be, to where a caller has long lost patience. */
const BUCKETS = [
  ...[0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02],
  ...[0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
]

export interface MetricsOptions {
  readonly sources?: MetricSources
  /** Also tell of this process: memory, processor, event loop. Once a process. */
  readonly ofProcess?: boolean
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #decisions = new Tally(['decision', 'kind', 'step', 'tool'])
  readonly #parses = new Tally(['outcome', 'code'])
  readonly #requests = new Tally(['route', 'status'])
  readonly #refusals = new Tally(['code'])
  readonly #durations: Histogram
  readonly #hookDurations: Histogram
  readonly #autoMode: AutoModeMetrics

  constructor({ sources = {}, ofProcess = false }: MetricsOptions = {}) {
    const registry = this.#registry
    if (ofProcess) collectDefaultMetrics({ register: registry })
    this.#durations = new Histogram({
      name: 'portcullis_decide_duration_seconds',
      help: 'From the checked request to its decision',
      buckets: BUCKETS,
      registers: [registry]
    })
    this.#hookDurations = new Histogram({
      name: 'portcullis_hook_duration_seconds',
      help: 'Calls of hooks that policies name',
      labelNames: ['event'],
      buckets: BUCKETS,
      registers: [registry]
    })
    this.#autoMode = new AutoModeMetrics(registry)
    if (sources.classifier !== undefined) this.#autoMode.startClassifier()
    this.#describeTallies()
    gauge(registry, BUILD, () => [{ labels: { version: VERSION, node: process.version }, value: 1 }])
    describeSources(registry, sources)
  }

  /** Counts what the observer lets stand. */
  around(observer: DecisionObserver): DecisionObserver {
    return {
      decided: (event) => {
        const final = observer.decided(event)
        if (final instanceof Promise) return final.then((late) => this.#count(event, late))
        return this.#count(event, final)
      }
    }
  }

  /** The same store; sessions whose breaker opens are counted. */
  aroundDenials(store: DenialStore): DenialStore {
    return countedDenials(store, () => this.#autoMode.breakerOpened())
  }

  /** A hook answered, or will not. */
  hookCalled({ event, durationMs }: HookCall): void {
    this.#hookDurations.observe({ event }, durationMs / 1_000)
  }

  /** An answer went out; `route` is a pattern of the service's own. */
  answered(route: string, status: number): void {
    this.#requests.add(route, STATUS_CLASSES[Math.trunc(status / 100)] ?? 'other')
  }

  /** A problem document went out. */
  refused(code: string): void {
    this.#refusals.add(code)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** The text of a scrape. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  #count(event: DecisionEvent, final: Decision): Decision {
    const { parse } = event.decision
    const { step, kind } = final.decidedBy
    this.#decisions.add(final.decision, kind, step, toolFamily(event.tool, parse))
    this.#durations.observe(event.durationMs / 1_000)
    this.#autoMode.decided(event.decision, final)
    if (parse !== undefined) {
      if (parse.status === 'ok') this.#parses.add('ok', '')
      else this.#parses.add(parse.class, parse.code)
    }
    return final
  }

  #describeTallies(): void {
    const registry = this.#registry
    const decisions = { name: 'portcullis_decisions_total', help: 'Decisions answered' }
    const labelNames = ['decision', 'kind', 'step', 'tool']
    counter(registry, { ...decisions, labelNames }, () => this.#decisions.series())
    counter(
      registry,
      {
        name: 'portcullis_parse_total',
        help: 'Shell commands by how their reading went; a code says why it failed closed',
        labelNames: ['outcome', 'code']
      },
      () => this.#parses.series()
    )
    counter(
      registry,
      {
        name: 'portcullis_http_requests_total',
        help: 'Requests answered, by route and class of status',
        labelNames: ['route', 'status']
      },
      () => this.#requests.series()
    )
    counter(
      registry,
      {
        name: 'portcullis_problems_total',
        help: 'Problem documents answered, by code: failed authentication, rate limits, overload and all others',
        labelNames: ['code']
      },
      () => this.#refusals.series()
    )
  }
}

const STATUS_CLASSES = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']

const BUILD = {
  name: 'portcullis_build_info',
  help: 'The version that runs; always 1',
  labelNames: ['version', 'node']
}
