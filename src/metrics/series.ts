/** Series whose values are kept elsewhere and looked up when they are asked for: counting costs next to nothing. */
import { Counter, Gauge, type Registry } from 'prom-client'

/** One value and what it is a value of. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Description {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
}

/** Counts events by words from closed lists. */
export class Tally {
  readonly #names: readonly string[]
  readonly #series = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** One event more; the words in the order of the names. */
  add(...words: readonly string[]): void {
    this.#known(words).value += 1
  }

  /** Shows these words before the first event: a rise from nothing is none to Prometheus. */
  start(...words: readonly string[]): void {
    this.#known(words)
  }

  series(): Iterable<Series> {
    return this.#series.values()
  }

  #known(words: readonly string[]): { value: number } {
    const key = words.join(' ')
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const labels = Object.fromEntries(this.#names.map((name, index) => [name, words[index] ?? '']))
    const fresh = { labels, value: 0 }
    this.#series.set(key, fresh)
    return fresh
  }
}

const configurationOf = (registry: Registry, { name, help, labelNames = [] }: Description) => ({
  name,
  help,
  labelNames: [...labelNames],
  registers: [registry]
})

/** A counter whose values are these at the time of asking. */
export function counter(registry: Registry, of: Description, read: () => Iterable<Series>): void {
  const metric = new Counter({
    ...configurationOf(registry, of),
    collect() {
      metric.reset()
      for (const { labels, value } of read()) metric.inc({ ...labels }, value)
    }
  })
}

/** A gauge whose values are these at the time of asking. */
export function gauge(registry: Registry, of: Description, read: () => Iterable<Series>): void {
  const metric = new Gauge({
    ...configurationOf(registry, of),
    collect() {
      metric.reset()
      for (const { labels, value } of read()) metric.set({ ...labels }, value)
    }
  })
}

export const single = (value: number): readonly Series[] => [{ labels: {}, value }]

/** The fields of an object as series of one label each. */
export const fields = (label: string, values: Readonly<Record<string, number>>): readonly Series[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
