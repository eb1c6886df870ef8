/**
 * So many calls at once, and so many that wait. The next turn is the tenant's that has fewest at work, and where no
 * place is left the tenant that holds most gives up its newest: none keeps others out.
 */

/** One call that wants a turn. */
export interface Turn {
  readonly tenant: string
  /** It is its turn now. */
  begin(): void
  /** There is no place for it. */
  turnAway(): void
}

export interface FairSlotsOptions {
  readonly slots: number
  /** For those that wait. */
  readonly places: number
}

interface Line<T> {
  /** Oldest first. */
  readonly waiting: T[]
  atWork: number
}

export class FairSlots<T extends Turn> {
  readonly #slots: number
  readonly #places: number
  /** Tenants that have anything here; who had something end last comes last. */
  readonly #lines = new Map<string, Line<T>>()
  readonly #atWork = new Set<T>()
  #waiting = 0

  constructor({ slots, places }: FairSlotsOptions) {
    this.#slots = slots
    this.#places = places
  }

  get waiting(): number {
    return this.#waiting
  }

  get atWork(): number {
    return this.#atWork.size
  }

  /** Begins at once, or waits, or somebody is turned away. */
  enter(turn: T): void {
    const line = this.#lineOf(turn.tenant)
    if (this.#waiting >= this.#places && this.#atWork.size >= this.#slots && !this.#makeRoomFor(line)) {
      this.#tidy(turn.tenant, line)
      turn.turnAway()
      return
    }
    line.waiting.push(turn)
    this.#waiting += 1
    this.#next()
  }

  /** It is over, or need not wait any more. */
  leave(turn: T): void {
    const line = this.#lines.get(turn.tenant)
    if (line === undefined) return
    if (this.#atWork.delete(turn)) {
      line.atWork -= 1
      // To the end: among equals the others come first.
      this.#lines.delete(turn.tenant)
      this.#lines.set(turn.tenant, line)
    } else this.#drop(line, turn)
    this.#tidy(turn.tenant, line)
    this.#next()
  }

  /** Those of the tenant that wait, oldest first. */
  waitingOf(tenant: string): readonly T[] {
    return [...(this.#lines.get(tenant)?.waiting ?? [])]
  }

  #next(): void {
    while (this.#atWork.size < this.#slots) {
      const found = this.#nextLine()
      const turn = found?.waiting.shift()
      if (found === undefined || turn === undefined) return
      this.#waiting -= 1
      found.atWork += 1
      this.#atWork.add(turn)
      turn.begin()
    }
  }

  #nextLine(): Line<T> | undefined {
    let next: Line<T> | undefined
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && (next === undefined || line.atWork < next.atWork)) next = line
    }
    return next
  }

  /** Whether somebody held so much more that its newest had to go. */
  #makeRoomFor(line: Line<T>): boolean {
    let longest = line
    for (const other of this.#lines.values()) {
      if (other.waiting.length > longest.waiting.length) longest = other
    }
    const newest = longest.waiting.at(-1)
    // One more here and one less there must not just change places.
    if (newest === undefined || longest.waiting.length <= line.waiting.length + 1) return false
    this.#drop(longest, newest)
    newest.turnAway()
    return true
  }

  #drop(line: Line<T>, turn: T): void {
    const at = line.waiting.indexOf(turn)
    if (at === -1) return
    line.waiting.splice(at, 1)
    this.#waiting -= 1
  }

  #lineOf(tenant: string): Line<T> {
    const known = this.#lines.get(tenant)
    if (known !== undefined) return known
    const line: Line<T> = { waiting: [], atWork: 0 }
    this.#lines.set(tenant, line)
    return line
  }

  #tidy(tenant: string, line: Line<T>): void {
    if (line.atWork === 0 && line.waiting.length === 0) this.#lines.delete(tenant)
  }
}
