/** Values made once for each key, as long as the keys are few. */

// Many keys come from a script that makes them up; starting afresh is cheaper than telling old from new.
const MAX_VALUES = 64

/** Remembers what was made; forgets all of it where it would hold more than 64 values. */
export class Memo<V> {
  readonly #values = new Map<string, V>()

  of(key: string, make: () => V): V {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    if (this.#values.size >= MAX_VALUES) this.#values.clear()
    const made = make()
    this.#values.set(key, made)
    return made
  }
}
