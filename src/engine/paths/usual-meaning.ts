/**
 * What a piece that is not known most likely stands for, beside everything that it may be.
 * A denial or a safety check must not be lost because the script asks for a place in a roundabout way.
 */
import type { Piece, Statement } from '../bash/program.ts'
import { possibleHomes } from './location.ts'
import { parentOf } from './normalise.ts'
import type { Place } from './place.ts'

type Unknown = Extract<Piece, { kind: 'unknown' }>

/** A known text, or the directory in which the command stands. */
export type Meaning = { readonly kind: 'text'; readonly value: string } | { readonly kind: 'directory' }

const NONE: readonly Meaning[] = []
const DIRECTORY: readonly Meaning[] = [{ kind: 'directory' }]

/** `~`, `$HOME` and `$PWD` in a script that may assign them, `~+`, `~-`, `~user`, `$(pwd)`, the top of the repository. */
export function usualMeanings(piece: Unknown, place: Place): readonly Meaning[] {
  if (piece.name === 'PWD' || piece.source === '~+' || piece.source === '~-') return DIRECTORY
  if (piece.name === 'HOME' || piece.source === '~') return textsOf(possibleHomes(place))
  if (isUserHome(piece)) return textsOf(homesOf(piece.source.slice(1), place))
  const words = piece.substitution === undefined ? undefined : wordsOf(piece.substitution)
  if (words === 'pwd' || words === 'pwd -P' || words === 'pwd -L') return DIRECTORY
  return words === 'git rev-parse --show-toplevel' ? textsOf([place.projectDir]) : NONE
}

/** `~user`: the home directory of somebody. */
export const isUserHome = (piece: Unknown): boolean =>
  piece.reason === 'tilde' && /^~[A-Za-z_]/.test(piece.source)

const textsOf = (values: readonly string[]): readonly Meaning[] =>
  values.map((value) => ({ kind: 'text', value }))

function homesOf(user: string, place: Place): readonly string[] {
  if (user === 'root') return ['/root']
  const parents = place.homeDir === undefined ? ['/home', '/Users'] : [parentOf(place.homeDir)]
  return parents.map((parent) => (parent === '/' ? `/${user}` : `${parent}/${user}`))
}

/** The words of a plain command, joined; undefined where they are not all known. */
function wordsOf(statement: Statement): string | undefined {
  if (statement.kind !== 'command') return undefined
  const values = statement.words.map(({ value }) => value)
  return values.includes(undefined) ? undefined : values.join(' ')
}
