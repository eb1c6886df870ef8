import { describe, expect, it } from 'vitest'
import { factsOf, onlyReads } from './reader.ts'

interface Expected {
  readonly words: string
  readonly allow: boolean
  readonly harmless: boolean
  readonly adds?: boolean
}

const INNER: readonly (readonly [command: string, inner: readonly Expected[]])[] = [
  ['timeout -k 1 5 rm x', [{ words: 'rm x', allow: true, harmless: true }]],
  [
    'timeout --frob 5 rm x',
    [
      { words: '5 rm x', allow: false, harmless: false },
      { words: 'rm x', allow: false, harmless: false },
      { words: 'x', allow: false, harmless: false }
    ]
  ],
  ['timeout $T rm x', [{ words: 'rm x', allow: false, harmless: false }]],
  ['nohup npm start', [{ words: 'npm start', allow: true, harmless: false }]],
  ['command ls', [{ words: 'ls', allow: true, harmless: true }]],
  ['command -v ls', []],
  ['env ls', [{ words: 'ls', allow: true, harmless: true }]],
  ['env NODE_ENV=test ls', [{ words: 'ls', allow: true, harmless: true }]],
  ['env FOO=1 ls', [{ words: 'ls', allow: false, harmless: false }]],
  ['env -i ls', [{ words: 'ls', allow: false, harmless: false }]],
  ['env - ls', [{ words: 'ls', allow: false, harmless: false }]],
  ['env -u HOME ls', [{ words: 'ls', allow: false, harmless: false }]],
  ['sudo -u root A=1 ls', [{ words: 'ls', allow: false, harmless: false }]],
  ['xargs wc -l', [{ words: 'wc -l', allow: true, harmless: true, adds: true }]],
  ['xargs -n1 wc -l', [{ words: 'wc -l', allow: false, harmless: true, adds: true }]],
  ['xargs sort', [{ words: 'sort', allow: true, harmless: false, adds: true }]],
  ['xargs -I{} cat {}', [{ words: 'cat', allow: false, harmless: true, adds: true }]],
  ['find . -exec grep -l x {} +', [{ words: 'grep -l x', allow: false, harmless: true, adds: true }]],
  ['find . -exec ls {} \\; -delete', [{ words: 'ls', allow: false, harmless: false, adds: true }]],
  ['fd -x rm', [{ words: 'rm', allow: false, harmless: false, adds: true }]],
  ['jobs -x rm x', [{ words: 'rm x', allow: false, harmless: false }]],
  ['busybox rm x', [{ words: 'rm x', allow: false, harmless: false }]],
  ['chroot /srv rm x', [{ words: 'rm x', allow: false, harmless: false }]],
  ['exec -a ls rm x', [{ words: 'rm x', allow: false, harmless: true }]]
]

