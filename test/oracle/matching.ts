/** Pairs two lists one to one, as many as possible (augmenting paths). */

export interface Pairs {
  /** By index on the left: its partner on the right. */
  readonly left: readonly (number | undefined)[]
  readonly right: ReadonlyMap<number, number>
}

export function assign<L, R>(
  left: readonly L[],
  right: readonly R[],
  fits: (one: L, other: R) => boolean
): Pairs {
  const choices = left.map((one) => right.flatMap((other, index) => (fits(one, other) ? [index] : [])))
  const partners = new Map<number, number>()
  const place = (index: number, tried: Set<number>): boolean => {
    for (const choice of choices[index] ?? []) {
      if (tried.has(choice)) continue
      tried.add(choice)
      const holder = partners.get(choice)
      if (holder === undefined || place(holder, tried)) {
        partners.set(choice, index)
        return true
      }
    }
    return false
  }
  for (const index of left.keys()) place(index, new Set())
  const found = new Map([...partners].map(([choice, index]) => [index, choice]))
  return { left: left.map((_, index) => found.get(index)), right: partners }
}
