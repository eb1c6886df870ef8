/** The paths that commands read and write, as far as they are known. */
import type { PlacedUse } from './checks/path-use.ts'
import type { Effects } from './decision.ts'
import { isHarmlessSink, isHarmlessSource } from './paths/device-files.ts'

/** One name of a path that stands for a directory nobody stated. */
const MARK = '\ue000'

/** Stands for the directory a request leaves open, deep enough for `..`: no path in an answer holds its mark. */
export const UNSTATED = `/${MARK}`.repeat(64)

/** Does a path depend on the directory that nobody stated? */
export const isUnstated = (path: string): boolean => path.includes(MARK)

/** Paths as a set, and whether some are not known. */
export class NamedPaths {
  private readonly readPaths = new Set<string>()
  private readonly writtenPaths = new Set<string>()
  private unknownReads = false
  private unknownWrites = false

  add({ use, target }: PlacedUse): void {
    const writes = use.access === 'write' || use.access === 'remove'
    if (target.kind !== 'path' || isUnstated(target.location.path)) {
      // A glob names what is there when it runs: no list of paths can hold it.
      if (writes) this.unknownWrites = true
      else this.unknownReads = true
      return
    }
    const { path } = target.location
    if (writes ? isHarmlessSink(path) : isHarmlessSource(path)) return
    if (writes) this.writtenPaths.add(path)
    else this.readPaths.add(path)
  }

  /** More may be read and written than the paths say. */
  open(): void {
    this.unknownReads = true
    this.unknownWrites = true
  }

  answer(): Pick<Effects, 'reads' | 'writes' | 'unknownReads' | 'unknownWrites'> {
    const { unknownReads, unknownWrites } = this
    return { reads: [...this.readPaths], writes: [...this.writtenPaths], unknownReads, unknownWrites }
  }
}
