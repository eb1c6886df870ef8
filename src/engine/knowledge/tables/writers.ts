/** Programs that change files, and what they change. */
import type { Risk } from '../risk-codes.ts'
import {
  ABOUT,
  effects,
  escapes,
  flags,
  letters,
  optional,
  type Role,
  type Row,
  type TellingWord,
  values
} from '../table.ts'

const never = (not: string[]): Row['examples'] => ({ readOnly: [], not })

const COPY = [
  letters('bfiLHnpPuvxTZd'),
  letters('sl', { harm: 'makes links' }),
  letters('aRr', { mark: 'recursive' }),
  flags('--archive --recursive', { mark: 'recursive' }),
  flags(
    '--force --interactive --no-clobber --no-dereference --dereference --one-file-system --parents --remove-destination'
  ),
  flags('--strip-trailing-slashes --no-target-directory --verbose --attributes-only --copy-contents --debug'),
  flags('--symbolic-link --link', { harm: 'makes links' }),
  values('-S --suffix', { harm: 'names backups of its own' }),
  optional('--backup --preserve --no-preserve --reflink --sparse --update --context'),
  values('-t --target-directory', { role: 'write', mark: 'destination' }),
  ABOUT
]

/** Modes that let everybody write, or run a program as its owner; what only makes a file one that can be run. */
const PERMISSIONS: readonly TellingWord[] = [
  {
    matches: /^(?:[0-7]*[0-7]{2}[2367]|[ugo]*[oa][ugo]*[+=][rxX]*w\w*|[+=]\w*w\w*)$/,
    risk: 'opens-permissions'
  },
  { matches: /^(?:0?[2467][0-7]{3}|[ugoa]*[+=]\w*s\w*)$/, risk: 'opens-permissions' },
  { matches: /^\/(?:etc|usr|bin|sbin|lib\w*|boot|var|root)?(?:\/|$)/, risk: 'opens-permissions' },
  { matches: /^[ugo]*\+x$/, risk: 'makes-executable', spares: 'changes-permissions' }
]

/** `HOST:PATH` and `rsync://HOST`. */
const REMOTE = /^(?:[^/:=-][^/:=]*:|[a-z]+:\/\/)/

/** A device that is written raw. */
const DEVICE = /^of=\/dev\/(?!(?:null|zero|full|std\w+|fd|tty\w*)$)/

/** Stops among the words of a program that manages services. */
const STOPS: readonly TellingWord[] = [
  { matches: /^(?:stop|kill|delete|shutdown|disable)$/, risk: 'stops-service' },
  { matches: /^(?:startup|save|enable)$/, risk: 'persistence' }
]
const withStops = (row: Row): Row => ({ ...row, telling: STOPS })

