/** Whole scripts: the rules of the grammar tied together. */
import fc from 'fast-check'
import type { Construct } from '../constructs.ts'
import { simpleCommands } from './commands.ts'
import { type CompoundParts, compounds, functions } from './compounds.ts'
import { conditions } from './conditions.ts'
import { expansions } from './expansions.ts'
import {
  choice,
  deepChoice,
  enclosed,
  type Fragment,
  fragment,
  type Generated,
  generated,
  joined,
  LINE,
  oneOf,
  type Piece,
  sequence,
  waits
} from './fragment.ts'
import { heredoc, redirection } from './redirections.ts'
import { meddled } from './variables.ts'
import { words } from './words.ts'

const comment: Piece = sequence(
  'comment after a command',
  oneOf([], ' # note', ' #', " # it's", ' # a "b', ' # $(rm x)', ' # ends \\', '; # x'),
  LINE
)

/** What stands between two statements. */
const separator: Piece = choice(
  [8, sequence('newline', LINE)],
  [8, oneOf('semicolon', '; ', ';', ' ; ')],
  [2, oneOf('background', ' & ', '&')],
  [1, sequence(['background', 'newline'], ' &', LINE)],
  [1, comment],
  [1, sequence(['newline', 'comment line'], LINE, oneOf([], '# rm x', '#', "  # don't"), LINE)],
  [1, sequence(['newline', 'empty line'], LINE, oneOf([], '', '  ', '\t'), LINE)]
)

/** What ends the last statement of a body. */
const end: Piece = choice(
  [5, oneOf('semicolon', '; ')],
  [6, sequence('newline', LINE)],
  [1, oneOf('background', ' & ')],
  [1, comment]
)

const connective: Piece = choice(
  [8, oneOf('and', ' && ', '&&')],
  [5, oneOf('or', ' || ', '||')],
  [1, sequence(['and', 'newline after an operator'], ' &&', LINE)],
  [1, sequence(['or', 'newline after an operator'], ' ||', LINE)],
  [1, oneOf(['and', 'continuation between blanks'], ' && \\\n  ', ' \\\n  && ')]
)

const bar: Piece = choice(
  [9, oneOf('pipe', ' | ', '|')],
  [1, oneOf('pipe of both', ' |& ')],
  [1, sequence(['pipe', 'newline after an operator'], ' |', LINE)],
  [1, oneOf(['pipe', 'continuation between blanks'], ' \\\n | ')]
)

const line: Fragment = fragment('newline', LINE)

/** After a here-document's delimiter mostly its line ends, and otherwise that is a construct of its own. */
function behind(item: Fragment, between: Fragment, use: Construct, keeps: boolean): Fragment {
  if (!waits(item)) return between
  return keeps ? joined([between], use) : line
}

/** Items with something generated between each two. */
function chained(item: Piece, between: Piece, maxLength: number, use: Construct, weight: number): Piece {
  const keeps = fc.nat({ max: 9 }).map((value) => value < weight)
  const rest = fc.array(fc.tuple(between, item, keeps), { minLength: 1, maxLength })
  return fc.tuple(item, rest).map(([first, more]) => {
    let last = first
    const parts = [first]
    for (const [link, next, keep] of more) {
      parts.push(behind(last, link, use, keep), next)
      last = next
    }
    return joined(parts)
  })
}

/** Statements with the last of them ended. */
const ended = (list: Piece): Piece =>
  fc
    .tuple(list, end, fc.nat({ max: 9 }))
    .map(([one, stop, value]) => joined([one, behind(one, stop, 'heredoc then a list', value < 1)]))

interface Tied {
  readonly word: Piece
  readonly substitution: Piece
  readonly simple: Piece
  readonly condition: Piece
  readonly compound: Piece
  readonly statement: Piece
  readonly list: Piece
  readonly body: Piece
}

const { list: scripts } = fc.letrec<{ [K in keyof Tied]: Tied[K] extends fc.Arbitrary<infer T> ? T : never }>(
  (tie) => {
    const word = tie('word')
    const list = tie('list')
    const simple = tie('simple')
    const forms = expansions({ list, simple, compound: tie('compound'), word })
    const kinds = words(forms)
    const parts = { target: kinds.target, word }
    const compoundParts: CompoundParts = {
      simple,
      condition: tie('condition'),
      list,
      body: tie('body'),
      word,
      redirection: redirection(parts),
      heredoc: heredoc(tie('substitution'))
    }
    const pipeline = choice(
      [20, tie('statement')],
      [5, chained(tie('statement'), bar, 2, 'heredoc then a pipe', 6)],
      [1, sequence('negation', '! ', tie('statement'))],
      [1, sequence('time', 'time ', simple)],
      [1, sequence('time -p', 'time -p ', simple)]
    )
    const chain = choice([9, pipeline], [2, chained(pipeline, connective, 2, 'heredoc then a list', 4)])
    const item = choice([30, chain], [3, functions(compoundParts)], [2, meddled])
    return {
      word: kinds.argument,
      substitution: sequence('substitution', '$(', simple.map(enclosed), ')'),
      simple: simpleCommands(kinds, tie('substitution')),
      condition: conditions(word),
      compound: compounds(compoundParts),
      statement: deepChoice([20, simple], [3, tie('condition')], [5, tie('compound')]),
      list: choice([5, chain], [3, chained(item, separator, 2, 'heredoc then a list', 1)]),
      body: ended(list)
    }
  }
)

/** Bash prints what it parsed in a substitution anew before it runs that: whole scripts are tried there too. */
const substituted: Piece = fc
  .tuple(fc.constantFrom(['ls "$(', ')"'], ['x=$(', ')'], ['ls $(', ') y'], ['cat <(', ')']), scripts)
  .map(([[open = '', close = ''], one]) => {
    const inside = enclosed(one)
    const [text = ''] = inside.parts
    const begun = String(text).startsWith('(') ? ' ' : ''
    return {
      parts: [open, begun, ...inside.parts, close],
      uses: ['substitution', 'substitution of a list', ...inside.uses]
    }
  })

/** A script of the accepted subset for the most part, with the constructs in it. */
export const grammarScript: fc.Arbitrary<Generated> = choice([9, scripts], [1, substituted]).map(generated)
