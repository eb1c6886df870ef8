/** Makes a failing script small: fast-check's own way where the grammar made it, then parts left out by turns. */
import fc from 'fast-check'
import { grammarScript } from './grammar/script.ts'
import { tokensOf } from './mutate.ts'
import type { Specimen } from './source.ts'

/** Each look is a run under the oracle. */
const MAX_LOOKS = 600

export type Fails = (script: string) => Promise<boolean>

/** The smallest script found that still fails. */
export async function smallest(specimen: Specimen, fails: Fails): Promise<string> {
  const seen = new Map<string, boolean>()
  let looks = 0
  const look: Fails = async (script) => {
    const known = seen.get(script)
    if (known !== undefined) return known
    looks += 1
    const result = looks <= MAX_LOOKS && (await fails(script))
    seen.set(script, result)
    return result
  }
  const { origin } = specimen
  let script = specimen.script
  if (origin.kind === 'grammar') {
    const { counterexample } = await fc.check(
      fc.asyncProperty(grammarScript, async (one) => !(await look(one.script))),
      { seed: origin.seed, path: String(origin.index), numRuns: 1 }
    )
    script = counterexample?.[0].script ?? script
  }
  script = await without(tokensOf(script), look)
  return without([...script], look)
}

/** Leaves out ever smaller runs of parts for as long as the rest fails. */
async function without(parts: readonly string[], fails: Fails): Promise<string> {
  let left = parts
  for (let size = Math.ceil(left.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const rest = [...left.slice(0, from), ...left.slice(from + size)]
      if (rest.length > 0 && (await fails(rest.join('')))) left = rest
      else from += size
    }
  }
  return left.join('')
}
