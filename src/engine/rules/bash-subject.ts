/** A command as Bash rules see it: its words joined once, so that every rule is a plain text comparison. */

/** Known text, or a hole: text that is not known until the command runs. `many` may also be no word or several. */
export type MatchPiece = { readonly text: string } | { readonly hole: 'one' | 'many' }

/** One word of the command; no pieces: the empty word. */
export type MatchWord = readonly MatchPiece[]

/** Ends each word; cannot occur in an argument. */
export const WORD_END = '\u0000'
/** Stands for a hole. Patterns never hold it, so only a star can take it. */
export const HOLE = '\uffff'

/**
 * Words joined, each with its end mark. A word that is nothing but a hole and may vanish has no mark: with it goes
 * the boundary, so a literal can never lean on a boundary that may not be there.
 */
export interface Line {
  readonly text: string
  /** End of the last certain word, its mark left out. */
  readonly end: number
  /** Words may follow `end` that nobody can see. */
  readonly openEnded: boolean
}

export interface BashSubject {
  readonly words: readonly MatchWord[]
  readonly hasHoles: boolean
  /** For allow rules: a blank inside a word is not a word boundary. */
  readonly strict: Line
  /** For deny and ask rules: word boundaries and blanks inside words are one blank. */
  readonly loose: Line
  /** As `loose`, but runs of blanks and empty words kept; undefined where there are none. */
  readonly spaced: Line | undefined
  /** `loose` up to the first hole. */
  readonly knownStart: string
  /** Text up to the first word boundary of `strict`; undefined where a hole stands in it. */
  readonly strictFirst: string | undefined
  readonly looseFirst: string | undefined
  /** The first word is an assignment with an unknown value: rules cannot be looked up by it. */
  readonly unindexed: boolean
}

const BLANKS = /\s/g
const BLANK_RUNS = / {2,}/g
const HAS_BLANK_RUN = /^ | {2}/

export const isAssignment = (text: string): boolean => /^[A-Za-z_]\w*\+?=/.test(text)

const isHole = (piece: MatchPiece): piece is { readonly hole: 'one' | 'many' } => 'hole' in piece

type WordKind = 'text' | 'one' | 'many'

/** `text` where some known piece or an empty word makes it certain that the word is there. */
function kindOf(word: MatchWord): WordKind {
  let kind: WordKind = 'text'
  for (const piece of word) {
    if (!isHole(piece)) return 'text'
    if (piece.hole === 'one') kind = 'one'
    else if (kind === 'text') kind = 'many'
  }
  return kind
}

/** Joins words. `vanishing`: the kinds of words that may leave nothing behind. */
function join(words: readonly MatchWord[], mark: string, vanishing: (kind: WordKind) => boolean): Line {
  let text = ''
  let end = 0
  let openEnded = false
  for (const word of words) {
    for (const piece of word) {
      if (isHole(piece)) text += HOLE
      else text += mark === ' ' ? piece.text.replace(BLANKS, ' ') : piece.text
    }
    openEnded = vanishing(kindOf(word))
    if (!openEnded) {
      end = text.length
      text += mark
    }
  }
  return { text, end, openEnded }
}

function firstOf(line: Line, mark: string): string | undefined {
  const at = line.text.indexOf(mark)
  const first = at < 0 ? line.text : line.text.slice(0, at)
  return first.includes(HOLE) ? undefined : first
}

const collapse = (line: Line): Line => {
  const text = line.text.replace(BLANK_RUNS, ' ').replace(/^ /, '')
  const end = line.openEnded ? text.lastIndexOf(' ') : text.length - 1
  return { text, end: Math.max(0, end), openEnded: line.openEnded }
}

/** Joins the words of a command for matching; worth keeping where the same command is judged again. */
export function bashSubject(words: readonly MatchWord[]): BashSubject {
  const strict = join(words, WORD_END, (kind) => kind === 'many')
  const hasHoles = strict.text.includes(HOLE)
  const spaced = join(words, ' ', (kind) => kind === 'many')
  const joined = hasHoles ? join(words, ' ', (kind) => kind !== 'text') : spaced
  const isSpaced = HAS_BLANK_RUN.test(spaced.text)
  const loose = isSpaced ? collapse(joined) : joined
  const strictFirst = firstOf(strict, WORD_END)
  return {
    words,
    hasHoles,
    strict,
    loose,
    spaced: isSpaced || hasHoles ? spaced : undefined,
    knownStart: hasHoles ? loose.text.slice(0, loose.text.indexOf(HOLE)) : loose.text,
    strictFirst,
    looseFirst: firstOf(loose, ' '),
    unindexed: strictFirst === undefined && isAssignment(strict.text)
  }
}

const BLANK = /\s/

/** A command whose words are all known; nothing but a change of case ever asks for them one by one. */
class LiteralSubject implements BashSubject {
  readonly hasHoles = false
  readonly spaced = undefined
  readonly unindexed = false
  readonly strict: Line
  readonly loose: Line
  readonly knownStart: string
  readonly strictFirst: string | undefined
  readonly looseFirst: string | undefined

  constructor(private readonly argv: readonly string[]) {
    const strict = argv.join(WORD_END)
    const loose = `${argv.join(' ')} `
    this.strict = { text: strict + WORD_END, end: strict.length, openEnded: false }
    this.loose = { text: loose, end: strict.length, openEnded: false }
    this.knownStart = loose
    this.strictFirst = argv[0]
    this.looseFirst = argv[0]
  }

  get words(): readonly MatchWord[] {
    return this.argv.map((text) => [{ text }])
  }
}

/** A command whose words are all known. */
export function literalSubject(argv: readonly string[]): BashSubject {
  const isPlain = argv.length > 0 && argv.every((text) => text !== '' && !BLANK.test(text))
  return isPlain ? new LiteralSubject(argv) : bashSubject(argv.map((text) => [{ text }]))
}

/** The same command without regard to case (PowerShell, R50). */
export const foldSubject = (subject: BashSubject): BashSubject =>
  bashSubject(
    subject.words.map((word) =>
      word.map((piece) => (isHole(piece) ? piece : { text: piece.text.toLowerCase() }))
    )
  )
