/** Collects the options that limit a recursive use to some names. */
import type { NameFilter } from './facts.ts'

const NO_GLOBS: readonly string[] = []

export class NameFilters {
  private includes: string[] | undefined = undefined
  private excludes: string[] | undefined = undefined
  private dropped = false
  private showsHidden = false

  /** What the filters come to; undefined: every name is touched. */
  filter(skipsHidden: boolean): NameFilter | undefined {
    const skips = skipsHidden && !this.showsHidden
    const includes = this.dropped ? undefined : this.includes
    const excludes = this.dropped ? undefined : this.excludes
    if (includes === undefined && excludes === undefined && !skips) return undefined
    return { includes: includes ?? NO_GLOBS, excludes: excludes ?? NO_GLOBS, skipsHidden: skips }
  }

  /** Names are limited in a way that is not modelled, or no more. */
  drop(): void {
    this.dropped = true
  }

  /** `--exclude=GLOB`, `-g '!GLOB'`. A glob that is not known excludes nothing for sure. */
  exclude(glob: string | undefined): void {
    if (glob === undefined || glob.includes('/')) return
    this.excludes ??= []
    this.excludes.push(glob)
  }

  /** `--include=GLOB`, `-g GLOB`: it may bring back what an exclude, or the rule on hidden names, left out. */
  include(glob: string | undefined): void {
    if (glob?.startsWith('!') === true) {
      this.exclude(glob.slice(1))
      return
    }
    this.excludes = undefined
    this.showsHidden = true
    if (glob === undefined || glob.includes('/')) {
      this.drop()
      return
    }
    this.includes ??= []
    this.includes.push(glob)
  }

  /** `-name GLOB` of find. Tests are joined by "and", so any one of them bounds the names. */
  require(glob: string | undefined): void {
    if (glob !== undefined) this.includes ??= [glob]
  }
}
