/** Runs a test's step as a user whom permissions bind: root, as whom containers run tests, may do everything. */
import { chown } from 'node:fs/promises'

const NOBODY = 65_534

/** Runs it as nobody where this is root, who then owns the folders; else as the user there is. */
export async function unprivileged<T>(folders: readonly string[], run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return run()
  for (const folder of folders) await chown(folder, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    return await run()
  } finally {
    process.seteuid?.(0)
  }
}
