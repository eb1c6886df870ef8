/** Commands that a program runs although it is none that runs others: by an option, a setting or a script. */
import { describe, expect, test } from 'vitest'
import { decide, settled, sharedEngine } from '../engine-fixture.ts'

const engine = await sharedEngine()

const judged = async (command: string, permissions: object) => {
  const settings = { user: { permissions } }
  const { decision, decidedBy } = await decide(engine, {
    tool: 'Bash',
    input: { command },
    cwd: '/srv',
    settings
  })
  return `${decision} ${decidedBy.step}`
}

const prefixOf = (command: string): string => `Bash(${command.split(' ')[0]}:*)`

/** In each of these `id` runs as a command that the words show. */
const SHOWN = [
  "sed '1e id' f",
  "sed -n '2p;3e id' f",
  "sed '/[/]/eid' f",
  'git -c core.pager=id log',
  "git -c alias.log='!id' log",
  "git -c core.sshCommand='id' fetch",
  'git -c core.fsmonitor=id status',
  'git clone -c core.fsmonitor=id https://example.com/x',
  'git grep -Oid x',
  'git fetch --upload-pack=id x',
  'git push --receive-pack=id x',
  'git archive --remote=x --exec=id HEAD',
  'git bisect run id',
  'tar -xf a.tar --to-command=id',
  'tar -cf a.tar x --checkpoint=1 --checkpoint-action=exec=id',
  'tar -I id -xf a.tar',
  "rsync -e 'sh -c id' a b",
  'rsync --rsh=id a h:b',
  'ssh -o ProxyCommand=id h',
  "ssh -o 'LocalCommand id' h",
  'scp -oProxyCommand=id a h:b',
  'sftp -S id h',
  "vim -c '!id' f",
  "vim -es '+:silent !id' f",
  "view -c ':!id' f",
  "ed '!id'",
  "gdb -ex '!id' x",
  "gdb -ex 'she id' x",
  "lldb --source-quietly -o 'platform shell id'",
  "psql -c '\\! id'",
  "psql --command='\\! id' db",
  "mysql -e 'system id'",
  "sqlite3 db '.shell id'",
  "sqlite3 -cmd '.sys id' db",
  'man -P id ls',
  "less '+!id' f",
  "zip -T -TT 'id' a.zip b",
  'split --filter=id f',
  'sort --compress-program=id f',
  'wget --use-askpass=id http://x',
  'wget -e use_askpass=id http://x',
  'install -s --strip-program=id a b',
  'rg --pre id x',
  'nc -e id h 1',
  'socat TCP:h:1 EXEC:id',
  "lftp -c '!id'",
  'apt-get -o APT::Update::Pre-Invoke::=id update'
]

/** In each of these runs what nobody sees, or what only the program can tell. */
const HIDDEN = [
  "sed 's/x/id/e' f",
  'sed 1e f',
  "sed --expr='1e id' f",
  'git --exec-path=. log',
  'git -c core.hooksPath=hooks commit -m x',
  'git -c include.path=x log',
  'git --config-env=core.pager=X log',
  'git -c "$X" log',
  'git -c core.pager="$X" log',
  'tar --to-comm=id -xf a.tar',
  'tar xIf id a.tar',
  'tar -I "$X" -xf a.tar',
  'tar -xf a.tar --checkpoint-action=exec="$X"',
  'vim -S script.vim',
  'vim -c \'call system("id")\' f',
  'emacs --batch --eval \'(shell-command "id")\'',
  'emacs --batch -l x.el',
  'gdb -x commands x',
  "gdb -ex 'python print(1)'",
  "psql -c '\\o |id' db",
  'psql -c "copy t from program \'id\'" db',
  "mysql -e 'source x'",
  "sqlite3 db '.read x'",
  'sqlite3 db "select load_extension(\'x\')"',
  'awk \'BEGIN{system("id")}\'',
  'awk \'{print | "sh"}\' f',
  'awk \'BEGIN{"id" | getline x}\'',
  'awk \'BEGIN{c = "id"; print | c}\'',
  'awk -l ext 1 f',
  'curl -K options',
  'nmap --script=./x.nse h',
  'openssl engine ./x.so',
  'ssh -I ./x.so h',
  'less --lesskey-src=x f'
]

/** What the same programs are there for, and values that start nothing new. */
const ORDINARY = [
  "sed -i 's/a/b/' f",
  "sed -i 's/[^/]*$/release/' f",
  'sed "s/$A/$B/" f > g',
  'git -c color.ui=always diff',
  'git -c core.pager=cat log',
  'git -c user.name="$NAME" commit -m x',
  'git -c core.hooksPath=/dev/null commit -m x',
  'git -c core.editor=true rebase --continue',
  'git -c credential.helper= fetch',
  'git clone -c core.autocrlf=false https://example.com/x',
  'git push -u origin "$BRANCH"',
  'git fetch --all --prune',
  'git bisect start',
  'tar xzf a.tgz',
  "tar -I 'zstd -T0 -19' -cf a.tar.zst b",
  'tar --checkpoint=100 --checkpoint-action=dot -xf a.tar',
  "rsync -avz -e 'ssh -p 2222 -i key -o StrictHostKeyChecking=no' a h:b",
  "rsync -a --rsync-path='sudo rsync' a h:b",
  'ssh -o ConnectTimeout=5 -p 22 h uptime',
  'ssh -o ProxyCommand=none h',
  'scp -P 22 a h:b',
  'vim +10 f',
  'emacs -nw f',
  'gdb -batch -ex bt -ex show ./x core',
  'psql -c "select \'100%!\' from copy_of_program" db',
  "mysql -e 'show tables' db",
  "sqlite3 db '.schema t'",
  'man -P cat ls',
  'less +F f',
  'zip -rT a.zip b',
  'split -l 5 f',
  'sort --compress-program=gzip f',
  'wget -e robots=off http://x',
  'nc -zv h 80',
  'openssl req -new -key a -out b',
  'apt-get -o Debug::x=1 install y',
  'awk \'{print $1 | "sort -u"}\' f',
  'awk \'/a|b/ {print > "out"}\' f'
]

describe.each([...SHOWN, ...HIDDEN])('%s', (command) => {
  test('runs code, and says so', async () => {
    const facts = settled(await engine.classify({ tool: 'Bash', input: { command }, cwd: '/srv' }))
    expect(facts).toMatchObject({ executesCode: true, readOnly: false })
    expect(facts.reasons.map(({ code }) => code)).toContain('runs-code')
  })

  test('is not covered by a rule with a wildcard, but by one that names it', async () => {
    expect(await judged(command, { allow: [prefixOf(command)] })).toBe('ask 3')
    expect(await judged(command, { allow: [`Bash(${command})`] })).toBe('allow 2b')
  })
})

test.each([...SHOWN, "sed -e 's/.*/id/e' f"])('a deny rule sees what %s runs', async (command) => {
  expect(await judged(command, { allow: ['Bash'], deny: ['Bash(id)', 'Bash(id *)'] })).toBe('deny 1d')
})

test.each(ORDINARY)('%s is covered by a rule with a wildcard', async (command) => {
  const edits = ['Edit(//srv/**)']
  expect(await judged(command, { allow: [prefixOf(command), ...edits] })).toMatch(/^allow /)
})

test('a rule with a wildcard for what runs another one does not cover what that one is made to run', async () => {
  expect(await judged('command tar --to-command=id -xf a.tar', { allow: ['Bash(command tar *)'] })).toBe(
    'ask 3'
  )
})
