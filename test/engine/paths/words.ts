import type { Operand, Piece } from '../../../src/engine/bash/program.ts'

const SPECIAL = /(\*|\?|\[[^\]]*\])|^(~)(?=\/|$)|(\$HOME)\b|(\$PWD)\b|"\$([A-Z]+)"|\$([A-Z]+)/g

/** An operand as the reader would cut a plain word: globs, `~`, `$HOME`, `$PWD`, `$X` and `"$X"`. */
export function operandOf(text: string): Operand {
  const pieces: Piece[] = []
  let end = 0
  const plain = (value: string): void => {
    if (value !== '') pieces.push({ kind: 'text', value, quoted: false })
  }
  for (const match of text.matchAll(SPECIAL)) {
    plain(text.slice(end, match.index))
    const [source, glob, tilde, home, directory, quoted, bare] = match
    if (glob !== undefined) pieces.push({ kind: 'glob', source })
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
