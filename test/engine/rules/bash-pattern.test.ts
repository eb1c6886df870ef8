import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BashMatch, compileBashPattern, matchBash } from '../../../src/engine/rules/bash-pattern.ts'
import { bashSubject, literalSubject, type MatchWord } from '../../../src/engine/rules/bash-subject.ts'
import type { Behavior } from '../../../src/engine/verdict.ts'

const ONE = '<one>'
const MANY = '<many>'

/** Words separated by `|`, with `<one>` and `<many>` for holes. */
const words = (text: string): readonly MatchWord[] =>
  text.split('|').map((word) =>
    word
      .split(/(<one>|<many>)/)
      .filter((part) => part !== '')
      .map((part) => (part === ONE ? { hole: 'one' } : part === MANY ? { hole: 'many' } : { text: part }))
  )

function match(
  content: string,
  behavior: Behavior,
  subject: string | readonly string[]
): BashMatch | 'inert' {
  const pattern = compileBashPattern(content, behavior)
  if ('problem' in pattern) return 'inert'
  return matchBash(
    pattern,
    typeof subject === 'string' ? bashSubject(words(subject)) : literalSubject(subject)
  )
}

interface Row {
  readonly content: string
  readonly command: string
  readonly allow: BashMatch | 'inert'
  readonly deny: BashMatch | 'inert'
}

/** `content ~ command ~ allow ~ deny`; one verdict: the same in both. */
const table = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [content = '', command = '', allow = '', deny = allow] = line
        .split(' ~ ')
        .map((cell) => cell.trim())
      return { content, command, allow: allow as Row['allow'], deny: deny as Row['deny'] }
    })

describe('the worked examples of the permission semantics', () => {
  const rows = table(`
    npm run build ~ npm|run|build ~ match
    npm run build ~ npm|run|build|--watch ~ no
    npm run * ~ npm|run|build ~ match
    npm run * ~ npm|run ~ match
    npm run * ~ npm|runx ~ no
    npm run* ~ npm|runx ~ match
    npm run:* ~ npm|run|lint|--|--fix ~ match
    git:* push ~ git|push ~ no
    git * main ~ git|push|origin|main ~ match
    git * main ~ git|main ~ no
    * --version ~ node|--version ~ match
    * --help * ~ npm|install|--help ~ no ~ match
    make * ~ makepkg|-si ~ no
    watch * ~ watch|ls ~ match
    watch npm test ~ watch|npm|test ~ match
    curl https://docs.example.com/* ~ curl|-s|https://docs.example.com/a ~ no
  `)
  test.each(rows)('$content with $command', ({ content, command, allow, deny }) => {
    expect([match(content, 'allow', command), match(content, 'deny', command)]).toEqual([allow, deny])
    expect(match(content, 'ask', command)).toBe(deny)
  })
})

