/** Where a call stands: everything a path needs to become absolute and to be judged. */

export type Platform = 'linux' | 'darwin' | 'win32'

export interface Place {
  /** Absolute, normalised. Where this call starts; relative operands resolve against it. */
  readonly cwd: string
  /** Absolute, normalised. First working directory and anchor of relative rules. */
  readonly projectDir: string
  /** Absolute, normalised, or undefined where the caller did not say. */
  readonly homeDir: string | undefined
  /** projectDir, then every additional directory (settings and request), absolute, normalised, no duplicates. */
  readonly workingDirectories: readonly string[]
  readonly platform: Platform
  /** Symlinks the client resolved: absolute normalised path -> target. Empty map when none. */
  readonly realPaths: ReadonlyMap<string, string>
}
