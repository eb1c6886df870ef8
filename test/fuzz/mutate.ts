/** Scripts of a corpus with a few changes, most of them where shells and parsers part. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { EVERYDAY } from '../everyday/commands.ts'

/** Commands as agents write them; a line of dashes stands between two. */
const OWN = readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
  .split(/^---\n/m)
  .map((script) => script.replace(/\n$/, ''))
  .filter((script) => script !== '')

export const CORPUS: readonly string[] = [...new Set([...OWN, ...EVERYDAY.map(({ command }) => command)])]

/** What is put into a script. */
const INSERTIONS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\\',
    '\\\n',
    ' \\\n ',
    '#',
    ' #',
    '$',
    '`',
    "'",
    '"',
    ';',
    '&',
    '|',
    '<',
    '>',
    '(',
    ')'
  ],
  ...['{', '}', '[', ']', '*', '?', '~', '!', '=', ',', '-', '..', ':', '%', '@', 'é', '😀'],
  ...[
    '&&',
    '||',
    '|&',
    ';;',
    '2>&1',
    '>&',
    '&>',
    '>>',
    '<<<',
    '<<',
    '<<-',
    "<<'E'\n",
    '\nE\n',
    '\nEOF\n',
    '<('
  ],
  ...[
    '$(',
    '${',
    "$'",
    '$"',
    '$((',
    '))',
    '((',
    '[[ ',
    ' ]]',
    '[ ',
    ' ]',
    '$x',
    '"$@"',
    '${x:-',
    '{a,b}',
    '{1..3}'
  ],
  ...[
    '{}',
    "''",
    '""',
    '\\\\',
    "\\'",
    '\\"',
    '\\$',
    "'\\''",
    'x=1 ',
    'time ',
    '! ',
    'if ',
    'then ',
    'fi',
    'do '
  ],
  ...[
    'done',
    'for i in ',
    'case ',
    ' in ',
    'esac',
    'f() ',
    '~/',
    '>f',
    '<f',
    ' - ',
    '-- ',
    ' rm x ',
    '; rm x',
    '\nrm x\n'
  ]
] as const

/** Compounds into which a script is put. */
const WRAPPERS = [
  ['(', ')'],
  ['{ ', '\n}'],
  ['echo "$(', '\n)"'],
  ['x=$(', ')'],
  ['`', '`'],
  ['if ', '\nthen ls; fi'],
  ['if true; then\n', '\nelse ls\nfi'],
  ['for i in a b; do ', '\ndone'],
  ['while read -r l; do ', '\nbreak; done <f'],
  ['case $x in a) ', ' ;; *) ls;; esac'],
  ['f() { ', '\n}\nf'],
  ['time ', ''],
  ['! ', ''],
  ['cat <(', ')'],
  ["cat <<'E'\n", '\nE\nls'],
  ['cat <<E\n', '\nE\nls'],
  ['cd src && ', ''],
  ['x=1 ', ''],
  ['', ' 2>&1 | tail -5'],
  ['', ' &'],
  ['', ' # done'],
  ['echo "', '"'],
  ["echo '", "'"]
] as const

const KINDS = [
  'insert',
  'insert',
  'insert',
  'delete',
  'delete token',
  'duplicate',
  'duplicate token',
  'swap',
  'swap tokens',
  'splice',
  'wrap'
] as const

interface Edit {
  readonly kind: (typeof KINDS)[number]
  readonly at: number
  readonly to: number
  readonly insertion: string
  readonly wrapper: readonly [string, string]
  readonly other: string
}

const TOKENS = /\s+|[A-Za-z0-9_./:=@%+,-]+|&&|\|\||\$\(|\$\{|<<-?|>>|[\s\S]/gu

/** The parts of a script at which changes are made; joined they are the script. */
export const tokensOf = (script: string): string[] => script.match(TOKENS) ?? []

const at = (place: number, length: number): number => (length === 0 ? 0 : place % length)

function apply(script: string, edit: Edit): string {
  const { kind, insertion, wrapper, other } = edit
  switch (kind) {
    case 'splice': {
      const left = tokensOf(script)
      const right = tokensOf(other)
      return [
        ...left.slice(0, at(edit.at, left.length + 1)),
        ...right.slice(at(edit.to, right.length + 1))
      ].join('')
    }
    case 'wrap':
      return wrapper[0] + script + wrapper[1]
    default: {
      const isToken = kind.endsWith('token') || kind.endsWith('tokens') || edit.to % 2 === 0
      const parts = isToken ? tokensOf(script) : [...script]
      const place = at(edit.at, parts.length + (kind === 'insert' ? 1 : 0))
      const one = parts[place] ?? ''
      if (kind === 'insert') parts.splice(place, 0, insertion)
      else if (kind.startsWith('delete')) parts.splice(place, 1)
      else if (kind.startsWith('duplicate')) parts.splice(place, 0, one)
      else {
        const second = at(edit.to, parts.length)
        parts[place] = parts[second] ?? ''
        parts[second] = one
      }
      return parts.join('')
    }
  }
}

const place = fc.nat({ max: 5_000 })

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: place,
  to: place,
  insertion: fc.constantFrom(...INSERTIONS),
  wrapper: fc.constantFrom(...WRAPPERS),
  other: fc.constantFrom(...CORPUS)
})

/** A script of the corpus with up to four changes. */
export const mutatedScript: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...CORPUS), fc.array(edits, { minLength: 1, maxLength: 4 }))
  .map(([script, changes]) => changes.reduce(apply, script))
