/** Counts right answers a group, and prints them as a table. */

/** Right answers and cases a group, in the order in which the groups came. */
export class Tally {
  readonly #groups = new Map<string, { right: number; total: number }>()

  add(group: string, right: boolean): void {
    const counts = this.#groups.get(group) ?? { right: 0, total: 0 }
    counts.total += 1
    if (right) counts.right += 1
    this.#groups.set(group, counts)
  }

  get right(): number {
    return [...this.#groups.values()].reduce((sum, counts) => sum + counts.right, 0)
  }

  get total(): number {
    return [...this.#groups.values()].reduce((sum, counts) => sum + counts.total, 0)
  }

  /** One line a group and one for the sum. */
  table(title: string): string {
    const line = (name: string, right: number, total: number): string => {
      const share = total === 0 ? '' : `${((100 * right) / total).toFixed(1)} %`
      return `${name.padEnd(24)} ${String(right).padStart(5)} ${String(total).padStart(6)} ${share.padStart(9)}`
    }
    const header = `${title.padEnd(24)} ${'right'.padStart(5)} ${'total'.padStart(6)}`
    const rows = [...this.#groups].map(([group, counts]) => line(group, counts.right, counts.total))
    return [header, ...rows, line('all', this.right, this.total)].join('\n')
  }
}