const SQL: readonly TellingWord[] = [
  {
    matches:
      /\b(?:drop\s+(?:table|database|schema|index|view|collection|user|role|materialized|owned)|truncate\s+\w+|delete\s+from)\b/i,
    risk: 'drops-data'
  },
  {
    matches: /(?:^|\s)(?:flushall|flushdb)\b|\bdropDatabase\b|\.(?:drop|deleteMany|remove)\s*\(/i,
    risk: 'drops-data'
  }
]

/** No part of the value is a command. */
const NOTHING = /(?!)/

/** Programs that only pack and unpack what runs through them. */
const COMPRESSOR =
  /^(?:\/(?:usr\/)?bin\/)?(?:gzip|pigz|bzip2|pbzip2|lbzip2|xz|pxz|pixz|zstd|zstdmt|pzstd|lz4|lzop|lzip|plzip|lzma|compress|brotli)(?: -[\w=-]+)*$/

/** Remote shells with options that start nothing here. */
const PLAIN_SSH =
  /^(?:\/usr\/bin\/)?ssh(?: +(?:-[46ACKTXYaknqtvx]+|-[bcilmp] *[^\s'"`$;|&<>()]+|-o *(?:BatchMode|Cipher|Ciphers|Compression|Connect\w+|Control\w+|HostKey\w+|Identit\w+|Log\w+|Port|Server\w+|StrictHostKeyChecking|User|UserKnownHostsFile)[= ][^\s'"`$;|&<>()]+))*$/

/** Settings of ssh that name what it runs, or loads. */
const SSH_SETTING =
  /^(?!\s*(?:proxycommand|localcommand|knownhostscommand|pkcs11provider|securitykeyprovider|xauthlocation|include)\b)|^\s*(?:proxycommand|pkcs11provider)[=\s]+none\s*$/i

/** `-o ProxyCommand=TEXT`. */
const SSH_COMMAND = /^\s*(?:proxycommand|localcommand|knownhostscommand)[=\s]+(?:exec\s+)?([\s\S]+)$/i

const SSH = [
  escapes('-o', { command: SSH_COMMAND, unless: SSH_SETTING }),
  escapes('-I', { command: NOTHING, otherwise: 'loads a library' })
]

const MYSQL_ESCAPES: readonly TellingWord[] = [
  { matches: /(?:^|[;\n])\s*(?:system\b|\\!)\s*([^;]*)/i, escape: 'runs a command of the shell' },
  { matches: /(?:^|[;\n])\s*(?:pager\b|\\P|source\b|\\\.)|^--?pager/i, escape: 'runs what it names' }
]

const VI: readonly TellingWord[] = [
  {
    matches: /^(?:\+|-c|--cmd=?)?\s*:*\s*(?:sil\w*!?\s+)?[%\d,.$]*!\s*([\s\S]+)$/,
    escape: 'runs a command of the shell'
  },
  {
    matches: /^\+(?!\d*$|[/?])|^-(?:c|S|s$|l$)|^--(?:cmd|remote-(?:expr|send))/,
    escape: 'runs commands of the editor'
  },
  { matches: /^-u(?!\s*(?:NONE|NORC|DEFAULTS)?$)/, escape: 'runs commands of a file' }
]

const EMACS: readonly TellingWord[] = [
  { matches: /^--?(?:eval|execute|load|funcall|script)\b|^-(?:l|f|x)$/, escape: 'runs Lisp' }
]

const NANO: readonly TellingWord[] = [{ matches: /^--?s(?:peller)?(?:$|=)/, escape: 'runs a program' }]

const ED: readonly TellingWord[] = [{ matches: /^!\s*([\s\S]*)$/, escape: 'runs a command of the shell' }]

const COMMANDS: Readonly<Record<string, readonly TellingWord[]>> = {
  emacs: EMACS,
  ed: ED,
  nano: NANO,
  sudoedit: NANO
}

/** Commands of clients that a shell runs, or that bring in what is not shown. */
const SHELL_ESCAPES: Readonly<Record<string, readonly TellingWord[]>> = {
  psql: [
    { matches: /\\!\s*([\s\S]*)$/, escape: 'runs a command of the shell' },
    { matches: /\\(?:o|out|g|gx|w|write|copy)\b[\s\S]*(?:\||\bprogram\b)/i, escape: 'runs a program' },
    { matches: /\bcopy\b[\s\S]*\bprogram\b/i, escape: 'has the server run a program' }
  ],
  mysql: MYSQL_ESCAPES,
  mariadb: MYSQL_ESCAPES,
  sqlite3: [
    {
      matches: /(?:^|\n)\s*\.(?:sh|she|shel|shell|sy\w*)\s+([\s\S]*)$/,
      escape: 'runs a command of the shell'
    },
    {
      matches:
        /(?:^|\n)\s*\.(?:load?|read?|(?:o\w*|exc\w*|imp\w*)\s[^\n]*\|)|\b(?:load_extension|edit)\s*\(/i,
      escape: 'runs or loads what it names'
    }
  ]
}

/** Clients run what their words or their input say, here or on a server. */
const DATABASES: readonly Row[] = [
  ...rows('sqlite3 duckdb', 'runs statements of a database', 'runs-code', 'argument'),
  ...rows(
    'psql mysql mariadb mongosh mongo redis-cli valkey-cli cqlsh clickhouse-client sqlcmd sqlplus influx',
    'runs statements of a database',
    ['network', 'runs-code'],
    'argument'
  )
]
  .map((row): Row => ({ ...row, telling: [...SQL, ...(SHELL_ESCAPES[row.names[0] ?? ''] ?? [])] }))
  .concat(
    rows('dropdb dropuser', 'drops a database', ['network', 'drops-data']),
    rows('createdb createuser pg_restore mysqladmin', 'changes a database', 'changes-remote').map(
      (row): Row => ({
        ...row,
        telling: [{ matches: /^(?:drop|shutdown|-c|--clean)$/, risk: 'drops-data' }]
      })
    ),
    rows('pg_dump pg_dumpall mysqldump mongodump', 'reads a whole database', 'network')
  )

export const WRITERS: readonly Row[] = [
  {
    names: ['mkdir'],
    edits: true,
    options: [
      letters('pvZ'),
      flags('--parents --verbose'),
      values('-m --mode'),
      optional('--context'),
      ABOUT
    ],
    operands: { rest: 'write' },
    risk: 'writes-file',
    destructive: false,
    examples: never(['mkdir -p src/new', 'mkdir a b'])
  },
  {
    names: ['touch'],
    edits: true,
    options: [
      letters('acfmh'),
      flags('--no-create --no-dereference'),
      values('-d --date -t --time'),
      values('-r --reference', { role: 'list' }),
      ABOUT
    ],
    operands: { rest: 'write' },
    risk: 'writes-file',
    destructive: false,
    examples: never(['touch src/a.ts', 'touch -d now a'])
  },
  {
    names: ['rm'],
    edits: true,
    options: [
      letters('fiIdv'),
      letters('rR', { mark: 'recursive', risk: 'removes-tree' }),
      flags('--recursive', { mark: 'recursive', risk: 'removes-tree' }),
      flags('--force --dir --verbose --one-file-system --preserve-root --no-preserve-root'),
      optional('--interactive'),
      ABOUT
    ],
    operands: { rest: 'remove' },
    effect: 'removes files',
    risk: 'removes-file',
    examples: never(['rm a', 'rm -rf build', 'rm -- -x', 'rm'])
  },
  {
    names: ['rmdir'],
    edits: true,
    options: [letters('pv'), flags('--parents --verbose --ignore-fail-on-non-empty'), ABOUT],
    operands: { rest: 'remove' },
    effect: 'removes directories',
    risk: 'removes-file',
    examples: never(['rmdir empty', 'rmdir -p a/b'])
  },
  {
    names: ['unlink'],
    operands: { rest: 'remove' },
    effect: 'removes a file',
    risk: 'removes-file',
    examples: never(['unlink a'])
  },
  {
    names: ['shred'],
    options: [
      letters('fuvxz'),
      values('-n --iterations -s --size'),
      values('--random-source', { role: 'read' }),
      optional('--remove')
    ],
    operands: { rest: 'remove' },
    effect: 'overwrites files',
    risk: ['removes-file', 'disk-tool'],
    examples: never(['shred -u a'])
  },
  {
    names: ['mv'],
    edits: true,
    alsoReads: 'remove',
    options: COPY,
    operands: { rest: 'remove', last: 'write' },
    effect: 'moves files',
    risk: 'overwrites-file',
    examples: never(['mv a b', 'mv -t /etc a.txt', 'mv --target-directory=d a'])
  },
  {
    names: ['cp'],
    copies: true,
    edits: true,
    options: COPY,
    operands: { rest: 'read', last: 'write' },
    effect: 'copies files',
    risk: 'overwrites-file',
    examples: never(['cp a b', 'cp -aL src out', 'cp -t d a', 'cp --target-directory=d a b'])
  },
  {
    names: ['ln'],
    options: [
      letters('bdFiLnPrsTv'),
      letters('f', { risk: 'overwrites-file' }),
      flags('--force', { risk: 'overwrites-file' }),
      flags(
        '--symbolic --interactive --relative --verbose --no-dereference --logical --physical --no-target-directory'
      ),
      values('-S --suffix'),
      optional('--backup'),
      values('-t --target-directory', { role: 'write', mark: 'destination' }),
      ABOUT
    ],
    operands: { rest: 'read', last: 'write' },
    effect: 'makes links',
    risk: 'writes-file',
    examples: never(['ln -s a b', 'ln a'])
  },
  {
    names: ['install'],
    copies: true,
    options: [
      letters('bcCDpsTvZ'),
      letters('d', { mark: 'writes' }),
      flags('--directory', { mark: 'writes' }),
      flags('--compare --preserve-timestamps --strip --verbose'),
      values('-g --group -m --mode -o --owner -S --suffix'),
      values('-t --target-directory', { role: 'write', mark: 'destination' }),
      escapes('--strip-program', { unless: /^strip$/ })
    ],
    operands: { rest: 'read', last: 'write' },
    effect: 'copies files',
    risk: 'overwrites-file',
    examples: never(['install -m 755 a b', 'install -s --strip-program=./x a b'])
  },
  {
    names: ['tee'],
    options: [
      letters('ip'),
      letters('a', { risk: 'writes-file', spares: 'overwrites-file' }),
      flags('--append', { risk: 'writes-file', spares: 'overwrites-file' }),
      flags('--ignore-interrupts'),
      optional('--output-error'),
      ABOUT
    ],
    operands: { rest: 'write' },
    risk: 'overwrites-file',
    examples: { readOnly: ['tee', 'tee /dev/null'], not: ['tee out.txt', 'tee -a log', 'tee "$F"'] }
  },
  {
    names: ['truncate'],
    options: [
      letters('co'),
      flags('--no-create --io-blocks'),
      values('-s --size'),
      values('-r --reference', { role: 'list' })
    ],
    operands: { rest: 'write' },
    risk: 'overwrites-file',
    examples: never(['truncate -s 0 a'])
  },
  {
    names: ['split'],
    options: [
      letters('dexu'),
      values('-a -b -C -l -n -t --lines --bytes --number'),
      escapes('--filter', { otherwise: 'runs a command' })
    ],
    operands: { first: ['read', 'write'] },
    effect: 'writes its parts',
    risk: 'overwrites-file',
    examples: never(['split in.txt', 'split -l 10 a b', "split --filter='rm x' a"])
  },
  {
    names: ['csplit'],
    options: [
      letters('kszq'),
      values('-b -n --suffix-format --digits'),
      values('-f --prefix', { role: 'write' })
    ],
    operands: { first: ['read'], rest: 'text' },
    effect: 'writes its parts',
    risk: 'overwrites-file',
    examples: never(['csplit a /x/'])
  },
  {
    names: ['shuf'],
    options: [
      letters('erz'),
      flags('--echo --repeat --zero-terminated'),
      values('-i -n --input-range --head-count'),
      values('--random-source', { role: 'read' }),
      values('-o --output', { role: 'write' })
    ],
    operands: { rest: 'read' },
    examples: { readOnly: ['shuf in.txt', 'shuf -n 1 a'], not: ['shuf -o out.txt in.txt', 'shuf *'] }
  },
  {
    names: ['iconv'],
    options: [
      letters('clst'),
      flags('--list --silent'),
      values('-f -t --from-code --to-code'),
      values('-o --output', { role: 'write' })
    ],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['iconv -f utf8 -t latin1 in.txt', 'iconv -l'],
      not: ['iconv -f utf8 -t utf8 -o out.txt in.txt']
    }
  },
  {
    names: ['chmod', 'chown', 'chgrp'],
    options: [
      letters('cfvhHLP'),
      letters('R', { mark: 'recursive', risk: 'opens-permissions' }),
      flags('--recursive', { mark: 'recursive', risk: 'opens-permissions' }),
      flags('--changes --silent --quiet --verbose --no-preserve-root --preserve-root'),
      values('--reference', { role: 'list', mark: 'first' }),
      ABOUT
    ],
    operands: { first: ['text'], rest: 'write' },
    effect: 'changes permissions or owners',
    risk: 'changes-permissions',
    telling: PERMISSIONS,
    destructive: false,
    examples: never(['chmod +x a', 'chmod -R 777 .', 'chown dev a'])
  },
  {
    names: ['tar', 'gtar'],
    bundled: true,
    options: [
      letters('vzjJaPpkmSWhlBiRs'),
      flags(
        '--verbose --gzip --bzip2 --xz --zstd --auto-compress --numeric-owner --wildcards --no-recursion --totals'
      ),
      letters('t', { mark: 'shows', also: ['names'] }),
      flags('--list', { mark: 'shows', also: ['names'] }),
      letters('x', { mark: 'writes', harm: 'writes files', risk: 'overwrites-file' }),
      flags('--extract --get', { mark: 'writes', harm: 'writes files', risk: 'overwrites-file' }),
      letters('cruA', { mark: 'creates', harm: 'writes files', risk: 'overwrites-file' }),
      flags('--create --append --update --concatenate --delete', {
        mark: 'creates',
        harm: 'writes files',
        risk: 'overwrites-file'
      }),
      values('-f --file', { role: 'archive', only: /^[^:]*$/ }),
      values('-C --directory', { role: 'read', mark: 'destination' }),
      values('--exclude --strip-components'),
      values('-X --exclude-from -T --files-from', { role: 'read' }),
      escapes('-I --use-compress-program', {
        unless: COMPRESSOR,
        harm: 'runs a program',
        risk: 'runs-apart'
      }),
      escapes('--to-command -F --info-script --new-volume-script --rsh-command --rmt-command', {
        otherwise: 'runs a command'
      }),
      escapes('--checkpoint-action', {
        command: /^exec=([\s\S]+)$/,
        unless: /^(?!\s*exec)/,
        otherwise: 'runs a command'
      }),
      optional('--checkpoint')
    ],
    operands: { rest: 'read', destination: 'read', none: 'read', noneIf: 'writes' },
    recursive: true,
    effect: 'reads or writes an archive',
    risk: 'overwrites-file',
    examples: {
      readOnly: ['tar -tf t.tar', 'tar -tzvf a.tgz', 'tar tzf a.tgz'],
      not: [
        'tar -tf t.tar --index-file=out.txt',
        'tar --checkpoint=1 --checkpoint-action=exec=curl -tf t.tar',
        'tar -I rm -tf t.tar',
        "tar -xf a.tar --to-command='rm x'",
        'tar -tf t.tar --checkpoint-act=exec=x',
        'tar -I zstd -xf a.tar',
        'tar -xf a.tar',
        'tar -tf host:a.tar',
        'tar tCf d a.tar',
        'tar xzf a.tgz',
        'tar -czf a.tgz src'
      ]
    }
  },
  {
    names: ['unzip'],
    options: [
      letters('lvZpct', { mark: 'shows' }),
      values('-d', { role: 'write', mark: 'destination' }),
      letters('onq'),
      values('-x')
    ],
    operands: { first: ['archive'], rest: 'write', none: 'write' },
    recursive: true,
    effect: 'extracts files',
    risk: 'overwrites-file',
    examples: {
      readOnly: ['unzip -l a.zip', 'unzip -p a.zip b'],
      not: ['unzip a.zip', 'unzip -q a.zip', 'unzip -d out a.zip']
    }
  },
  {
    names: ['gzip', 'gunzip'],
    options: [
      letters('vqfkn123456789dr'),
      letters('clt', { mark: 'shows' }),
      flags('--stdout --list --test', { mark: 'shows' })
    ],
    operands: { rest: 'read' },
    effect: 'replaces files',
    risk: 'overwrites-file',
    examples: {
      readOnly: ['gzip -l a.gz', 'gzip -dc a.gz'],
      not: ['gzip a', 'gunzip a.gz', 'gzip -r .', 'gzip --suffix=x a']
    }
  },
  {
    names: ['bzip2', 'bunzip2', 'xz', 'unxz', 'zstd', 'unzstd'],
    options: [
      letters('vqfk123456789d'),
      letters('c', { mark: 'shows' }),
      flags('--stdout', { mark: 'shows' })
    ],
    operands: { rest: 'read' },
    effect: 'replaces files',
    risk: 'overwrites-file',
    examples: {
      readOnly: ['xz -dc a.xz', 'zstd -dc a.zst'],
      not: ['xz a', 'xz -l -d a.xz', 'zstd -dc a -o b']
    }
  },
  {
    names: ['rsync'],
    remote: true,
    copies: true,
    options: [
      letters('avzrlptgoDhnqucHAXSWxPiI'),
      flags(
        '--archive --verbose --recursive --dry-run --compress --progress --partial --human-readable --stats --checksum'
      ),
      flags('--delete --delete-before --delete-during --delete-after --delete-excluded', {
        risk: 'removes-tree'
      }),
      flags('--remove-source-files', { risk: 'removes-file' }),
      values('--exclude --include --bwlimit --max-size'),
      values('--exclude-from --include-from --files-from', { role: 'read' }),
      escapes('-e --rsh', { unless: PLAIN_SSH, risk: 'network' }),
      escapes('--rsync-path', { unless: /^(?:sudo )?[\w/.-]*rsync$/, risk: ['network', 'runs-code'] })
    ],
    operands: { rest: 'read', last: 'write' },
    recursive: true,
    telling: [{ matches: REMOTE, risk: 'network' }],
    effect: 'copies files',
    risk: 'overwrites-file',
    examples: never(['rsync -a src/ dst/', 'rsync -e ./x a b', "rsync -e 'ssh -p 22' a h:b"])
  },
  {
    names: ['curl'],
    options: [
      letters('sSLkfIigvN#46a'),
      letters('O', { risk: 'writes-file' }),
      flags('--remote-name', { risk: 'writes-file' }),
      values(
        '-X -A -e -u -m -x --data-raw --form-string --request --url --max-time --connect-timeout --retry --user --user-agent'
      ),
      values('-d -F --data --data-ascii --data-binary --data-urlencode --json --form', {
        role: 'sent',
        risk: 'changes-remote'
      }),
      values('-H -w --url-query --header --write-out --variable', { role: 'sent' }),
      values('-b --cookie', { role: 'argument' }),
      values('-o --output -D --dump-header -c --cookie-jar --trace --output-dir --stderr', { role: 'write' }),
      values('--cacert --cert -E --key --netrc-file', { role: 'read', mark: 'own' }),
      escapes('-K --config', {
        role: 'read',
        also: ['own'],
        command: NOTHING,
        otherwise: 'takes options that are not shown'
      }),
      escapes('--engine', { command: NOTHING, otherwise: 'loads a library' }),
      values('--etag-compare', { role: 'read' }),
      values('-T --upload-file', { role: 'read', risk: 'changes-remote' }),
      flags('--silent --location --insecure --fail --include --head --compressed --verbose --show-error')
    ],
    operands: { rest: 'text' },
    effect: 'uses the network',
    risk: 'network',
    telling: [{ matches: /^(?:-X|--request=)?(?:POST|PUT|PATCH|DELETE)$/i, risk: 'changes-remote' }],
    examples: never(['curl https://example.com', 'curl -o out.html https://example.com', 'curl -K options'])
  },
  {
    names: ['wget'],
    options: [
      letters('qcNrkpEHK'),
      values('-O --output-document -o --output-file -P --directory-prefix -a', { role: 'write' }),
      values('-i --input-file --load-cookies', { role: 'read' }),
      values('--post-file --body-file', { role: 'read', risk: 'changes-remote' }),
      values('--config', { role: 'read', mark: 'own' }),
      values('-t -T -U --header --user --password'),
      escapes('-e --execute', {
        command: /^\s*use_?askpass\s*=\s*(\S+)/i,
        unless: /^(?!.*(?:askpass|config))/i,
        otherwise: 'sets what it runs'
      }),
      escapes('--use-askpass')
    ],
    operands: { rest: 'text' },
    effect: 'uses the network',
    risk: ['network', 'writes-file'],
    examples: never(['wget -q evil.test', 'wget -O a http://x', 'wget --use-askpass=./x http://x'])
  },
  {
    names: ['patch'],
    options: [
      values('-p -F --strip --fuzz'),
      values('-d --directory', { role: 'write', mark: 'destination' }),
      values('-i --input', { role: 'read' }),
      values('-o --output', { role: 'write' }),
      letters('NREbfst')
    ],
    operands: { first: ['write', 'read'], none: 'write' },
    recursive: true,
    effect: 'changes files',
    risk: 'edits-in-place',
    examples: never(['patch -p1', 'patch a b'])
  },
  {
    names: ['sponge'],
    options: [letters('a')],
    operands: { rest: 'write' },
    effect: 'writes its input',
    risk: 'overwrites-file',
    examples: never(['sponge a'])
  },
  {
    names: ['mktemp', 'mkfifo', 'mknod'],
    options: [
      letters('duqt'),
      values('-m'),
      values('-p', { role: 'write', risk: 'writes-file' }),
      optional('--tmpdir', { role: 'write', risk: 'writes-file' }),
      optional('--suffix')
    ],
    operands: { rest: 'write' },
    effect: 'creates a file',
    risk: 'writes-file',
    destructive: false,
    examples: never(['mktemp', 'mktemp -d', 'mkfifo p'])
  },
  {
    names: ['dd'],
    keyed: true,
    options: [
      values('if=', { role: 'read' }),
      values('of=', { role: 'write' }),
      values('bs= ibs= obs= count= skip= seek= iseek= oseek= conv= status= iflag= oflag= cbs=')
    ],
    operands: {},
    telling: [{ matches: DEVICE, risk: 'disk-tool' }],
    effect: 'copies raw data',
    risk: 'overwrites-file',
    examples: never(['dd if=a of=b', 'dd bs=1M', 'dd frobnicate'])
  },
  {
    names: ['scp', 'sftp'],
    opaque: 'copies over the network',
    risk: ['network', 'overwrites-file'],
    remote: true,
    options: [
      letters('346ABCOpqRTv'),
      letters('r', { mark: 'recursive' }),
      values('-c -J -l -P -X'),
      escapes('-S -D'),
      ...SSH,
      values('-F -i', { role: 'read', mark: 'own' }),
      values('-b', { role: 'read' })
    ],
    operands: { rest: 'read', last: 'write' },
    examples: never(['scp a h:b', 'scp -r src h:', 'sftp h:a b', 'scp -o ProxyCommand=./x a h:b'])
  },
  {
    names: ['zip'],
    opaque: 'writes an archive',
    risk: 'overwrites-file',
    options: [
      letters('r', { mark: 'recursive' }),
      values('-x -i -P -n -t -b'),
      flags('-T'),
      escapes('-TT --unzip-command', { otherwise: 'runs a command' })
    ],
    operands: { first: ['output'], rest: 'read' },
    examples: never(['zip -r a.zip src', 'zip a.zip b', "zip -T -TT 'rm x' a.zip b"])
  },
  {
    names: ['7z', '7za', '7zz'],
    opaque: 'reads or writes an archive',
    risk: 'overwrites-file',
    recursive: true,
    operands: { first: ['text', 'output'], rest: 'read' },
    examples: never(['7z a a.7z src', '7z x a.7z'])
  },
  {
    names: ['openssl'],
    syntax: 'words',
    opaque: 'reads and writes keys and files',
    risk: 'changes-state',
    telling: [
      { matches: /^(?:s_client|s_server|-connect)$/, risk: 'network' },
      { matches: /^--?(?:engine|provider(?:-path)?)$|^engine$/, escape: 'loads a library' }
    ],
    subcommands: [
      { names: ['version'], syntax: 'words', options: [flags('-a -v -d -b -p -f -o -r')], operands: {} }
    ],
    options: [
      values('-in -inkey -cert -certfile -key -CAfile -CA -CAkey -kfile -config -sigfile -signature', {
        role: 'read'
      }),
      values('-out -keyout -writerand', { role: 'write' }),
      values('-days -subj -newkey -passin -passout -pass -k -K -iv -md -name -connect -servername')
    ],
    operands: { first: ['text'], rest: 'argument' },
    examples: {
      readOnly: ['openssl version', 'openssl version -a'],
      not: ['openssl base64 -in a', 'openssl dgst -sha256 a.txt', 'openssl version x']
    }
  },
  ...rows(
    'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkswap fdisk sfdisk cfdisk gdisk sgdisk parted wipefs',
    'changes disks',
    'disk-tool'
  ),
  ...rows(
    'diskutil hdiutil blkdiscard badblocks hdparm lvremove lvcreate lvresize vgremove vgcreate pvremove pvcreate mdadm cryptsetup zpool zfs',
    'changes disks',
    'disk-tool'
  ),
  ...rows('mount umount swapoff swapon losetup', 'changes what is mounted', 'changes-system'),
  ...rows('chattr setfacl', 'changes permissions', 'changes-permissions').map(
    (row): Row => ({ ...row, options: [letters('R', { risk: 'opens-permissions' })] })
  ),
  ...rows('setcap', 'gives a program privileges', ['privileged', 'opens-permissions']),
  {
    names: ['kill'],
    options: [letters('0l', { mark: 'shows' })],
    operands: { rest: 'text' },
    effect: 'ends processes',
    risk: 'stops-process',
    examples: {
      readOnly: ['kill -0 123', 'kill -l'],
      not: ['kill 123', 'kill -9 123', 'kill -0 -9 1', 'kill -0 $P']
    }
  },
  ...rows('pkill killall skill xkill', 'ends processes', 'stops-process'),
  ...rows('shutdown reboot halt poweroff init telinit', 'stops the machine', 'stops-service'),
  ...rows('service rc-service initctl supervisorctl', 'changes services', 'changes-state').map(withStops),
  ...rows('launchctl', 'changes services', 'changes-state').map(
    (row): Row => ({
      ...row,
      telling: [
        { matches: /^(?:unload|bootout|stop|kill|remove|disable)$/, risk: 'stops-service' },
        { matches: /^(?:load|bootstrap|submit|enable)$/, risk: 'persistence' }
      ]
    })
  ),
  ...rows('at batch', 'runs commands later', ['persistence', 'runs-code']),
  ...rows('pm2 forever', 'runs and stops programs', 'runs-code').map(withStops),
  ...rows(
    'useradd userdel usermod groupadd groupdel passwd chpasswd adduser deluser chsh visudo',
    'changes accounts',
    ['changes-system', 'privileged']
  ),
  ...rows(
    'iptables ip6tables nft ufw firewall-cmd sysctl modprobe insmod rmmod setenforce',
    'changes the system',
    'changes-system'
  ),
  ...rows('portcullis', 'may reconfigure or stop the guard', ['stops-service', 'guarded-path', 'runs-code']),
  ...rows('ssh', 'uses the network', ['network', 'runs-code']).map(
    (row): Row => ({
      ...row,
      order: 'first',
      options: [
        letters('46AaCfGgKkMNnqsTtVvXxYy'),
        values('-B -b -c -D -E -e -F -i -J -L -l -m -O -P -p -Q -R -S -W -w'),
        ...SSH
      ],
      operands: { rest: 'text' }
    })
  ),
  ...rows('nc ncat netcat socat', 'uses the network', 'network').map(
    (row): Row => ({
      ...row,
      options: [escapes('-e -c --exec --sh-exec --lua-exec')],
      telling: [{ matches: /^(?:exec|system|shell):([^,]+)/i, escape: 'runs a program' }],
      operands: { rest: 'text' }
    })
  ),
  ...rows(
    'telnet ftp tftp dig nslookup host ping ping6 traceroute tracepath mtr whois ab wrk http https httpie xh aria2c axel',
    'uses the network',
    'network'
  ),
  ...rows('lftp', 'uses the network', ['network', 'interactive']).map(
    (row): Row => ({
      ...row,
      telling: [
        { matches: /(?:^|;)\s*(?:!|shell\b|local\s+!)\s*([^;]*)/, escape: 'runs a command of the shell' }
      ]
    })
  ),
  ...rows('nmap', 'uses the network', 'network').map(
    (row): Row => ({
      ...row,
      telling: [
        { matches: /^--?script(?:$|=)/, risk: 'runs-code' },
        {
          matches: /^--?script=.*[/\\]|^(?!.*:\/\/)[^-].*\.nse$|^--?(?:datadir|resume|servicedb|versiondb)\b/,
          escape: 'runs scripts of its own'
        }
      ]
    })
  ),
  ...rows('ssh-copy-id', 'lets a key in at another machine', 'changes-remote'),
  {
    names: ['su'],
    options: [
      letters('lmp'),
      flags('- --login'),
      values('-c --command', { mark: 'shell' }),
      values('-s --shell -g -G -u')
    ],
    operands: { rest: 'text' },
    effect: 'runs commands as another user',
    risk: ['privileged', 'runs-code'],
    examples: never(['su', "su -c 'rm x'", 'su - dev', 'su -x'])
  },
  {
    names: ['npx', 'bunx', 'pnpx', 'uvx', 'pipx'],
    order: 'first',
    opaque: 'runs a package',
    risk: 'package-code',
    options: [
      letters('yq'),
      values('-c --call', { mark: 'shell' }),
      values('-p --package -w --workspace --from --with')
    ],
    operands: { rest: 'argument' },
    examples: never(['npx x', "npx -c 'rm x'", 'npx -y -p a b'])
  },
  ...rows('less more most', 'is interactive and can run commands', 'interactive', 'read').map(
    (row): Row => ({
      ...row,
      telling: [
        { matches: /^\+\+?!\s*([\s\S]*)$/, escape: 'runs a command of the shell' },
        { matches: /^\+.*[!|#v]|^--?(?:k$|lesskey)/, escape: 'does what its first commands say' }
      ]
    })
  ),
  ...rows('view', 'is interactive and can run commands', 'interactive', 'read').map(withCommands),
  ...rows(
    'vi vim nvim nano emacs ed ex sudoedit',
    'is interactive and can run commands',
    ['interactive', 'overwrites-file'],
    'write'
  ).map((row): Row => withCommands({ ...row, alsoReads: 'write' })),
  ...DATABASES,
  ...rows('tclsh osascript expect', 'runs a program', 'runs-code', 'argument')
]

/** Editors do what they are told as they start. */
function withCommands(row: Row): Row {
  const [name = ''] = row.names
  const telling = COMMANDS[name] ?? VI
  return { ...row, telling }
}

function rows(names: string, opaque: string, risk: Risk, operands?: Role): Row[] {
  return effects(names, opaque, risk).map((form) => ({
    ...form,
    ...(operands === undefined ? {} : { operands: { rest: operands } }),
    examples: never([`${form.names[0]} x`])
  }))
}
