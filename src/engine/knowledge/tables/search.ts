/** Programs that search in files or for files. */
import { ABOUT, commands, escapes, flags, letters, optional, type Row, values } from '../table.ts'

export const SEARCH: readonly Row[] = [
  {
    names: ['grep', 'egrep', 'fgrep'],
    keepsNames:
      /^(?:-[EFGPiyvwxLlsHhnzaIrRefmdZ]|--(?:(?:extended|basic|perl|word|line)-regexp|regexp|fixed-strings|(?:no-)?ignore-case|invert-match|no-messages|with-filename|line-number|null|null-data|text|file|max-count|(?:dereference-)?recursive|files-with(?:out)?-match(?:es)?|include|exclude|exclude-dir|exclude-from|directories|binary-files))$/,
    everyOptionHarmless: true,
    numbers: true,
    options: [
      letters('EFGPiyvwxcoqsbHhnTUzaIu'),
      letters('lL', { mark: 'lists' }),
      letters('rR', { mark: 'recursive' }),
      flags('--recursive --dereference-recursive', { mark: 'recursive' }),
      flags('--files-with-matches --files-without-match', { mark: 'lists' }),
      flags(
        '--extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match'
      ),
      flags(
        '--word-regexp --line-regexp --count --only-matching --quiet --silent --no-messages --byte-offset'
      ),
      flags(
        '--with-filename --no-filename --line-number --initial-tab --null --text --line-buffered --null-data --binary'
      ),
      values('-e --regexp', { mark: 'first' }),
      values('-f --file', { role: 'read', mark: 'first' }),
      values('-m --max-count -A --after-context -B --before-context -C --context -D --devices'),
      values('-d --directories', { mark: 'recursive', unless: /^(?:read|skip)$/ }),
      values('--label --binary-files --exclude-dir'),
      optional('--color --colour'),
      values('--include', { mark: 'include' }),
      values('--exclude', { mark: 'exclude' }),
      values('--exclude-from', { role: 'read' }),
      flags('-Z'),
      ABOUT
    ],
    operands: { first: ['text'], rest: 'read', none: 'read', noneIf: 'recursive' },
    examples: {
      readOnly: [
        "grep -rn 'rm -rf' .",
        'grep -c "#" README.md',
        "grep -rn --include='*.ts' foo src",
        'grep -e a -f patterns b',
        'grep -r foo',
        'grep -A3 -B 2 x a',
        'grep "$PATTERN" a'
      ],
      not: ['grep --frobnicate x', 'grep --recurs x .']
    }
  },
  {
    names: ['rg'],
    keepsNames:
      /^(?:-[aFiLlNnPSsUuvwxH0efgtTdjm.]|--(?:files|files-with(?:out)?-match(?:es)?|hidden|unrestricted|fixed-strings|ignore-case|case-sensitive|smart-case|invert-match|(?:word|line)-regexp|regexp|file|glob|iglob|type|type-not|no-ignore|no-ignore-vcs|no-ignore-parent|no-messages|multiline|multiline-dotall|pcre2|text|follow|null|no-config|one-file-system|max-count|max-depth|maxdepth|threads|sort|sortr|max-filesize|encoding))$/,
    recursive: true,
    skipsHidden: true,
    options: [
      letters('aFHIiLNnoPpqSsUVvwxch0'),
      letters('u', { mark: 'hidden' }),
      flags('--hidden --unrestricted', { mark: 'hidden' }),
      letters('.', { mark: 'hidden' }),
      letters('l', { mark: 'lists' }),
      flags('--files-with-matches --files-without-match', { mark: 'lists' }),
      flags('--files', { mark: 'lists', also: ['first', 'names'] }),
      letters('z', { harm: 'runs decompressors', risk: 'runs-code' }),
      flags('--search-zip', { harm: 'runs decompressors', risk: 'runs-code' }),
      flags(
        '--fixed-strings --ignore-case --case-sensitive --smart-case --invert-match --word-regexp --line-regexp --count'
      ),
      flags(
        '--count-matches --only-matching --quiet --line-number --no-line-number --column --no-column --with-filename'
      ),
      flags(
        '--no-filename --heading --no-heading --no-ignore --no-ignore-vcs --no-messages --multiline --multiline-dotall'
      ),
      flags(
        '--pcre2 --text --binary --json --vimgrep --trim --stats --follow --null --null-data --pretty --passthru --crlf'
      ),
      flags(
        '--no-config --one-file-system --debug --trace --type-list --block-buffered --line-buffered --no-unicode'
      ),
      flags(
        '--no-pre --glob-case-insensitive --ignore-file-case-insensitive --no-require-git --no-ignore-parent --unicode'
      ),
      values('-e --regexp', { mark: 'first' }),
      values('-f --file', { role: 'read', mark: 'first' }),
      values('-g --glob', { mark: 'include' }),
      values('--iglob', { mark: 'unfiltered' }),
      values(
        '-A --after-context -B --before-context -C --context -m --max-count -M --max-columns -d --max-depth --maxdepth'
      ),
      values(
        '-t --type -T --type-not -r --replace -j --threads -E --encoding --color --colors --sort --sortr --max-filesize'
      ),
      values(
        '--engine --context-separator --path-separator --field-match-separator --dfa-size-limit --regex-size-limit'
      ),
      values('--ignore-file', { role: 'read' }),
      escapes('--pre --hostname-bin'),
      values('--pre-glob'),
      ABOUT
    ],
    operands: { first: ['text'], rest: 'read', none: 'read' },
    examples: {
      readOnly: [
        'rg TODO',
        'rg -n "a|b" src --type ts',
        'rg -l needle src',
        "rg -g '*.ts' x",
        'rg --files -g "*.md"',
        'rg -uu x .'
      ],
      not: ['rg --pre ./x TODO', 'rg --hostname-bin ./x TODO', 'rg -z x', 'rg "$X"', 'rg --frobnicate x']
    }
  },
  {
    names: ['ag'],
    recursive: true,
    skipsHidden: true,
    options: [
      letters('iswvclnoQ'),
      flags('--ignore-case --literal --count --nocolor --nogroup --smart-case'),
      values('-A -B -C -m -G'),
      escapes('--pager', { unless: /^(?:cat|more|less(?: -\w+)*)$/ }),
      flags('--hidden', { mark: 'hidden' })
    ],
    operands: { first: ['text'], rest: 'read', none: 'read' },
    examples: { readOnly: ['ag -i todo src'], not: ['ag --pager=./x y', 'ag --frobnicate x'] }
  },
  {
    names: ['fd', 'fdfind'],
    keepsNames:
      /^(?:-[IsigFapL01qHudteSojE]|--(?:hidden|unrestricted|no-ignore|no-ignore-vcs|no-ignore-parent|case-sensitive|ignore-case|glob|regex|fixed-strings|absolute-path|follow|full-path|print0|prune|one-file-system|max-depth|maxdepth|min-depth|exact-depth|type|extension|size|owner|threads|changed-within|changed-before|newer|older|max-results|and|exclude|ignore-file))$/,
    recursive: true,
    skipsHidden: true,
    lists: true,
    options: [
      letters('IsigFapL01q'),
      letters('Hu', { mark: 'hidden' }),
      flags('--hidden --unrestricted', { mark: 'hidden' }),
      letters('l', { harm: 'runs ls', risk: 'changes-state', mark: 'unlists' }),
      flags('--list-details', { harm: 'runs ls', risk: 'changes-state', mark: 'unlists' }),
      flags(
        '--no-ignore --no-ignore-vcs --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --follow'
      ),
      flags(
        '--full-path --print0 --quiet --prune --one-file-system --show-errors --strip-cwd-prefix --no-ignore-parent'
      ),
      values(
        '-d --max-depth --maxdepth --min-depth --exact-depth -t --type -e --extension -S --size -o --owner -j --threads'
      ),
      values(
        '--changed-within --changed-before --newer --older --max-results -c --color --path-separator --and --batch-size'
      ),
      values('-E --exclude', { mark: 'exclude' }),
      values('--ignore-file', { role: 'read' }),
      values('--search-path --base-directory', { role: 'list', mark: 'unlists' }),
      commands('-x --exec -X --exec-batch', {
        harm: 'runs a command for each match',
        mark: 'unlists',
        risk: []
      }),
      ABOUT
    ],
    operands: { first: ['text'], rest: 'list', none: 'list' },
    examples: {
      readOnly: ['fd', 'fd -e ts', 'fd foo src', 'fdfind -t f -H x'],
      not: ['fd -x rm', 'fd -e ts -X wc -l', 'fd -l', 'fd --format x', 'fd *']
    }
  },
  {
    names: ['find', 'gfind'],
    syntax: 'words',
    recursive: true,
    lists: true,
    tokens: ['(', ')', '!', ','],
    options: [
      flags(
        '-H -L -P -E -X -d -depth -follow -mount -xdev -daystart -warn -nowarn -noleaf -ignore_readdir_race'
      ),
      flags(
        '-O0 -O1 -O2 -O3 -a -and -empty -executable -readable -writable -false -true -nogroup -nouser -print -print0 -prune'
      ),
      flags('-quit'),
      flags('-ls', { mark: 'unlists' }),
      flags('-o -or -not', { mark: 'unfiltered' }),
      values(
        '-maxdepth -mindepth -amin -atime -cmin -ctime -mmin -mtime -used -gid -group -uid -user -inum -links -perm -size'
      ),
      values(
        '-type -xtype -fstype -context -regextype -regex -iregex -path -ipath -wholename -iwholename -lname -ilname -iname'
      ),
      values('-name', { mark: 'include' }),
      values('-newer -anewer -cnewer -samefile', { role: 'list' }),
      values('-newermt -newerat -newerct -newerBt'),
      values('-newerma -newermm -newermc -neweraa -neweram -newerac -newerca -newercm -newercc', {
        role: 'list'
      }),
      values('-printf', { mark: 'unlists' }),
      values('-files0-from', { role: 'read', harm: 'takes its start paths from a file' }),
      values('-fprint -fprint0 -fls', { role: 'write' }),
      values('-fprintf', { role: 'write', harm: 'writes a file' }),
      flags('-delete', { mark: 'deletes', harm: 'removes files', risk: 'removes-tree' }),
      commands('-exec', { mark: 'unlists' }),
      commands('-execdir', { mark: 'unlists', harm: 'runs a command in other directories', risk: [] }),
      commands('-ok -okdir', { mark: 'unlists', harm: 'asks on its terminal', risk: [] }),
      flags('-help --help -version --version', { mark: 'shows' })
    ],
    operands: { rest: 'list', none: 'list' },
    examples: {
      readOnly: [
        "find . -name '*.ts' -print",
        "find . -type d -name node_modules -prune -o -name '*.ts' -print",
        "find . -name '*.rs' -exec grep -l Exec {} \\;",
        'find . -exec cat {} +',
        'find . -exec sed -n 1p {} +',
        'find . -exec git log {} \\;',
        'find src -maxdepth 2 \\( -name a -o -name b \\)',
        'find'
      ],
      not: [
        'find . -name in.txt -delete',
        'find . -fprint out.txt',
        'find . -fls out.txt',
        'find . -name notes.txt -exec rm {} +',
        'find . -maxdepth 1 -ok rm {} \\;',
        'find "$X" -name y',
        'find . -frobnicate',
        'find . -exec sh -c "cat {}" \\;',
        'find . -exec {} \\;',
        'find . -exec env {} \\;',
        'find . -exec xargs {} \\;',
        'find . -exec nice {} \\;',
        'find . -exec tee {} +',
        'find . -exec truncate -s0 {} \\;',
        'find . -exec uniq {} {} \\;',
        'find . -exec xxd {} {} \\;',
        'find . -exec sort -o {} {} \\;',
        'find . -exec sort --output={} a \\;',
        'find . -exec git tag {} \\;',
        'find . -exec hostname {} \\;',
        'find . -exec touch {} \\;',
        'find . -exec gh api {} \\;',
        'find . -exec timeout 5 env {} \\;'
      ]
    }
  }
]
