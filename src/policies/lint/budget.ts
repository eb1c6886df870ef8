/** How many comparisons of rules lint makes: so many rules alike that it matters are no list that a person reads. */
export class Budget {
  #left: number

  constructor(comparisons: number) {
    this.#left = comparisons
  }

  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Whether one more comparison may be made. */
  take(): boolean {
    this.#left -= 1
    return this.#left >= 0
  }
}
