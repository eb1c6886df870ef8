/** Programs that start another one in surroundings of its own. Only deny and ask rules see through them. */
import type { Risk } from '../risk-codes.ts'
import {
  effects,
  flags,
  letters,
  type Option,
  pairs,
  type Row,
  type TellingWord,
  values,
  type Wrapping
} from '../table.ts'

const WHY = 'starts a program in other surroundings'

const launcher = (
  names: string,
  options: readonly Option[],
  not: readonly string[],
  more: Partial<Wrapping> = {},
  risk?: Risk
): Row => ({
  names: names.split(' '),
  order: 'first',
  options,
  wraps: { own: 0, allow: 'never', why: WHY, ...more },
  ...(risk && { risk }),
  examples: { readOnly: [], not }
})

/** Its operands are text for a shell. */
const textRunner = (names: string, options: readonly Option[], not: readonly string[]): Row => ({
  names: names.split(' '),
  options,
  operands: { rest: 'shell' },
  effect: 'runs text as commands',
  risk: [],
  examples: { readOnly: [], not }
})

const TEXT = { mark: 'shell', harm: 'runs text as commands', risk: [] } as const

/** Commands of debuggers that a shell or an interpreter runs; they may be shortened. */
const DEBUGGER: readonly TellingWord[] = [
  {
    matches:
      /^(?:--?(?:ex|iex|eval-command|init-eval-command|o|O)=?)?\s*(?:!|she?l?l?\b|platform\s+she?l?l?\b)\s*([\s\S]+)$/,
    escape: 'runs a command of the shell'
  },
  {
    matches:
      /^(?:--?\w+(?:-\w+)*=)?\s*(?:(?:pip?e?|pyt?h?o?n?|guile|compile|source|script|command script)\s|\|)/,
    escape: 'runs code of its own'
  },
  {
    matches: /^--?(?:x|ix|command|init-command|source|source-quietly|S)(?:$|=)/,
    escape: 'runs commands of a file'
  }
]

