/** What auto mode came to: who allowed calls in a person's place, what the classifier said, when breakers opened. */
import { Histogram, type Registry } from 'prom-client'
import { NO_VERDICT_CODES } from '../classifier/classifier.ts'
import type { ClassifierReport, Decision } from '../engine/decision.ts'
import { classifierCode } from './classifier-code.ts'
import { RESOLVERS, resolvedBy } from './resolved-by.ts'
import { counter, single, Tally } from './series.ts'

/** Seconds: models answer slower than anything else here. */
const BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 8, 10, 20, 30, 60]

export class AutoModeMetrics {
  readonly #answers = new Tally(['result', 'code', 'cached'])
  readonly #resolved = new Tally(['by'])
  readonly #durations: Histogram
  #opened = 0

  constructor(registry: Registry) {
    this.#durations = new Histogram({
      name: 'portcullis_classifier_duration_seconds',
      help: 'From a question to the classifier’s answer; verdicts of equal questions asked lately are left out',
      buckets: BUCKETS,
      registers: [registry]
    })
    for (const by of RESOLVERS) this.#resolved.start(by)
    this.#describe(registry)
  }

  /** Each answer without a verdict counts from nought on: the first one shows as a rise. */
  startClassifier(): void {
    for (const code of NO_VERDICT_CODES) this.#answers.start('none', code, 'false')
  }

  /** `final` is what the caller is answered. */
  decided({ classifier }: Decision, final: Decision): void {
    const by = resolvedBy(final)
    if (by !== undefined) this.#resolved.add(by)
    if (classifier?.outcome === 'used') this.#answered(classifier)
  }

  breakerOpened(): void {
    this.#opened += 1
  }

  #answered({ verdict, reason, category = 'other', cached, durationMs }: ClassifierReport): void {
    const code = classifierCode(verdict === 'none' ? reason : category)
    this.#answers.add(verdict, code, String(cached))
    if (!cached) this.#durations.observe(durationMs / 1_000)
  }

  #describe(registry: Registry): void {
    counter(
      registry,
      {
        name: 'portcullis_classifier_total',
        help: 'Answers of the classifier by verdict; the code is the category of risk or, without a verdict, why',
        labelNames: ['result', 'code', 'cached']
      },
      () => this.#answers.series()
    )
    counter(
      registry,
      {
        name: 'portcullis_auto_resolved_total',
        help: 'Calls allowed where a person would have been asked, by who answered in their place',
        labelNames: ['by']
      },
      () => this.#resolved.series()
    )
    counter(
      registry,
      {
        name: 'portcullis_breaker_opened_total',
        help: 'Sessions whose denials reached a limit by an event that this instance counted'
      },
      () => single(this.#opened)
    )
  }
}
