import type { Operand, Piece, Statement } from '../../../src/engine/bash/program.ts'

/** Words of a command whose output a word holds: `$(pwd)`. */
const substitutionOf = (source: string): Statement => {
  const words = source
    .slice(2, -1)
    .split(' ')
    .map((value) => ({ text: value, span: [0, 0] as const, pieces: [], value }))
  return {
    kind: 'command',
    assignments: [],
    words,
    redirections: [],
    substitutions: [],
    text: source,
    span: [0, 0]
  }
}

const SPECIAL =
  /(\$\([^)]*\))|^(~\w+)|(\*|\?|\[[^\]]*\])|^(~)(?=\/|$)|(\$HOME)\b|(\$PWD)\b|"\$([A-Z]+)"|\$([A-Z]+)/g

/** An operand as the reader would cut a plain word: globs, `~`, `~user`, `$HOME`, `$PWD`, `$X`, `"$X"`, `$(...)`. */
export function operandOf(text: string): Operand {
  const pieces: Piece[] = []
  let end = 0
  const plain = (value: string): void => {
    if (value !== '') pieces.push({ kind: 'text', value, quoted: false })
  }
  for (const match of text.matchAll(SPECIAL)) {
    plain(text.slice(end, match.index))
    const [source, output, user, glob, tilde, home, directory, quoted, bare] = match
    if (output !== undefined) {
      const substitution = substitutionOf(source)
      pieces.push({ kind: 'unknown', reason: 'substitution', source, splits: true, substitution })
    } else if (user !== undefined) pieces.push({ kind: 'unknown', reason: 'tilde', source, splits: false })
    else if (glob !== undefined) pieces.push({ kind: 'glob', source })
    else if (tilde !== undefined || home !== undefined) pieces.push({ kind: 'home', source })
    else if (directory !== undefined) pieces.push({ kind: 'directory', source })
    else {
      const name = quoted ?? bare ?? ''
      pieces.push({ kind: 'unknown', reason: 'variable', source, splits: quoted === undefined, name })
    }
    end = match.index + source.length
  }
  plain(text.slice(end))
  return { text, pieces }
}
