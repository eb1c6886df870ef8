/** How a cache fares: for those who count. */
export interface CacheFigures {
  readonly hits: number
  readonly misses: number
  /** Kept now. */
  readonly entries: number
}
