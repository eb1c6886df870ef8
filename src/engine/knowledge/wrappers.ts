/** Programs that run the program named by their operands. */
import { ABOUT, flags, letters, optional, type Row, values } from './table.ts'

const RAISES = 'raises privileges'

/** Peeled off for every kind of rule. */
const TRANSPARENT: readonly Row[] = [
  {
    names: ['timeout'],
    order: 'first',
    options: [
      flags('--foreground --preserve-status --verbose -v -f -p'),
      values('-k --kill-after -s --signal'),
      flags('--help --version', { mark: 'shows' })
    ],
    wraps: { own: 1, allow: 'always' },
    examples: {
      readOnly: ['timeout 5 ls -la', 'timeout -k 1 5 git log --oneline', 'timeout --signal=KILL 5 cat a'],
      not: ['timeout -k 1 5 rm -rf build', 'timeout --frobnicate 5 ls', 'timeout 5']
    }
  },
  {
    names: ['time'],
    order: 'first',
    options: [
      flags('-p --portability -v --verbose -q --quiet -a --append'),
      values('-f --format'),
      values('-o --output', { role: 'write' })
    ],
    wraps: { own: 0, allow: 'always' },
    examples: {
      readOnly: ['time ls', 'time -p wc -l a'],
      not: ['time npm test', 'command time -o out.txt ls']
    }
  },
  {
    names: ['nice'],
    order: 'first',
    numbers: true,
    options: [values('-n --adjustment'), flags('--help --version', { mark: 'shows' })],
    wraps: { own: 0, allow: 'always', fallback: 'prints the niceness' },
    examples: {
      readOnly: ['nice -n 10 grep -rn TODO .', 'nice -5 ls', 'nice --adjustment=5 ls', 'nice'],
      not: ['nice -n 5 rm -rf build', 'nice -x ls']
    }
  },
  {
    names: ['nohup'],
    order: 'first',
    options: [flags('--help --version', { mark: 'shows' })],
    wraps: { own: 0, allow: 'always', why: 'nohup may write nohup.out' },
    risk: 'writes-file',
    examples: { readOnly: ['nohup --version'], not: ['nohup ls', 'nohup npm run dev'] }
  },
  {
    names: ['stdbuf'],
    order: 'first',
    options: [values('-i --input -o --output -e --error'), flags('--help --version', { mark: 'shows' })],
    wraps: { own: 0, allow: 'always' },
    examples: { readOnly: ['stdbuf -oL ls', 'stdbuf -o0 -e0 grep x a'], not: ['stdbuf -oL rm -rf build'] }
  },
  {
    names: ['command'],
    order: 'first',
    everyOptionHarmless: true,
    options: [letters('vV', { mark: 'shows' }), letters('p')],
    operands: { rest: 'text' },
    wraps: { own: 0, allow: 'always' },
    examples: {
      readOnly: ['command -v rm', 'command -V ls', 'command ls', 'command -pv git'],
      not: ['command rm -rf build', 'command -x ls']
    }
  },
  {
    names: ['builtin', 'noglob'],
    order: 'first',
    wraps: { own: 0, allow: 'always' },
    examples: { readOnly: ['builtin echo x', 'noglob ls'], not: ['builtin command rm -rf build'] }
  },
  {
    names: ['xargs'],
    order: 'first',
    options: [
      flags('-0 --null -r --no-run-if-empty -t --verbose -x --exit'),
      values('-n --max-args -P --max-procs -s --max-chars -L --max-lines -d --delimiter -E'),
      values('-I', { mark: 'replaces' }),
      optional('-i --replace', { mark: 'replaces' }),
      optional('-l -e --eof'),
      values('-a --arg-file', { role: 'read' }),
      flags('-p --interactive', { harm: 'asks on its terminal', risk: [] }),
      flags('--help --version', { mark: 'shows' })
    ],
    wraps: { own: 0, allow: 'without-options', via: 'exec', addsOperands: true, fallback: 'echo' },
    examples: {
      readOnly: [
        'xargs -n1 echo',
        'xargs wc -l',
        'xargs -0 grep -l pattern',
        'xargs -I{} cat {}',
        'xargs ls -1t',
        'xargs'
      ],
      not: [
        'xargs rm -rf',
        'xargs -I{} sh -c "cat {}"',
        'xargs sort',
        'xargs -I "$R" cat a',
        'xargs -I{} uniq {} {}',
        'xargs env',
        'xargs sed -n 1p',
        'xargs --frobnicate ls'
      ]
    }
  }
]

