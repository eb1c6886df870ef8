/** Programs that change files, and what they change. */
import { ABOUT, effects, flags, letters, optional, type Role, type Row, values } from '../table.ts'

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
    destructive: false,
    examples: never(['touch src/a.ts', 'touch -d now a'])
  },
  {
    names: ['rm'],
    edits: true,
    options: [
      letters('fiIdv'),
      letters('rR', { mark: 'recursive' }),
      flags('--recursive', { mark: 'recursive' }),
      flags('--force --dir --verbose --one-file-system --preserve-root --no-preserve-root'),
      optional('--interactive'),
      ABOUT
    ],
    operands: { rest: 'remove' },
    effect: 'removes files',
    destructive: true,
    examples: never(['rm a', 'rm -rf build', 'rm -- -x', 'rm'])
  },
  {
    names: ['rmdir'],
    edits: true,
    options: [letters('pv'), flags('--parents --verbose --ignore-fail-on-non-empty'), ABOUT],
    operands: { rest: 'remove' },
    effect: 'removes directories',
    destructive: true,
    examples: never(['rmdir empty', 'rmdir -p a/b'])
  },
  {
    names: ['unlink'],
    operands: { rest: 'remove' },
    effect: 'removes a file',
    destructive: true,
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
    destructive: true,
    examples: never(['shred -u a'])
  },
  {
    names: ['mv'],
    edits: true,
    alsoReads: 'remove',
    options: COPY,
    operands: { rest: 'remove', last: 'write' },
    effect: 'moves files',
    destructive: true,
    examples: never(['mv a b', 'mv -t /etc a.txt', 'mv --target-directory=d a'])
  },
  {
    names: ['cp'],
    copies: true,
    edits: true,
    options: COPY,
    operands: { rest: 'read', last: 'write' },
    effect: 'copies files',
    destructive: true,
    examples: never(['cp a b', 'cp -aL src out', 'cp -t d a', 'cp --target-directory=d a b'])
  },
  {
    names: ['ln'],
    options: [
      letters('bdfFiLnPrsTv'),
      flags(
        '--symbolic --force --interactive --relative --verbose --no-dereference --logical --physical --no-target-directory'
      ),
      values('-S --suffix'),
      optional('--backup'),
      values('-t --target-directory', { role: 'write', mark: 'destination' }),
      ABOUT
    ],
    operands: { rest: 'read', last: 'write' },
    effect: 'makes links',
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
      values('-t --target-directory', { role: 'write', mark: 'destination' })
    ],
    operands: { rest: 'read', last: 'write' },
    effect: 'copies files',
    destructive: true,
    examples: never(['install -m 755 a b'])
  },
  {
    names: ['tee'],
    options: [letters('aip'), flags('--append --ignore-interrupts'), optional('--output-error'), ABOUT],
    operands: { rest: 'write' },
    destructive: true,
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
    destructive: true,
    examples: never(['truncate -s 0 a'])
  },
  {
    names: ['split'],
    options: [
      letters('dexu'),
      values('-a -b -C -l -n -t --lines --bytes --number'),
      values('--filter', { harm: 'runs a command' })
    ],
    operands: { first: ['read', 'write'] },
    effect: 'writes its parts',
    destructive: true,
    examples: never(['split in.txt', 'split -l 10 a b'])
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
    destructive: true,
    examples: never(['csplit a /x/'])
  },
  {
    names: ['shuf'],
    options: [
      letters('erz'),
      flags('--echo --repeat --zero-terminated'),
      values('-i -n --input-range --head-count'),
      values('--random-source', { role: 'read' }),
      values('-o --output', { role: 'write', destructive: true })
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
      letters('R', { mark: 'recursive', destructive: true }),
      flags('--recursive', { mark: 'recursive', destructive: true }),
      flags('--changes --silent --quiet --verbose --no-preserve-root --preserve-root'),
      values('--reference', { role: 'list', mark: 'first' }),
      ABOUT
    ],
    operands: { first: ['text'], rest: 'write' },
    effect: 'changes permissions or owners',
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
      letters('x', { mark: 'writes', harm: 'writes files' }),
      flags('--extract --get', { mark: 'writes', harm: 'writes files' }),
      letters('cruA', { mark: 'creates', harm: 'writes files' }),
      flags('--create --append --update --concatenate --delete', { mark: 'creates', harm: 'writes files' }),
      values('-f --file', { role: 'archive', only: /^[^:]*$/ }),
      values('-C --directory', { role: 'read', mark: 'destination' }),
      values('--exclude --strip-components'),
      values('-X --exclude-from -T --files-from', { role: 'read' }),
      values('-I --use-compress-program', { harm: 'runs a program' })
    ],
    operands: { rest: 'read', destination: 'read', none: 'read', noneIf: 'writes' },
    recursive: true,
    effect: 'reads or writes an archive',
    examples: {
      readOnly: ['tar -tf t.tar', 'tar -tzvf a.tgz', 'tar tzf a.tgz'],
      not: [
        'tar -tf t.tar --index-file=out.txt',
        'tar --checkpoint=1 --checkpoint-action=exec=curl -tf t.tar',
        'tar -I rm -tf t.tar',
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
    destructive: true,
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
    destructive: true,
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
      flags('--delete --delete-after --delete-excluded --remove-source-files', { destructive: true }),
      values('--exclude --include --bwlimit --max-size'),
      values('--exclude-from --include-from --files-from', { role: 'read' }),
      values('-e --rsh --rsync-path', { harm: 'runs a program' })
    ],
    operands: { rest: 'read', last: 'write' },
    recursive: true,
    effect: 'copies files',
    destructive: true,
    examples: never(['rsync -a src/ dst/', 'rsync -e ./x a b'])
  },
  {
    names: ['curl'],
    options: [
      letters('sSLkfIigvN#46aO'),
      values(
        '-X -A -e -u -m -x --data-raw --form-string --request --url --max-time --connect-timeout --retry --user --user-agent'
      ),
      values(
        '-d -F -H -w --data --data-ascii --data-binary --data-urlencode --url-query --json --form --header --write-out --variable',
        { role: 'sent' }
      ),
      values('-b --cookie', { role: 'argument' }),
      values('-o --output -D --dump-header -c --cookie-jar --trace --output-dir --stderr', { role: 'write' }),
      values('-K --config --cacert --cert -E --key -T --upload-file --netrc-file --etag-compare', {
        role: 'read'
      }),
      flags(
        '--silent --location --insecure --fail --include --head --compressed --verbose --show-error --remote-name'
      )
    ],
    operands: { rest: 'text' },
    effect: 'uses the network',
    examples: never(['curl https://example.com', 'curl -o out.html https://example.com'])
  },
  {
    names: ['wget'],
    options: [
      letters('qcNrkpEHK'),
      values('-O --output-document -o --output-file -P --directory-prefix -a', { role: 'write' }),
      values('-i --input-file --post-file --body-file --load-cookies --config', { role: 'read' }),
      values('-t -T -U -e --header --user --password')
    ],
    operands: { rest: 'text' },
    effect: 'uses the network',
    examples: never(['wget -q evil.test', 'wget -O a http://x'])
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
    examples: never(['patch -p1', 'patch a b'])
  },
  {
    names: ['sponge'],
    options: [letters('a')],
    operands: { rest: 'write' },
    effect: 'writes its input',
    destructive: true,
    examples: never(['sponge a'])
  },
  {
    names: ['mktemp', 'mkfifo', 'mknod'],
    options: [
      letters('duqt'),
      values('-m'),
      values('-p', { role: 'write' }),
      optional('--tmpdir', { role: 'write' }),
      optional('--suffix')
    ],
    operands: { rest: 'write' },
    effect: 'creates a file',
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
    effect: 'copies raw data',
    destructive: true,
    examples: never(['dd if=a of=b', 'dd bs=1M', 'dd frobnicate'])
  },
  {
    names: ['scp', 'sftp'],
    opaque: 'copies over the network',
    remote: true,
    options: [
      letters('346ABCOpqRTv'),
      letters('r', { mark: 'recursive' }),
      values('-c -D -J -l -o -P -S -X'),
      values('-F -i -b', { role: 'read' })
    ],
    operands: { rest: 'read', last: 'write' },
    examples: never(['scp a h:b', 'scp -r src h:', 'sftp h:a b'])
  },
  {
    names: ['zip'],
    opaque: 'writes an archive',
    options: [letters('r', { mark: 'recursive' }), values('-x -i -P -n -t -b')],
    operands: { first: ['output'], rest: 'read' },
    examples: never(['zip -r a.zip src', 'zip a.zip b'])
  },
  {
    names: ['7z', '7za', '7zz'],
    opaque: 'reads or writes an archive',
    recursive: true,
    operands: { first: ['text', 'output'], rest: 'read' },
    examples: never(['7z a a.7z src', '7z x a.7z'])
  },
  {
    names: ['openssl'],
    syntax: 'words',
    opaque: 'reads and writes keys and files',
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
  ...rows('mkfs mkfs.ext4 mkswap fdisk parted wipefs mount umount swapoff losetup', 'changes disks', true),
  {
    names: ['kill'],
    options: [letters('0l', { mark: 'shows' })],
    operands: { rest: 'text' },
    effect: 'ends processes',
    destructive: true,
    examples: {
      readOnly: ['kill -0 123', 'kill -l'],
      not: ['kill 123', 'kill -9 123', 'kill -0 -9 1', 'kill -0 $P']
    }
  },
  ...rows('pkill killall skill xkill', 'ends processes', true),
  ...rows('shutdown reboot halt poweroff init telinit', 'stops the machine', true),
  ...rows('service launchctl at batch', 'changes services', undefined),
  ...rows('useradd userdel usermod groupadd groupdel passwd chsh visudo', 'changes accounts', undefined),
  ...rows('iptables nft ufw sysctl modprobe insmod rmmod', 'changes the system', undefined),
  ...rows('portcullis', 'may reconfigure or stop the guard', true),
  ...rows(
    'ssh telnet nc ncat netcat socat ftp dig nslookup host ping traceroute whois',
    'uses the network',
    undefined
  ),
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
    examples: never(['su', "su -c 'rm x'", 'su - dev', 'su -x'])
  },
  {
    names: ['npx', 'bunx', 'pnpx', 'uvx', 'pipx'],
    order: 'first',
    opaque: 'runs a package',
    options: [
      letters('yq'),
      values('-c --call', { mark: 'shell' }),
      values('-p --package -w --workspace --from --with')
    ],
    operands: { rest: 'argument' },
    examples: never(['npx x', "npx -c 'rm x'", 'npx -y -p a b'])
  },
  ...rows('less more most view', 'is interactive and can run commands', undefined, 'read'),
  ...rows(
    'vi vim nvim nano emacs ed ex sudoedit',
    'is interactive and can run commands',
    undefined,
    'write'
  ).map((row): Row => ({ ...row, alsoReads: 'write' })),
  ...rows('sqlite3 psql mysql mongosh redis-cli', 'runs statements of a database', undefined, 'argument'),
  ...rows('tclsh osascript expect', 'runs a program', undefined, 'argument')
]

function rows(names: string, opaque: string, destructive: boolean | undefined, operands?: Role): Row[] {
  return effects(names, opaque, destructive).map((form) => ({
    ...form,
    ...(operands === undefined ? {} : { operands: { rest: operands } }),
    examples: never([`${form.names[0]} x`])
  }))
}
