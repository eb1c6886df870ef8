/** How two globs relate, and how much one can match. Every answer errs on the careful side. */
import { accepts, DOT, type Glob, matchesGlob, namesHidden, type Token } from './glob.ts'

/**
 * Could one name match both globs? Where `visible` is set, names with a leading dot do not count.
 * Two sets count as meeting. Steps: product of both lengths.
 */
export function globsMeet(a: Glob, b: Glob, visible: boolean): boolean {
  if (a.literal !== undefined && b.literal !== undefined) {
    return a.literal === b.literal && !(visible && namesHidden(a))
  }
  const width = b.tokens.length + 1
  const size = (a.tokens.length + 1) * width
  // Two layers of states: nothing of the name read yet, and something read.
  const fresh = new Uint8Array(size)
  const begun = new Uint8Array(size)
  fresh[0] = 1
  for (let state = 0; state < size; state += 1) {
    if (fresh[state] !== 1 && begun[state] !== 1) continue
    const left = a.tokens[Math.floor(state / width)]
    const right = b.tokens[state % width]
    if (left !== undefined && right !== undefined && tokensMeet(left, right)) {
      const first = fresh[state] === 1 && !(visible && mustBeDot(left, right))
      const next = state + (left.kind === 'run' ? 0 : width) + (right.kind === 'run' ? 0 : 1)
      if (first || begun[state] === 1) begun[next] = 1
    }
    // A run may be left without reading anything.
    for (const skipped of [
      left?.kind === 'run' ? state + width : -1,
      right?.kind === 'run' ? state + 1 : -1
    ]) {
      if (skipped < 0) continue
      if (fresh[state] === 1) fresh[skipped] = 1
      if (begun[state] === 1) begun[skipped] = 1
    }
  }
  return begun[size - 1] === 1
}

function mustBeDot(a: Token, b: Token): boolean {
  return (a.kind === 'char' && a.code === DOT) || (b.kind === 'char' && b.code === DOT)
}

function tokensMeet(a: Token, b: Token): boolean {
  if (a.kind === 'char') return accepts(b, a.code)
  if (b.kind === 'char') return accepts(a, b.code)
  return true
}

/** Does `wide` match every name that `narrow` matches? Says no where it cannot tell. */
export function coversGlob(wide: Glob, narrow: Glob): boolean {
  if (narrow.literal !== undefined) return matchesGlob(wide, narrow.literal)
  let token = 0
  let at = 0
  let run = -1
  let resume = 0
  while (at < narrow.tokens.length) {
    const current = wide.tokens[token]
    const given = narrow.tokens[at]
    if (current?.kind === 'run') {
      run = token
      resume = at
      token += 1
    } else if (current !== undefined && given !== undefined && coversToken(current, given)) {
      token += 1
      at += 1
    } else {
      if (run < 0) return false
      resume += 1
      at = resume
      token = run + 1
    }
  }
  while (wide.tokens[token]?.kind === 'run') token += 1
  return token === wide.tokens.length
}

function coversToken(wide: Token, narrow: Token): boolean {
  if (narrow.kind === 'run') return false
  if (wide.kind === 'one') return true
  return narrow.kind === 'char' ? accepts(wide, narrow.code) : false
}

/** Made of wildcards (and dots) alone, so that it can match everything there is: `*`, `.*`, `**`, `.[!.]*`. */
export function matchesEverything(glob: Glob): boolean {
  let runs = false
  for (const token of glob.tokens) {
    if (token.kind === 'run') runs = true
    else if (token.kind === 'char' && token.code !== DOT) return false
    else if (token.kind === 'set' && !token.negated) return false
  }
  return runs
}
