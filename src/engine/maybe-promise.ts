/** A value that is usually there at once: no turn of the event loop is spent where none is needed. */
export type MaybePromise<T> = T | Promise<T>

export const whenKnown = <T, R>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<R>
): MaybePromise<R> => (value instanceof Promise ? value.then(use) : use(value))