export const LAUNCHERS: readonly Row[] = [
  launcher(
    'runuser',
    [
      letters('lmpPf'),
      flags('- --login --preserve-environment --pty --fast'),
      values('-c --command --session-command', TEXT),
      values('-s --shell -g --group -G --supp-group -u --user -w --whitelist-environment')
    ],
    ['runuser -u dev -- rm x', "runuser -c 'rm x' dev", "runuser dev -c 'rm x'"],
    { textOption: '-c', textAnywhere: true },
    'privileged'
  ),
  launcher(
    'setpriv',
    [
      flags('--clear-groups --keep-groups --init-groups --no-new-privs --nnp --reset-env'),
      values('--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set'),
      values('--securebits --pdeathsig --selinux-label --apparmor-profile')
    ],
    ['setpriv --reuid=1000 --clear-groups rm x', 'setpriv --no-new-privs ls'],
    {},
    'privileged'
  ),
  launcher(
    'systemd-run systemd-inhibit',
    [
      letters('drtPqGS'),
      flags('--user --system --scope --wait --pty --pipe --quiet --collect --shell --no-block --same-dir'),
      values(
        '-p --property -u --unit -E --setenv --uid --gid --slice --description --on-calendar --on-active'
      ),
      values('--what --who --why --mode --nice -M --machine -H --host'),
      values('--working-directory', { mark: 'directory' })
    ],
    ['systemd-run --user --scope rm x', 'systemd-inhibit --what=sleep rm x', 'systemd-run -p A=b ls'],
    {},
    'changes-state'
  ),
  launcher(
    'prlimit',
    [letters('v'), values('-p --pid -o --output')],
    ['prlimit --nofile=9 rm x', 'prlimit ls']
  ),
  launcher(
    'runcon',
    [letters('c'), flags('--compute'), values('-u --user -r --role -t --type -l --range')],
    ['runcon -t x rm x', 'runcon a:b:c rm x'],
    { perhaps: 1 }
  ),
  launcher(
    'setarch linux32 linux64 i386 x86_64',
    [letters('BFILRSTXZvhp3'), flags('--addr-no-randomize --3gb --4gb --uname-2.6 --verbose')],
    ['setarch x86_64 -R rm x', 'setarch -R rm x', 'linux32 rm x'],
    { perhaps: 2 }
  ),
  launcher(
    'capsh',
    [
      flags('--print --noamb --strict'),
      values('--drop --caps --user --uid --gid --groups --inh --addamb --secbits')
    ],
    ["capsh --drop=all -- -c 'rm x'", "capsh -- -c 'rm x'"],
    { textOption: '-c', textAnywhere: true },
    'privileged'
  ),
  launcher(
    'firejail',
    [letters('qc'), flags('--quiet --noprofile --private --net=none --seccomp --noroot --caps.drop=all')],
    ['firejail --private rm x', 'firejail --profile=p rm x']
  ),
  launcher(
    'bwrap',
    [
      pairs('--bind --bind-try --ro-bind --ro-bind-try --dev-bind --dev-bind-try --symlink --setenv --chmod'),
      pairs('--file --bind-data --ro-bind-data'),
      values(
        '--dev --proc --tmpfs --mqueue --dir --unsetenv --hostname --uid --gid --cap-add --cap-drop --perms'
      ),
      values('--remount-ro --seccomp --info-fd --lock-file --sync-fd --exec-label --args'),
      values('--chdir', { mark: 'directory' }),
      flags(
        '--unshare-all --unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --share-net'
      ),
      flags('--unshare-cgroup --die-with-parent --new-session --as-pid-1 --clearenv --disable-userns')
    ],
    ['bwrap --ro-bind / / --dev /dev rm x', 'bwrap --unshare-all ls']
  ),
  launcher(
    'xvfb-run',
    [
      letters('al'),
      flags('--auto-servernum --listen-tcp'),
      values('-n --server-num -s --server-args -w --wait -p --xauth-protocol'),
      values('-e --error-file -f --auth-file', { role: 'write' })
    ],
    ['xvfb-run -a rm x', "xvfb-run -s '-screen 0' ls"]
  ),
  launcher(
    'numactl',
    [
      letters('alHs'),
      flags('--all --localalloc --hardware --show'),
      values('-i --interleave -p --preferred -m --membind -N --cpunodebind -C --physcpubind')
    ],
    ['numactl -m 0 rm x', 'numactl --cpunodebind=0 ls']
  ),
  launcher('choom', [values('-n --adjust -p --pid')], ['choom -n 500 rm x', 'choom -n 500 -- rm x']),
  launcher('cgexec', [flags('--sticky'), values('-g')], ['cgexec -g cpu:x rm x']),
  launcher(
    'proot',
    [
      letters('0lvqw'),
      values('-r --rootfs -b --bind -m --mount -q --qemu -k --kernel-release -R -S -i --change-id'),
      values('-w --pwd --cwd', { mark: 'directory' })
    ],
    ['proot -b a:b rm x', 'proot -0 ls']
  ),
  launcher(
    'tini dumb-init catatonit',
    [letters('sgcvw'), values('-p -e -r')],
    ['tini -s -- rm x', 'dumb-init rm x']
  ),
  launcher('su-exec gosu setuidgid', [], ['su-exec dev rm x', 'gosu dev:dev rm x'], { own: 1 }, 'privileged'),
  launcher('faketime', [letters('fm'), values('-p')], ["faketime '2001-01-01' rm x"], { own: 1 }),
  launcher('dbus-run-session', [values('--config-file --dbus-daemon')], ['dbus-run-session -- rm x']),
  launcher(
    'fakeroot fakechroot',
    [letters('u'), flags('--unknown-is-real'), values('-l -f -s -i -b --lib --faked')],
    ['fakeroot -- rm x', 'fakeroot -s state rm x', 'fakeroot ls']
  ),
  launcher('unbuffer', [letters('p')], ['unbuffer rm x', 'unbuffer -p ls']),
  launcher(
    'caffeinate catchsegv eatmydata proxychains proxychains4 torify torsocks winpty rlwrap ssh-agent dbus-launch',
    [letters('dimsuqc'), values('-t -w -f')],
    ['eatmydata rm x', 'catchsegv ls', 'proxychains -q rm x', 'ssh-agent rm x']
  ),
  launcher('valgrind', [letters('qvd')], ['valgrind --leak-check=full rm x', 'valgrind -q ls']),
  {
    ...launcher(
      'gdb lldb rr',
      [
        flags('-q -quiet --quiet -batch --batch -nx --nx -args --args --'),
        values('-ex -iex -x -p -d -cd --cd -o -s -c')
      ],
      ['gdb -q --args rm x', "gdb -ex 'run' ./x", 'lldb -- rm x']
    ),
    syntax: 'words',
    telling: DEBUGGER
  },
  {
    names: ['perf'],
    order: 'first',
    options: [],
    subcommands: [
      {
        names: ['stat', 'record', 'trace', 'mem', 'c2c', 'lock', 'sched', 'kmem'],
        order: 'first',
        options: [
          letters('adgivBsnRqS'),
          values(
            '-e --event -F --freq -p --pid -t --tid -C --cpu -r --repeat -I -D -c --count --call-graph -x'
          ),
          values('-o --output', { role: 'write' })
        ],
        wraps: { own: 0, allow: 'never', why: WHY, perhaps: 1 }
      }
    ],
    examples: { readOnly: [], not: ['perf stat -e cycles rm x', 'perf record -g -- rm x', 'perf list'] }
  },
  textRunner(
    'hyperfine',
    [
      letters('iN'),
      flags('--ignore-failure --show-output'),
      values(
        '-w --warmup -r --runs -m --min-runs -M --max-runs -S --shell -n --command-name -u --time-unit --style'
      ),
      values('-p --prepare -s --setup -c --cleanup -C --conclude', TEXT),
      values('--export-json --export-csv --export-markdown', { role: 'write' })
    ],
    ["hyperfine 'rm x'", "hyperfine -w 3 'ls' 'rm x'", "hyperfine -p 'rm x' ls"]
  ),
  textRunner(
    'concurrently',
    [
      letters('krgP'),
      flags('--kill-others --raw --group'),
      values('-n --names -c --prefix-colors -p --prefix -m')
    ],
    ["concurrently -n a,b 'ls' 'rm x'"]
  ),
  {
    ...launcher(
      'entr watchexec',
      [letters('acdnprsxz'), values('-e --exts -w --watch -i --ignore')],
      ['entr -r rm x', "entr -s 'rm x'", 'watchexec -e js -- rm x']
    ),
    wraps: { own: 0, allow: 'never', why: WHY, via: 'exec', addsOperands: true, joins: true }
  },
  {
    names: ['nodemon'],
    order: 'first',
    opaque: 'runs a program again and again',
    risk: 'project-code',
    options: [
      letters('qVLI'),
      values('-x --exec', TEXT),
      values('-w --watch -e --ext -i --ignore -d --delay --signal')
    ],
    operands: { rest: 'argument' },
    examples: { readOnly: [], not: ["nodemon --exec 'rm x'", "nodemon -w src -x 'rm x'", 'nodemon a.js'] }
  },
  {
    names: ['sg'],
    options: [letters('l'), flags('-'), values('-c', TEXT)],
    operands: { first: ['text'], rest: 'shell' },
    effect: 'runs commands as another group',
    risk: 'privileged',
    examples: { readOnly: [], not: ["sg docker -c 'rm x'", "sg docker 'rm x'"] }
  },
  {
    names: ['nix-shell'],
    opaque: 'builds and enters an environment',
    risk: 'package-code',
    options: [values('--run --command', TEXT), values('-p --packages -I -A --attr')],
    operands: { rest: 'argument' },
    examples: { readOnly: [], not: ["nix-shell -p jq --run 'rm x'", 'nix-shell'] }
  },
  launcher(
    'cross-env cross-env-shell dotenv',
    [values('-e -f')],
    ['cross-env A=1 rm x', 'dotenv -e .env -- rm x'],
    {
      assignments: true
    }
  ),
  ...(
    [
      ['poetry pipenv pdm rye hatch uv', 'run', 0],
      ['bundle rbenv pyenv asdf', 'exec', 0],
      ['mise rtx', 'exec x', 0],
      ['direnv aws-vault', 'exec', 1],
      ['op doppler infisical', 'run', 0]
    ] as const
  ).map(
    ([names, verbs, own]): Row => ({
      names: names.split(' '),
      order: 'first',
      options: [flags('--version', { mark: 'shows' })],
      subcommands: [
        {
          names: verbs.split(' '),
          order: 'first',
          options: [letters('qv'), values('-p --python --with --env-file -c --config --project')],
          wraps: { own, allow: 'never', why: 'prepares the surroundings of a program' },
          risk: 'project-code'
        },
        ...effects(
          'install add sync update lock upgrade pip tool',
          'installs packages or tools',
          'package-code'
        ),
        ...effects('remove uninstall prune', 'removes packages or tools', 'removes-resource')
      ],
      examples: {
        readOnly: [`${names.split(' ')[0]} --version`],
        not: [`${names.split(' ')[0]} ${verbs.split(' ')[0]} x rm y`]
      }
    })
  )
]
