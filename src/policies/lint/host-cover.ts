/** Which restricting domain rule matches every host that another rule covers. */
import { type HostPattern, matchesHost } from '../../engine/rules/domain.ts'
import type { DomainRule, Rule } from '../../engine/rules/rule.ts'
import { isLiteral, type Wildcard } from '../../engine/rules/wildcard.ts'
import type { Budget } from './budget.ts'

/** Stands in a host for what a star leaves open; only a star takes it. */
const OPEN = '\uffff'

/** Restricting rules by the labels at the end that hold no star. */
export class HostCover {
  readonly #byEnd = new Map<string, DomainRule[]>()

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      if (rule.kind !== 'domain') continue
      const end = rule.host.prefix === undefined ? literalEnd(rule.host.labels) : ''
      const bucket = this.#byEnd.get(end)
      if (bucket === undefined) this.#byEnd.set(end, [rule])
      else bucket.push(rule)
    }
  }

  /** The rule that matches all hosts of `rule`. */
  of({ host }: DomainRule, budget: Budget): DomainRule | undefined {
    if (this.#byEnd.size === 0 || host.prefix !== undefined) return undefined
    const hosts = hostsOf(host)
    for (const end of endsOf(hosts[0] ?? '')) {
      for (const other of this.#byEnd.get(end) ?? []) {
        if (!budget.take()) return undefined
        if (hosts.every((name) => matchesHost(other.host, name))) return other
      }
    }
    return undefined
  }
}

const textOf = ({ segments }: Wildcard): string => segments.join(OPEN)

function literalEnd(labels: readonly Wildcard[]): string {
  const lastOpen = labels.findLastIndex((label) => !isLiteral(label))
  return labels
    .slice(lastOpen + 1)
    .map(textOf)
    .join('.')
}

/** Hosts that stand for all of them: below a host with one label more, and with two. */
function hostsOf({ labels, subdomains }: HostPattern): readonly string[] {
  const host = labels.map(textOf).join('.')
  return subdomains ? [`${OPEN}.${host}`, `${OPEN}.${OPEN}.${host}`] : [host]
}

/** Every run of labels up to the end, the empty one first. */
function endsOf(host: string): readonly string[] {
  const labels = host.split('.')
  return [...labels.keys(), labels.length].map((from) => labels.slice(from).join('.')).reverse()
}