describe('words, wildcards and boundaries', () => {
  const rows = table(`
    ls* ~ lsof ~ match
    ls * ~ ls ~ match
    ls:* ~ lsof ~ no
    ls ** ~ ls|-la ~ match
    ls :* ~ ls|-la ~ match
    * install ~ cargo|install ~ match
    * install ~ install ~ no
    ssh * uptime * ~ ssh|web1|uptime ~ no ~ match
    ssh * uptime * ~ ssh|web1|uptime|now ~ match
    npm run test:* ~ npm|run|test:unit ~ no
    python scripts/*.py ~ python|scripts/db/migrate.py ~ match
    NPM test ~ npm|test ~ no
    npm   test ~ npm|test ~ match
    git commit -m "a b" ~ git|commit|-m|a b ~ match
    git commit -m "a b" ~ git|commit|-m|a|b ~ no ~ match
    git commit -m a b ~ git|commit|-m|a b ~ no ~ match
    npm run * ~ npm run|x ~ no ~ match
    'git' pu"sh" * ~ git|push|origin ~ match
    echo "*" ~ echo|anything at all ~ match
    echo \\* ~ echo|* ~ match
    echo \\* ~ echo|x ~ no ~ match
    echo '\\*' ~ echo|\\* ~ match
    find . -exec rm {} \\; ~ find|.|-exec|rm|{}|; ~ match
    git commit -m don't ~ git|commit|-m|don't ~ match
    gcloud logging read:* ~ gcloud|logging|read|x|--format=value(a,b) ~ match
    echo a#b # c ~ echo|a#b|#|c ~ match
    foo "" ~ foo| ~ match
    foo "" ~ foo ~ no ~ match
    a * c ~ a||c ~ match
    a c ~ a||c ~ no ~ match
    a c ~ a  c ~ no ~ match
    * ~ anything|goes ~ match
    AWS_PROFILE=* aws s3 ls ~ AWS_PROFILE=prod|aws|s3|ls ~ match
    npm test && npm run build ~ npm|test ~ inert
    curl * | sh ~ curl|x ~ inert
    npm test > out ~ npm|test ~ no ~ inert
    npm test * 2>&1 ~ npm|test ~ inert
    echo "a && b; c" ~ echo|a && b; c ~ match
  `)
  test.each(rows)('$content with $command', ({ content, command, allow, deny }) => {
    const argv = command === '' ? [] : command.split('|')
    expect([match(content, 'allow', argv), match(content, 'deny', argv)]).toEqual([allow, deny])
  })

  test('a newline inside an argument does not defeat a wildcard', () => {
    expect(match('git commit *', 'allow', ['git', 'commit', '-m', 'one\ntwo'])).toBe('match')
  })

  test('a tab or a newline inside a word is a boundary for deny rules only', () => {
    for (const blank of [' ', '\t', '\n', '\u00a0']) {
      expect(match('rm -rf *', 'deny', [`rm${blank}-rf`, 'x'])).toBe('match')
      expect(match('rm -rf *', 'allow', [`rm${blank}-rf`, 'x'])).toBe('no')
      expect(match('rm *', 'deny', [`${blank}rm`, 'x'])).toBe('match')
      expect(match('rm *', 'allow', [`${blank}rm`, 'x'])).toBe('no')
    }
  })

  test('characters that the matcher uses for itself approve nothing and restrict as wildcards', () => {
    expect(match('a\uffffb', 'allow', ['a\uffffb'])).toBe('inert')
    expect(match('a\uffffb', 'deny', ['a\uffffb'])).toBe('match')
    expect(match('rm x', 'allow', 'rm|<one>')).toBe('no')
  })

  test('PowerShell patterns are compiled without case', () => {
    const pattern = compileBashPattern('Remove-Item *', 'deny', true)
    expect('problem' in pattern || matchBash(pattern, literalSubject(['remove-item', 'x']))).toBe('match')
  })
})

describe('words that are not known until the command runs', () => {
  const rows = table(`
    npm run * ~ npm|run|<many> ~ match
    npm run * ~ npm|run|<one>|x ~ match
    npm run build ~ npm|run|<one> ~ no ~ guess
    npm run build ~ npm|run|build|<many> ~ no ~ guess
    npm run build ~ npm|run|build|<one> ~ no ~ guess
    git push:* ~ git|<many>|origin ~ no ~ guess
    git push:* ~ git|<one>|origin ~ no ~ guess
    git push:* ~ git|log|<many> ~ no
    git push --force:* ~ git|push|origin|<one> ~ no
    git push --force:* ~ git|push|<many>|origin ~ no ~ guess
    git push * --force ~ git|push|origin|<one> ~ no ~ guess
    git push * ~ git|pu<one>|x ~ no ~ guess
    git push * ~ git|pull<one>|x ~ no
    a * c ~ a|<many>|c ~ no ~ guess
    a * c ~ a|<one>|c ~ match
    a *c ~ a|<many>|c ~ match
    ssh * uptime * ~ ssh|x|uptime|<many> ~ no ~ match
    rm * ~ <one>|x ~ no
    rm * ~ <many>|rm|x ~ no
    rm * ~ /bin/<one>|x ~ no
    * --force ~ <many>|--force ~ no ~ guess
    * --force ~ <one>|<one> ~ no ~ guess
    * x ~ <one>|x ~ match
    A=1 rm * ~ A=<one>|rm|x ~ no ~ guess
    A=* rm * ~ A=1|<one>|x ~ no
    echo a b ~ echo|<one> ~ no ~ guess
    echo a b ~ echo|a|<many>|b ~ no ~ guess
    echo a b ~ echo|<many>|c|<many> ~ no
  `)
  test.each(rows)('$content with $command', ({ content, command, allow, deny }) => {
    expect([match(content, 'allow', command), match(content, 'deny', command)]).toEqual([allow, deny])
  })

  test('work beyond the budget is a guess', () => {
    const content = `echo * ${'x'.repeat(2_000)} y`
    expect(match(content, 'deny', `echo|${'z'.repeat(2_000)}|<one>|q`)).toBe('guess')
    expect(match(content, 'deny', `echo|${'z'.repeat(10)}|<one>|q`)).toBe('no')
  })
})

const LETTERS = ['a', 'b', '-', '.']
const plainWord = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 4 })
const argv = fc.array(plainWord, { minLength: 1, maxLength: 5 })
const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '*', '"', ';', '$'), maxLength: 4 })
const starred = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4
  })
  .map((parts) => parts.join(' '))