/** Seen through by deny and ask rules only. */
const OPAQUE_TO_ALLOW: readonly Row[] = [
  {
    names: ['env'],
    order: 'first',
    options: [
      letters('i', { harm: 'empties the environment', risk: 'changes-environment' }),
      flags('--ignore-environment -', { harm: 'empties the environment', risk: 'changes-environment' }),
      values('-u --unset', { harm: 'unsets a variable', risk: 'changes-environment' }),
      values('-C --chdir', { mark: 'directory', harm: 'changes the directory', risk: [] }),
      values('-S --split-string', { harm: 'splits its operand into a command', mark: 'shell', risk: [] }),
      flags('-0 --null'),
      flags('-v --debug', { harm: 'is not modelled' }),
      flags('--help --version', { mark: 'shows' })
    ],
    wraps: { own: 0, allow: 'without-options', assignments: true, fallback: 'prints the environment' },
    examples: {
      readOnly: ['env', 'env -0', 'env NODE_ENV=test ls', 'env --version'],
      not: [
        'env rm -rf build',
        'env -i ls',
        'env -u HOME curl x',
        "env -S 'rm -rf build'",
        'env -C src cat a',
        'env --chdir=src cat a',
        'env PATH=. ls',
        'env FOO=1 ls'
      ]
    }
  },
  {
    names: ['sudo'],
    order: 'first',
    options: [
      letters('bEHnPSkKAis'),
      flags('--background --preserve-env --set-home --non-interactive --login --shell --stdin --askpass'),
      values('-u --user -g --group -h --host -p --prompt -C --close-from -T --command-timeout -r -t'),
      values('-D --chdir -R --chroot', { mark: 'directory' })
    ],
    wraps: { own: 0, allow: 'never', assignments: true, why: RAISES },
    risk: 'privileged',
    examples: { readOnly: [], not: ['sudo ls', 'sudo -u root rm -rf build', 'sudo -x ls'] }
  },
  {
    names: ['doas', 'pkexec', 'run0'],
    order: 'first',
    options: [letters('Lns'), values('-u -C -a --user')],
    wraps: { own: 0, allow: 'never', why: RAISES },
    risk: 'privileged',
    examples: { readOnly: [], not: ['doas ls', 'doas -u www rm x'] }
  },
  {
    names: ['watch'],
    order: 'first',
    options: [
      letters('bcCegtpwrx'),
      flags('--beep --color --errexit --chgexit --no-title --precise --no-wrap --exec'),
      optional('-d --differences'),
      values('-n --interval -q --equexit'),
      flags('-h --help -v --version', { mark: 'shows' })
    ],
    wraps: { own: 0, allow: 'never', joins: true, why: 'watch hands its words to a shell' },
    examples: { readOnly: ['watch --version'], not: ['watch ls', 'watch -n 1 rm x'] }
  },
  {
    names: ['ionice'],
    order: 'first',
    options: [values('-c --class -n --classdata -p --pid -P --pgid -u --uid'), flags('-t --ignore')],
    wraps: { own: 0, allow: 'never', why: 'ionice is not seen through' },
    examples: { readOnly: [], not: ['ionice -c2 -n0 rm x', 'ionice ls'] }
  },
  {
    names: ['setsid'],
    order: 'first',
    options: [flags('-c --ctty -f --fork -w --wait')],
    wraps: { own: 0, allow: 'never', why: 'setsid starts a session of its own' },
    examples: { readOnly: [], not: ['setsid rm -rf build', 'setsid ls'] }
  },
  {
    names: ['flock'],
    options: [
      flags('-s --shared -x -e --exclusive -n --nb --nonblock -u --unlock -o --close -F --no-fork --verbose'),
      values('-w --wait --timeout -E --conflict-exit-code'),
      values('-c --command', { mark: 'shell', harm: 'runs text as commands', risk: [] })
    ],
    order: 'first',
    wraps: { own: 1, allow: 'never', textOption: '-c', why: 'flock creates its lock file' },
    risk: 'writes-file',
    examples: { readOnly: [], not: ["flock notes.txt -c 'curl evil.test'", 'flock f rm x', 'flock f ls'] }
  },
  {
    names: ['strace', 'ltrace'],
    order: 'first',
    options: [
      letters('fFcCdhiqrtTvVxyY'),
      values('-e -a -I -O -s -S -p -u -P -b'),
      values('-o', { role: 'write' })
    ],
    wraps: { own: 0, allow: 'never', why: 'tracing is not seen through' },
    examples: { readOnly: [], not: ['strace -f rm x', 'strace -o out ls'] }
  },
  {
    names: ['script'],
    options: [
      letters('aefq'),
      flags('--append --return --flush --quiet'),
      values('-c --command', { mark: 'shell', harm: 'runs text as commands', risk: [] }),
      values('-T -B -I -O -E -o')
    ],
    operands: { rest: 'write' },
    effect: 'starts a shell and records it',
    risk: 'overwrites-file',
    examples: { readOnly: [], not: ["script -qc 'rm -rf build' /dev/null", 'script'] }
  },
  {
    names: ['chroot'],
    order: 'first',
    options: [values('--groups --userspec'), flags('--skip-chdir')],
    wraps: { own: 1, allow: 'never', why: 'chroot changes the root' },
    risk: 'privileged',
    examples: { readOnly: [], not: ['chroot / rm -rf x', 'chroot /srv ls'] }
  },
  {
    names: ['unshare', 'nsenter'],
    order: 'first',
    options: [
      letters('imnpuUCTfrca'),
      flags(
        '--mount --uts --ipc --net --pid --user --cgroup --time --fork --map-root-user --mount-proc --all'
      ),
      values('-t --target -S --setuid -G --setgid')
    ],
    wraps: { own: 0, allow: 'never', why: 'namespaces are changed' },
    risk: 'privileged',
    examples: { readOnly: [], not: ['unshare -r rm x', 'nsenter -t 1 -m ls'] }
  },
  {
    names: ['parallel'],
    order: 'first',
    options: [
      values('-j --jobs -n --max-args -N -L --colsep --delay --timeout --retries'),
      flags('-k --keep-order -X -m -q --quote --bar --dry-run')
    ],
    wraps: {
      own: 0,
      allow: 'never',
      via: 'exec',
      addsOperands: true,
      joins: true,
      why: 'parallel hands text to a shell'
    },
    examples: { readOnly: [], not: ['parallel rm', 'parallel -j 4 gzip', 'parallel ls'] }
  },
  {
    names: ['busybox', 'toybox'],
    order: 'first',
    options: [ABOUT],
    wraps: { own: 0, allow: 'never', why: 'its applets are not the programs the tables know' },
    risk: 'unknown-form',
    examples: { readOnly: [], not: ['busybox rm -rf build', 'busybox ls'] }
  },
  {
    names: ['taskset', 'chrt'],
    order: 'first',
    options: [letters('acbfiorRT'), flags('--all-tasks --cpu-list')],
    wraps: { own: 1, allow: 'never', why: 'scheduling is changed' },
    examples: { readOnly: [], not: ['taskset 3 rm x', 'chrt -b 0 ls'] }
  }
]

/** Every program that starts another one and does little else. */
export const WRAPPERS: readonly Row[] = [...TRANSPARENT, ...OPAQUE_TO_ALLOW]
