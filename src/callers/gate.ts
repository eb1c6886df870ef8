/** Lets few tasks run at once, keeps few waiting and turns the others away. */
export class Gate {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** What the task resolves to, once it had its turn; undefined at once where too many wait. */
  run<T>(task: () => Promise<T>): Promise<T> | undefined {
    if (this.#running < this.#atOnce) return this.#start(task)
    if (this.#waiting.length >= this.#maxWaiting) return undefined
    return new Promise((resolve) => this.#waiting.push(() => resolve(this.#start(task))))
  }

  #start<T>(task: () => Promise<T>): Promise<T> {
    this.#running += 1
    return task().finally(() => {
      this.#running -= 1
      this.#waiting.shift()?.()
    })
  }
}
