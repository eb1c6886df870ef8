/** The environment of a process that knows nothing of the tests: without what they, npm and this service set. */
const OURS = /^(?:PORTCULLIS_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|npm_(?!config_(?:registry|cache)$))/

export const outsideEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      OURS.test(name) || value === undefined ? [] : [[name, value]]
    )
  )