describe('the commands a command runs', () => {
  it.each(INNER)('%s', async (command, inner) => {
    const facts = await factsOf(command)
    expect(
      facts.inner.map((one) => ({
        words: one.words.map((word) => word.text).join(' '),
        allow: one.transparentToAllow,
        harmless: one.harmless,
        ...(one.addsOperands ? { adds: true } : {})
      }))
    ).toEqual(inner)
    expect(facts.readOnly).toBe(inner.length === 0)
  })

  it('are given the start paths of find in the access they make of them', async () => {
    const facts = await factsOf("find build -name '*.o' -exec rm -f {} +")
    expect(facts.inner[0]?.operandsFrom).toMatchObject([
      { operand: { text: 'build' }, access: 'remove', recursive: true, filter: { includes: ['*.o'] } }
    ])
  })

  it('are given them through wrappers and inside words too', async () => {
    for (const text of [
      'find . -exec timeout 5 cat {} \\;',
      'find . -exec env cat {} +',
      'find . -exec cat {} x \\;'
    ]) {
      expect((await factsOf(text)).inner[0]?.operandsFrom, text).toMatchObject([
        { access: 'read', recursive: true }
      ])
    }
    expect(
      (await factsOf('find / -exec mv {} x \\;')).inner[0]?.operandsFrom.map((use) => use.access)
    ).toContain('remove')
    expect((await factsOf('find / -exec sudo rm -rf {}.bak \\;')).inner[0]?.operandsFrom).toMatchObject([
      { operand: { text: '/' }, access: 'remove' }
    ])
    expect(onlyReads(await factsOf('xargs timeout 5 cat'))).toBe(true)
    expect(onlyReads(await factsOf('xargs timeout 5 sort'))).toBe(false)
  })

  it('leave nothing known where what is added is what they run', async () => {
    for (const text of ['find . -exec env {} +', 'xargs env', 'xargs -I{} timeout 5 {} x', 'xargs sh -c'])
      expect((await factsOf(text)).meaning, text).toBeDefined()
    expect((await factsOf('xargs cat')).meaning).toBeUndefined()
  })

  it.each([
    ['env -C /d cat a', ['read /d/a']],
    ['env --chdir=d cat a /b ~/c', ['read d/a']],
    ['sudo -D d rm -rf a', ['remove d/a']],
    ['env -C d ls', ['list d/.']],
    ['env -C d timeout 5 tee a', ['write d/a']],
    ['env -C "$D" cat a', ['read "$D"/a']],
    ['env cat a', []]
  ])('%s uses files where it is sent', async (text, uses) => {
    const facts = await factsOf(text)
    expect(facts.inner[0]?.operandsFrom.map((use) => `${use.access} ${use.operand.text}`)).toEqual(uses)
  })

  it('are given unseen operands by xargs in the access they make of them', async () => {
    expect((await factsOf('xargs cat')).inner[0]?.operandsFrom).toMatchObject([{ access: 'read' }])
    expect((await factsOf('xargs echo')).inner[0]?.operandsFrom).toEqual([])
  })

  it('decide whether a transparent wrapper is read-only', async () => {
    expect(onlyReads(await factsOf('timeout 5 nice -n 3 ls'))).toBe(true)
    expect(onlyReads(await factsOf('timeout 5 nice -n 3 rm x'))).toBe(false)
  })
})

describe('programs that start another one', () => {
  it.each([
    'runuser -u dev -- rm x',
    'runuser -u dev rm x',
    'setpriv --reuid=1000 --clear-groups rm x',
    'systemd-run --user --scope -p A=b rm x',
    'prlimit --nofile=9 rm x',
    'runcon -t y rm x',
    'runcon a:b:c rm x',
    'setarch x86_64 -R rm x',
    'setarch -R rm x',
    'linux32 rm x',
    'firejail --private --profile=p rm x',
    'bwrap --ro-bind / / --dev /dev rm x',
    'xvfb-run -a rm x',
    'dbus-run-session -- rm x',
    'chrt -r 10 rm x',
    'taskset -c 0,1 rm x',
    'numactl -m 0 rm x',
    'unbuffer -p rm x',
    'fakeroot -- rm x',
    'proot -b a:b rm x',
    'cgexec -g cpu:y rm x',
    'choom -n 5 -- rm x',
    'eatmydata rm x',
    'gosu dev rm x',
    'su-exec dev rm x',
    'tini -s -- rm x',
    'dumb-init rm x',
    'catchsegv rm x',
    'valgrind --leak-check=full rm x',
    'gdb -q --args rm x',
    'perf stat -e cycles rm x',
    'perf record -g -- rm x',
    'git bisect run rm x',
    'poetry run rm x',
    'bundle exec rm x',
    'direnv exec . rm x',
    'cross-env A=1 rm x'
  ])('%s: deny rules see rm, allow rules do not', async (command) => {
    const facts = await factsOf(command)
    const inner = facts.inner.find((one) => one.words.map((word) => word.text).join(' ') === 'rm x')
    expect(inner).toMatchObject({ transparentToAllow: false, harmless: false })
    expect(onlyReads(facts)).toBe(false)
  })

  it('make nothing of the words of others', async () => {
    expect((await factsOf('mytool rm x')).inner).toEqual([])
  })

  it('leave other languages of shells opaque', async () => {
    expect((await factsOf('sh -c ls')).harmless).toBe(true)
    for (const shell of ['fish', 'zsh', 'csh', 'ksh'])
      expect((await factsOf(`${shell} -c ls`)).harmless, shell).toBe(false)
  })
})

