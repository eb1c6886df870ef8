/** Programs that show files, directories and the state of the system. */
import { ABOUT, escapes, flags, letters, optional, type Row, values } from '../table.ts'

const shows = flags('--help --version', { mark: 'shows' })

/** Prints something about the system from its options alone. */
const plainInfo = (names: string, options: Row['options'], readOnly: string[], not: string[]): Row => ({
  names: names.split(' '),
  options: [...(options ?? []), ABOUT],
  everyOptionHarmless: true,
  operands: { excess: 'has an operand that the tables do not know' },
  examples: { readOnly, not }
})

export const FILES: readonly Row[] = [
  {
    names: ['ls', 'dir', 'vdir'],
    everyOptionHarmless: true,
    lists: true,
    keepsNames:
      /^(?:-[aABcdfHILNprStuUvX1]|--(?:all|almost-all|directory|group-directories-first|literal|reverse|hide|ignore|sort|time|zero))$/,
    options: [
      letters('aAbBcCdDfFgGhHiklLmnNopqQrsStuUvxXZ1'),
      letters('R', { mark: 'recursive' }),
      flags('--recursive', { mark: 'recursive' }),
      flags(
        '--all --almost-all --author --escape --directory --dired --file-type --full-time --group-directories-first'
      ),
      flags('--no-group --human-readable --si --dereference-command-line --inode --kibibytes --dereference'),
      flags(
        '--numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --reverse --size --context --zero'
      ),
      optional('--color --hyperlink --classify'),
      values(
        '-w --width -T --tabsize -I --block-size --format --hide --indicator-style --ignore --quoting-style'
      ),
      values('--sort --time --time-style'),
      ABOUT
    ],
    operands: { rest: 'list', none: 'list' },
    examples: {
      readOnly: ['ls', 'ls -la', 'ls *.ts', 'ls "$X"', 'ls -R src', 'ls --color=auto --sort=size a'],
      not: ['ls --frobnicate', 'ls --colo=auto']
    }
  },
  {
    names: ['eza', 'exa'],
    recursive: true,
    options: [
      letters('1aAlLGxFRTdDrBghHimnSuU@'),
      flags(
        '--long --all --tree --git --icons --header --no-icons --group-directories-first --git-ignore --oneline --recurse'
      ),
      values('-s --sort --level -I --ignore-glob --color --time-style -t --time')
    ],
    operands: { rest: 'list', none: 'list' },
    examples: { readOnly: ['eza -la', 'eza --tree --level 2 src'], not: ['eza --frobnicate', 'eza *'] }
  },
  {
    names: ['cat'],
    everyOptionHarmless: true,
    options: [
      letters('AbeEnstTuv'),
      flags(
        '--show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting'
      ),
      ABOUT
    ],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['cat a', 'cat -n a b', 'cat docs/*.md', 'cat "$F"', 'cat -'],
      not: ['cat --frobnicate a', 'cat -z a']
    }
  },
  {
    names: ['stat'],
    everyOptionHarmless: true,
    options: [
      letters('LftxFlnq'),
      flags('--dereference --file-system --terse'),
      values('-c --format --printf --cached'),
      ABOUT
    ],
    operands: { rest: 'list' },
    examples: { readOnly: ['stat package.json', 'stat -c %s package.json'], not: ['stat --frobnicate a'] }
  },
  {
    names: ['file'],
    options: [
      letters('bchiIkLlnNprsSv0'),
      flags(
        '--brief --mime --mime-type --mime-encoding --dereference --no-dereference --keep-going --raw --extension'
      ),
      values('-F --separator -e --exclude -P --parameter'),
      letters('C', { harm: 'writes a magic database', risk: 'overwrites-file' }),
      flags('--compile', { harm: 'writes a magic database', risk: 'overwrites-file' }),
      values('-m --magic-file', { role: 'read', harm: 'reads a magic file' }),
      values('-f --files-from', { role: 'read', harm: 'takes names from a file' }),
      ABOUT
    ],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['file in.txt', 'file -b --mime-type a'],
      not: ['file -C -m magic', 'file -f names', 'file *']
    }
  },
  {
    names: ['du'],
    everyOptionHarmless: true,
    recursive: true,
    options: [
      letters('0abchHkLlmPsSxD'),
      flags(
        '--all --apparent-size --bytes --total --dereference-args --human-readable --inodes --count-links'
      ),
      flags('--dereference --no-dereference --separate-dirs --si --summarize --one-file-system --null'),
      values('-B --block-size -d --max-depth -t --threshold --exclude --time-style'),
      values('-X --exclude-from', { role: 'read' }),
      values('--files0-from', { role: 'read', harm: 'takes names from a file' }),
      optional('--time'),
      ABOUT
    ],
    operands: { rest: 'list', none: 'list' },
    examples: {
      readOnly: ['du -sh .', 'du -h --max-depth=1', 'du -d 1 src'],
      not: ['du --frobnicate', 'du --files0-from=names']
    }
  },
  {
    names: ['df'],
    everyOptionHarmless: true,
    options: [
      letters('ahHiklmPTv'),
      flags('--all --human-readable --si --inodes --local --no-sync --portability --print-type --total'),
      values('-B --block-size -t --type -x --exclude-type'),
      optional('--output'),
      ABOUT
    ],
    operands: { rest: 'list' },
    examples: { readOnly: ['df -h', 'df -T /'], not: ['df --frobnicate', 'df --sync'] }
  },
  {
    names: ['tree'],
    recursive: true,
    skipsHidden: true,
    options: [
      letters('dfilgpshuDFqNQrtcvUXJCnxAS'),
      letters('a', { mark: 'hidden' }),
      values('-L -P -I -H -T --filelimit --sort --charset --timefmt'),
      flags(
        '--noreport --dirsfirst --filesfirst --du --si --inodes --device --prune --gitignore --matchdirs --ignore-case'
      ),
      values('-o', { role: 'write' }),
      ABOUT
    ],
    operands: { rest: 'list', none: 'list' },
    examples: {
      readOnly: ['tree', 'tree -L 2 src', 'tree -a -I node_modules'],
      not: ['tree -o out.txt', 'tree -R']
    }
  },
  {
    names: ['readlink', 'realpath'],
    everyOptionHarmless: true,
    options: [
      letters('femnqsvzLP'),
      flags(
        '--canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --strip --zero'
      ),
      flags('--no-symlinks --logical --physical --verbose'),
      values('--relative-to --relative-base', { role: 'list' }),
      ABOUT
    ],
    operands: { rest: 'list' },
    examples: {
      readOnly: ['readlink -f a', 'realpath --relative-to=. src'],
      not: ['realpath --frobnicate a']
    }
  },
  {
    names: ['basename', 'dirname'],
    everyOptionHarmless: true,
    options: [letters('az'), flags('--multiple --zero'), values('-s --suffix'), ABOUT],
    operands: { rest: 'text' },
    output: /^[^\s-][^\s]*$/,
    examples: { readOnly: ['basename a/b.ts .ts', 'dirname "$X"', 'basename -a a b'], not: ['basename -x a'] }
  },
  {
    names: ['which'],
    everyOptionHarmless: true,
    options: [letters('as'), flags('--all'), ABOUT],
    operands: { rest: 'text' },
    examples: { readOnly: ['which node', 'which -a git'], not: ['which --frobnicate x'] }
  },
  {
    names: ['whereis', 'locate'],
    everyOptionHarmless: true,
    options: [letters('bmsBMSfi')],
    operands: { rest: 'text' },
    examples: { readOnly: ['whereis ls'], not: ['whereis -q x'] }
  },
  plainInfo('whoami tty logname users arch', [letters('s')], ['whoami', 'tty -s'], ['whoami x']),
  {
    names: ['id', 'groups'],
    everyOptionHarmless: true,
    options: [letters('agGnruzZ'), flags('--group --groups --name --real --user --zero --context'), ABOUT],
    operands: { rest: 'text' },
    examples: { readOnly: ['id', 'id -un', 'groups dev'], not: ['id -q'] }
  },
  {
    names: ['hostname'],
    options: [
      letters('adfiIsyA'),
      flags('--fqdn --long --short --ip-address --all-fqdns --all-ip-addresses'),
      shows
    ],
    operands: { excess: 'sets the host name' },
    destructive: false,
    examples: {
      readOnly: ['hostname', 'hostname -f'],
      not: ['hostname evil', 'hostname -F f', 'hostname "$X"']
    }
  },
  plainInfo(
    'uname',
    [
      letters('asnrvmpio'),
      flags('--all --kernel-name --nodename --kernel-release --machine --operating-system')
    ],
    ['uname -a', 'uname'],
    ['uname x', 'uname -S x']
  ),
  plainInfo('uptime', [letters('psh'), flags('--pretty --since')], ['uptime', 'uptime -p'], ['uptime x']),
  {
    names: ['nproc'],
    everyOptionHarmless: true,
    options: [flags('--all'), values('--ignore'), ABOUT],
    output: 'plain',
    examples: { readOnly: ['nproc', 'nproc --all'], not: ['nproc x'] }
  },
  plainInfo(
    'free',
    [
      letters('bkmgthwlv'),
      flags('--bytes --kilo --mega --giga --human --wide --total --si'),
      values('-s -c')
    ],
    ['free -h'],
    ['free x']
  ),
  plainInfo(
    'lscpu',
    [letters('aJbcxy'), flags('--all --json --online --offline'), optional('-e --extended -p --parse')],
    ['lscpu', 'lscpu -J'],
    ['lscpu x']
  ),
  {
    names: ['lsblk', 'findmnt'],
    everyOptionHarmless: true,
    options: [
      letters('abdfJlmnpPrStT'),
      values('-o --output'),
      flags('--all --json --list --fs --paths'),
      ABOUT
    ],
    operands: { rest: 'list' },
    examples: { readOnly: ['lsblk', 'lsblk -f'], not: ['lsblk --frobnicate'] }
  },
  {
    names: ['ps'],
    options: [
      letters('AadeflFjNTZyMHw'),
      flags('-aux -auxw -auxww -axu'),
      values('-o -O --format', { only: /^(?!.*environ)/i }),
      values('-U -p -C -g -G -t -s --sort --pid --ppid --user --cols --columns --width'),
      flags('--forest --no-headers --headers --deselect'),
      ABOUT
    ],
    operands: {
      rest: 'text',
      only: /^(?:-?[acfghjlmnrSTuvwx]+|\d+(?:,\d+)*)$/,
      excess: 'may print environments'
    },
    examples: {
      readOnly: ['ps aux', 'ps -ef', 'ps -p 1 -o pid,comm', 'ps'],
      not: ['ps auxe', 'ps eww', 'ps -o environ', 'ps "$X"']
    }
  },
  {
    names: ['top'],
    options: [letters('cHiS1'), letters('b', { mark: 'shows' }), values('-n -d -p -u -o -w')],
    operands: {},
    effect: 'is interactive',
    examples: { readOnly: ['top -bn1', 'top -b -n 1 -o %MEM'], not: ['top', 'top -b -S x -q'] }
  },
  {
    names: ['pgrep', 'pidof'],
    everyOptionHarmless: true,
    options: [
      letters('acfilLnovwxqsS'),
      flags('--list-name --list-full --full --count --exact --newest --oldest --inverse --ignore-case'),
      values(
        '-d --delimiter -g --pgroup -G --group -P --parent -s --session -t --terminal -u --euid -U --uid'
      ),
      values('-F --pidfile', { role: 'read' }),
      ABOUT
    ],
    operands: { rest: 'text' },
    examples: { readOnly: ['pgrep -fl node', 'pgrep -u dev x'], not: ['pgrep --signal TERM x'] }
  },
  {
    names: ['lsof'],
    options: [letters('abCgGhlMnNOPQRtUvVwX'), values('-c -d -p -u'), optional('-i -s -r -F')],
    operands: { rest: 'list' },
    examples: {
      readOnly: ['lsof -i :3000', 'lsof -p 1', 'lsof -nP -iTCP:80'],
      not: ['lsof -D b', 'lsof "$X"']
    }
  },
  {
    names: ['ss'],
    options: [
      letters('hVHOnrlaopemiZzstbE46uwxdSt0'),
      values('-f --family -A --query --socket'),
      flags(
        '--numeric --listening --all --processes --tcp --udp --summary --no-header --extended --memory --info'
      ),
      letters('K', { harm: 'closes sockets', risk: 'stops-process' }),
      flags('--kill', { harm: 'closes sockets', risk: 'stops-process' }),
      values('-D --diag', { role: 'write' }),
      values('-F --filter', { role: 'read' })
    ],
    operands: { rest: 'text' },
    examples: { readOnly: ['ss -tlnp', 'ss -s'], not: ['ss -K', 'ss -D out'] }
  },
  {
    names: ['netstat'],
    everyOptionHarmless: true,
    options: [letters('arinlptuewvsxoN')],
    operands: {},
    examples: { readOnly: ['netstat -tlnp'], not: ['netstat x'] }
  },
  {
    names: ['date'],
    options: [
      letters('uRj'),
      flags('--utc --universal --rfc-email --debug'),
      values('-d --date --rfc-3339'),
      values('-r --reference', { role: 'list' }),
      values('-f --file', { role: 'read' }),
      optional('-I --iso-8601'),
      values('-s --set', { harm: 'sets the clock', risk: 'changes-system' }),
      ABOUT
    ],
    operands: { first: ['text'], only: /^\+/, excess: 'sets the clock', risk: 'changes-system' },
    output: /^\+(?:%[YmdHMSFsjyuwVGgNR]|[A-Za-z0-9_.:])(?:%[YmdHMSFTsjyuwVGgNR]|[A-Za-z0-9_.:-])*$/,
    examples: {
      readOnly: ['date', 'date +%s', "date -d '2 days ago' +%F", 'date -u'],
      not: ['date -s 2001-01-01', 'date 01010000', 'date "$X"']
    }
  },
  {
    names: ['locale'],
    everyOptionHarmless: true,
    options: [letters('amck'), flags('--all-locales --charmaps --category-name --keyword-name')],
    operands: { rest: 'text' },
    examples: { readOnly: ['locale', 'locale -a', 'locale charmap'], not: ['locale --frobnicate'] }
  },
  plainInfo('cal ncal', [letters('13jmywhb')], ['cal', 'cal -3'], ['cal --frobnicate']),
  {
    names: ['printenv'],
    everyOptionHarmless: true,
    options: [letters('0'), flags('--null'), ABOUT],
    operands: { rest: 'text' },
    examples: { readOnly: ['printenv', 'printenv HOME'], not: ['printenv -x'] }
  },
  {
    names: ['sleep'],
    everyOptionHarmless: true,
    options: [ABOUT],
    operands: { rest: 'text' },
    examples: { readOnly: ['sleep 1', 'sleep "$N"'], not: ['sleep --frobnicate'] }
  },
  {
    names: ['getconf'],
    everyOptionHarmless: true,
    options: [letters('a'), values('-v')],
    operands: { rest: 'text' },
    examples: { readOnly: ['getconf PAGE_SIZE', 'getconf -a'], not: ['getconf -x'] }
  },
  {
    names: ['tput'],
    options: [values('-T'), letters('V')],
    operands: {
      rest: 'text',
      only: /^(?:cols|lines|colors|bold|sgr0|setaf|setab|\d+|smul|rmul|rev|el|clear)$/
    },
    examples: { readOnly: ['tput cols', 'tput setaf 1'], not: ['tput init', 'tput -S'] }
  },
  {
    names: ['man'],
    options: [
      letters('kfwWa'),
      flags('--apropos --whatis --where --path --all'),
      values('-s -S --sections'),
      escapes('-P --pager', {
        unless: /^(?:|cat|more|less(?: -\w+)*)$/,
        harm: 'runs a program',
        risk: 'runs-apart'
      }),
      optional('-H --html', { mark: 'escape', otherwise: 'runs a browser' }),
      values('-C --config-file -p --preprocessor', { mark: 'escape', otherwise: 'goes by a file of its own' })
    ],
    operands: { rest: 'text', only: /^[\w.+:-]+$/ },
    examples: {
      readOnly: ['man ls', 'man 5 crontab', 'man -k copy'],
      not: ['man --html=./x ls', 'man -P ./x ls', 'man ./page', 'man -H ls']
    }
  },
  {
    names: ['apropos', 'whatis'],
    everyOptionHarmless: true,
    options: [letters('aelrwd'), ABOUT],
    operands: { rest: 'text' },
    examples: { readOnly: ['apropos copy'], not: ['apropos -C x'] }
  }
]