const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`

/** The matcher written straight from the words: a star takes nothing, or one character and goes on. */
function slowMatch(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  const rest = pattern.slice(1)
  if (!pattern.startsWith('*'))
    return text.charAt(0) === pattern.charAt(0) && text !== '' && slowMatch(rest, text.slice(1))
  return slowMatch(rest, text) || (text !== '' && slowMatch(pattern, text.slice(1)))
}

function slowAllow(content: string, command: readonly string[]): boolean {
  const text = command.join(' ')
  const stars = content.match(/\*+/g)?.length ?? 0
  const isOptional = stars === 1 && / \*+$/.test(content)
  return slowMatch(content, text) || (isOptional && slowMatch(content.replace(/ \*+$/, ''), text))
}

describe('properties', () => {
  test('a pattern without wildcards matches its own words and no others', () => {
    fc.assert(
      fc.property(argv, argv, (own, other) => {
        const content = own.map(quoted).join('  ')
        expect(match(content, 'allow', own)).toBe('match')
        expect(match(content, 'deny', own)).toBe('match')
        const same = own.length === other.length && own.every((word, index) => word === other[index])
        expect(match(content, 'allow', other)).toBe(same ? 'match' : 'no')
      })
    )
  })

  test('the leftmost search agrees with a search that tries everything', () => {
    fc.assert(
      fc.property(starred, argv, (content, command) => {
        expect(match(content, 'allow', command)).toBe(slowAllow(content, command) ? 'match' : 'no')
      }),
      { numRuns: 500 }
    )
  })

  test('one more star never loses a deny or ask match', () => {
    fc.assert(
      fc.property(
        starred,
        argv,
        fc.nat(),
        fc.constantFrom<Behavior>('ask', 'deny'),
        (content, command, at, behavior) => {
          const position = at % (content.length + 1)
          const widened = `${content.slice(0, position)}*${content.slice(position)}`
          fc.pre(match(content, behavior, command) === 'match')
          expect(match(widened, behavior, command)).toBe('match')
        }
      ),
      { numRuns: 500 }
    )
  })

  test('deny matches whatever allow matches', () => {
    const content = fc.array(fc.oneof(anyWord.map(quoted), starred, anyWord), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(content, fc.array(anyWord, { minLength: 1, maxLength: 4 }), (parts, command) => {
        const text = parts.join(' ')
        if (match(text, 'allow', command) === 'match') expect(match(text, 'deny', command)).toBe('match')
      }),
      { numRuns: 1000 }
    )
  })

  const HOLES = [ONE, MANY]
  const holeyWord = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('a', 'b') },
        { weight: 1, arbitrary: fc.constantFrom(...HOLES) }
      ),
      {
        minLength: 1,
        maxLength: 2
      }
    )
    .map((parts) => parts.join(''))
  const holey = fc.array(holeyWord, { minLength: 1, maxLength: 3 }).map((rest) => ['a', ...rest].join('|'))
  const fillings = fc.array(fc.constantFrom('', 'a', 'b', 'a b', 'ab'), { minLength: 6, maxLength: 6 })

  /** What the shell makes of the command once the holes are filled. */
  function fill(command: string, values: readonly string[]): readonly string[] {
    let next = 0
    return command.split('|').flatMap((word) => {
      const isVanishing = word.replaceAll(MANY, '') === ''
      let filled = ''
      for (const part of word.split(/(<one>|<many>)/)) {
        const value = values[next % values.length] ?? ''
        if (part === ONE || part === MANY) next++
        filled += part === ONE ? value : part === MANY ? value.replaceAll(' ', '|') : part
      }
      return isVanishing && filled === '' ? [] : filled.split('|')
    })
  }

  test('an allow match holds whatever the unknown words are, and is never a guess', () => {
    fc.assert(
      fc.property(starred, holey, fillings, (content, command, values) => {
        const verdict = match(content, 'allow', command)
        expect(verdict).not.toBe('guess')
        if (verdict === 'match') expect(match(content, 'allow', fill(command, values))).toBe('match')
      }),
      { numRuns: 1000 }
    )
  })

  test('a deny match holds whatever the unknown words are, and no possible match is missed', () => {
    fc.assert(
      fc.property(starred, holey, fillings, (content, command, values) => {
        const verdict = match(content, 'deny', command)
        const filled = match(content, 'deny', fill(command, values))
        if (verdict === 'match') expect(filled).toBe('match')
        if (filled === 'match') expect(verdict).not.toBe('no')
      }),
      { numRuns: 1000 }
    )
  })
})