describe('a list of names of files', () => {
  const PLAIN = [
    'ls',
    'ls -1tr src',
    'grep -rl x .',
    'grep -rLi --include=a x .',
    'rg -l x',
    'rg --files -g a',
    'fd -e ts',
    'find . -name a -print0',
    'git ls-files -o --exclude-standard'
  ]
  const OTHER = [
    'ls -l',
    'ls -s',
    'ls -i',
    'ls -R',
    'ls -C',
    'ls -m',
    'ls --format=long',
    'ls --full-time',
    'ls --time-style=+/etc/passwd -l',
    'ls --color=always',
    'grep x a',
    'grep -l --label=/etc/passwd x -',
    'grep -lc x a',
    'rg -l --heading -c x',
    'rg --path-separator x -l y',
    'fd --path-separator x',
    'fd -l',
    'find . -printf /etc/passwd',
    'find . -ls',
    'git ls-files -s',
    'git ls-files -t',
    'git ls-files --eol',
    'git ls-files --format=/etc/passwd'
  ]

  it.each(PLAIN)('is what %s prints', async (command) => {
    expect((await factsOf(command)).listsFiles).toBe(true)
  })

  it.each(OTHER)('is not what %s prints', async (command) => {
    expect((await factsOf(command)).listsFiles).toBe(false)
  })
})

describe('the scripts a command runs', () => {
  const SCRIPTS: readonly (readonly [command: string, scripts: readonly (string | undefined)[]])[] = [
    ["sh -c 'rm x'", ['rm x']],
    ["bash -lc 'rm x' name", ['rm x']],
    ["bash -o pipefail -ec 'rm x'", ['rm x']],
    ['bash -c "$X"', [undefined]],
    ['bash a.sh', []],
    ['eval echo ok \\; rm x', ['echo ok ; rm x']],
    ["trap 'rm x' EXIT", ['rm x']],
    ["alias ls='rm x'", ['rm x']],
    ["env -S 'rm x'", ['rm x']],
    ["flock f -c 'rm x'", ['rm x']],
    ["script -qc 'rm x' /dev/null", ['rm x']],
    ['watch rm x', ['rm x']],
    ["su -c 'rm x' dev", ['rm x']],
    ["runuser -c 'rm x' dev", ['rm x']],
    ["runuser dev -c 'rm x'", ['rm x']],
    ["capsh --drop=all -- -c 'rm x'", ['rm x']],
    ["csh -c 'rm x'", ['rm x']],
    ["mksh -c 'rm x'", ['rm x']],
    ["rbash -c 'rm x'", ['rm x']],
    ["hyperfine -w 3 'ls' 'rm x'", ['ls', 'rm x']],
    ["hyperfine -p 'rm x' ls", ['rm x', 'ls']],
    ["concurrently 'rm x' ls", ['rm x', 'ls']],
    ["entr -s 'rm x'", ['rm x']],
    ["nodemon --exec 'rm x'", ['rm x']],
    ["npx -c 'rm x'", ['rm x']],
    ['npx eslint -c rm', []],
    ["npm exec -c 'rm x'", ['rm x']],
    ["npm x --call='rm x'", ['rm x']],
    ["sg docker -c 'rm x'", ['rm x']],
    ["nix-shell --run 'rm x'", ['rm x']],
    ["git submodule foreach 'rm x'", ['rm x']],
    ['git submodule foreach --recursive rm x', ['rm x']],
    ["git rebase -i --exec 'rm x' main", ['rm x']],
    ["git rebase -x 'rm x' main", ['rm x']],
    ["git filter-branch --tree-filter 'rm x' HEAD", ['rm x']],
    ["git filter-branch --index-filter='rm x'", ['rm x']],
    ["git difftool -x 'rm x'", ['rm x']],
    ["git -c alias.st='!rm x' st", ['rm x']],
    ["git -c core.pager='rm x' log", ['rm x']],
    ["git -c core.sshCommand='rm x' fetch", ['rm x']],
    ["git -c credential.helper='!rm x' fetch", ['rm x']],
    ['git -c user.name=rm log', []]
  ]

  it.each(SCRIPTS)('%s', async (command, scripts) => {
    const facts = await factsOf(command)
    expect(facts.scripts.map((script) => script.value)).toEqual(scripts)
    expect(facts.readOnly).toBe(false)
  })
})
