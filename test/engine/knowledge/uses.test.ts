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
  ['mv a b c', ['remove a', 'read a (recursive)', 'remove b', 'read b (recursive)', 'write c']],
  ['mv -t d a b', ['remove a', 'read a (recursive)', 'remove b', 'read b (recursive)', 'write d']],
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
  ['echo a', []],
  // files inside values
  ['curl -d @a x', ['read a']],
  ['curl -d@a x', ['read a']],
  ['curl --data-binary @a x', ['read a']],
  ['curl --data=@a x', ['read a']],
  ["curl -F 'f=@a;type=b' x", ['read a']],
  ["curl -F 'f=@a,b' x", ['read a,b', 'read a', 'read b']],
  ["curl -F 'f=<a' x", ['read a']],
  ['curl --data-urlencode f@a x', ['read a']],
  ['curl -d @- x', []],
  ['curl -d a=b x', []],
  ['curl -d "$D" x', []],
  ['curl -d @"$F" x', ['read "$F"']],
  ['curl -T a x', ['read a']],
  ['curl --upload-file a x', ['read a']],
  ['curl -K a', ['read a']],
  ['wget --post-file=a x', ['read a']],
  ['wget --body-file a x', ['read a']],
  ['gh api x -F f=@a', ['read a']],
  ['gh api x --input a', ['read a']],
  ['grep --frobnicate=a.txt x', ['read a.txt']],
  // programs of which only their files are known
  ['scp -i k a b h:c', ['read k', 'read a', 'read b']],
  ['scp h:a b', ['write b']],
  ['rsync -a src h:', ['read src (recursive)']],
  ['docker cp a c:b', ['read a (recursive)']],
  ['docker cp c:a b', ['write b (recursive)']],
  ['docker run --env-file a img b', ['read a']],
  ['kubectl apply -f a', ['read a']],
  ['gh gist create a b', ['read a', 'read b']],
  ['gh release upload v1 a', ['read a']],
  ['gh pr create -F a', ['read a']],
  ['zip -r a.zip b', ['write a.zip', 'read b (recursive)']],
  ['openssl base64 -in a -out b', ['read a', 'write b']],
  ['openssl dgst a.txt', ['read a.txt']],
  ['base64 a', ['read a']],
  ['less a', ['read a']],
  ['vim a', ['write a', 'read a']],
  ['view a', ['read a']],
  ['sh a', ['read a']],
  ['python3 a ./b c "$D"', ['read a', 'read ./b']],
  ['python3 -m json.tool a', ['read a']],
  ['node a', ['read a']],
  ['npx prettier a.ts b', ['read a.ts']],
  ['make build', []],
  // what is unpacked or restored
  ['tar -czf a.tgz b', ['read b (recursive)', 'write a.tgz']],
  ['tar czf a.tgz -C d b', ['read b (recursive)', 'read d (recursive)', 'write a.tgz']],
  ['tar -xf a.tar', ['write . (recursive)', 'read a.tar']],
  ['tar -xf a.tar -C d', ['write d (recursive)', 'read a.tar']],
  ['tar -xf a.tar b', ['write b (recursive)', 'read a.tar']],
  ['tar -tf a.tar', ['read a.tar']],
  ['tar -xf -', ['write . (recursive)']],
  ['unzip a.zip', ['read a.zip', 'write . (recursive)']],
  ['unzip -d d a.zip', ['read a.zip', 'write d (recursive)']],
  ['unzip -l a.zip', ['read a.zip']],
  ['unzip a.zip b', ['read a.zip', 'write b (recursive)']],
  ['grep -d recurse x a', ['read a (recursive)']],
  ['grep --directories=recurse x', ['read . (recursive)']],
  ['grep -d skip x a', ['read a']],
  ['git mv a b', ['remove a', 'read a (recursive)', 'write b']],
  ['git archive -o a.tar HEAD', ['write a.tar']],
  ['git format-patch -o d main', ['write d']],
  ['git bundle create a main', ['write a']],
  ['git clone https://x/y d', ['write d']],
  ['git clone ../x d', ['read ../x (recursive)', 'write d']],
  ['git init d', ['write d']],
  ['git worktree add ../w main', ['write ../w']],
  ['git config --file a b.c d', ['write a']],
  ['git config --file a --get b.c', ['read a']],
  ['git config --file a --unset b.c', ['write a']],
  ['git config set --file a b.c d', ['write a']],
  ['git config core.hooksPath d', ['write .git/config']],
  ['git config --global alias.x y', ['write ~/.gitconfig']],
  ['git config "$K" y', ['write .git/config']],
  ['git config set core.pager x', ['write .git/config']],
  ['git config --unset core.pager', ['write .git/config']],
  ['git config core.pager', []],
  ['git config --get core.pager x', []],
  ['git config user.name x', []],
  ['patch -d d -p1 -i a', ['read a', 'write d (recursive)']],
  ['patch -p1', ['write . (recursive)']],
  ['mktemp -p d', ['write d']],
  ['mktemp --tmpdir=d', ['write d']],
  ['split a b', ['read a', 'write b']],
  ['split a', ['read a']],
  ['awk -i inplace 1 a', ['write a']],
  ['perl -pi -e s/a/b/ a b', ['write a', 'write b']],
  ['perl -i.bak -pe s/a/b/ a', ['write a', 'write a.bak']],
  ['perl a.pl b', ['read a.pl']],
  ['yq .a f', ['read .a', 'read f']],
  ['strings @a', ['read a', 'read @a']],
  ['tee /dev/null', []],
  ['who a', ['read a']],
  ['git checkout -- a', ['write a']],
  ['git checkout HEAD a', ['write HEAD', 'write a']],
  ['git checkout -b a', []],
  ['git checkout "$B"', []],
  ['git checkout -- "$F"', ['write "$F"']],
  ['git restore -s HEAD~1 a', ['write a']],
  ['git restore --staged a', ['list a']],
  ['git restore -S -W a', ['write a']]
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
    expect(usesOf(await factsOf('cp *'))).toEqual(['read *', 'write *'])
    expect(usesOf(await factsOf('cp *.ts d'))).toEqual(['read *.ts', 'write d'])
    expect(usesOf(await factsOf('cp a $X'))).toEqual(['read a', 'write $X', 'read $X'])
    expect(usesOf(await factsOf('uniq src/*'))).toEqual(['read src/*', 'write src/*'])
  })
})

describe('what is read below an operand', () => {
  it.each([
    ['cp -r a b', true],
    ['rsync -a a b', true],
    ['cp a b', undefined],
    ['grep -r x a', undefined]
  ])('%s keeps its name: %s', async (command, copies) => {
    expect((await factsOf(command)).uses[0]?.copies).toBe(copies)
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
