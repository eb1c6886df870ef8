import { describe, expect, it } from 'vitest'
import { factsOf, usesOf } from './reader.ts'

const USES: readonly (readonly [command: string, uses: readonly string[]])[] = [
  ['cat a b', ['read a', 'read b']],
  ['cat - a', ['read a']],
  ['ls', ['list .']],
  ['ls -R src', ['list src (recursive)']],
  ['head -n 5 a', ['read a']],
  ['grep x a b', ['read a', 'read b']],
  ['grep x', []],
  ['grep -r x', ['read . (recursive)']],
  ['grep -e x a', ['read a']],
  ['grep -f patterns a', ['read patterns', 'read a']],
  ['grep --file=patterns a', ['read patterns', 'read a']],
  ['rg x', ['read . (recursive)']],
  ['rg x src', ['read src (recursive)']],
  ['find', ['list . (recursive)']],
  ['find a b -name x', ['list a (recursive)', 'list b (recursive)']],
  ['find a -delete', ['remove a (recursive)']],
  ['find . -newer ref', ['list ref', 'list . (recursive)']],
  ['sort -o out in', ['write out', 'read in']],
  ['sort -oout in', ['write out', 'read in']],
  ['sort --output=out in', ['write out', 'read in']],
  ['uniq in out', ['read in', 'write out']],
  ['sed -n p a', ['read a']],
  ['sed -i s/a/b/ a b', ['write a', 'write b']],
  ["sed 'w out' a", ['write out', 'read a']],
  ["sed 'r in' a", ['read in', 'read a']],
  ['awk -F: 1 a', ['read a']],
  ['jq --arg a b . f', ['read f']],
  ['jq --slurpfile a b . f', ['read b', 'read f']],
  ['rm -rf a b', ['remove a (recursive)', 'remove b (recursive)']],
  ['rm -- -x', ['remove -x']],
  ['mv a b c', ['remove a', 'remove b', 'write c']],
  ['mv -t d a b', ['remove a', 'remove b', 'write d']],
  ['cp a b', ['read a', 'write b']],
  ['cp -r a b', ['read a (recursive)', 'write b (recursive)']],
  ['cp --target-directory=d a', ['read a', 'write d']],
  ['mkdir -p -m 755 a', ['write a']],
  ['touch -r ref a', ['list ref', 'write a']],
  ['tee -a a b', ['write a', 'write b']],
  ['chmod +x a', ['write a']],
  ['git diff HEAD~1 -- src', ['read src']],
  ['git diff .env', ['read .env']],
  ['git show HEAD:.env', ['read .env']],
  ['git log main..HEAD', []],
  ['git show :.env', ['read .env']],
  ['git log -L1,5:.env', ['read .env']],
  ['git diff -- :/.env', ['read .env']],
  ['install -d a', ['write a']],
  ['rg --files src', ['list src (recursive)']],
  ['[ -f a ]', ['list a']],
  ['test a -nt b', ['list b']],
  ['cd src', ['list src']],
  ['cd -', []],
  ['dd if=a of=b bs=1', ['read a', 'write b']],
  ['timeout 5 cat a', []],
  ['cat <(ls) a', ['read a']],
  ['tee >(cat)', []],
  ['echo a', []]
]

describe('the paths a command uses', () => {
  it.each(USES)('%s', async (command, uses) => {
    expect(usesOf(await factsOf(command))).toEqual(uses)
  })

  it('name what a glob or a variable leaves open', async () => {
    expect(usesOf(await factsOf('cat "$F" src/*.ts'))).toEqual(['read "$F"', 'read src/*.ts'])
    expect(usesOf(await factsOf('sort --output="$F" a'))).toEqual(['write "$F"', 'read a'])
  })

  it('give a glob every role that its words could have', async () => {
    expect(usesOf(await factsOf('mv *'))).toEqual(['remove *', 'write *'])
    expect(usesOf(await factsOf('mv *.ts d'))).toEqual(['remove *.ts', 'write d'])
    expect(usesOf(await factsOf('mv a $X'))).toEqual(['remove a', 'write $X', 'remove $X'])
    expect(usesOf(await factsOf('uniq src/*'))).toEqual(['read src/*', 'write src/*'])
  })
})

describe('the names that a recursive use is limited to', () => {
  const FILTERS: readonly (readonly [command: string, filter: unknown])[] = [
    ['grep -r x .', undefined],
    ["grep -r --include='*.ts' x .", { includes: ['*.ts'], excludes: [], skipsHidden: false }],
    ['grep -r --exclude=.env x .', { includes: [], excludes: ['.env'], skipsHidden: false }],
    ['grep -r --exclude=.env --include=.env x .', { includes: ['.env'], excludes: [], skipsHidden: false }],
    ['rg x', { includes: [], excludes: [], skipsHidden: true }],
    ['rg --hidden x', undefined],
    ['rg -uu x', undefined],
    ["rg -g '*.ts' x", { includes: ['*.ts'], excludes: [], skipsHidden: false }],
    ["rg -g '!*.md' x", { includes: [], excludes: ['*.md'], skipsHidden: true }],
    ['rg -g "$G" x', undefined],
    ["find . -name '*.pyc' -delete", { includes: ['*.pyc'], excludes: [], skipsHidden: false }],
    ["find . -delete -name '*.pyc'", undefined],
    ["find . -name '*.pyc' -o -delete", undefined],
    ["find . ! -name '*.pyc' -delete", undefined],
    ["find . -iname '*.pyc'", undefined]
  ]

  it.each(FILTERS)('%s', async (command, filter) => {
    expect((await factsOf(command)).uses[0]?.filter).toEqual(filter)
  })
})
