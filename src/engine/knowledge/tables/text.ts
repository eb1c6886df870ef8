/** Programs that take text in and print text. */
import { awkScript } from '../awk-script.ts'
import { jqScript, yqScript } from '../jq-script.ts'
import { sedScript } from '../sed-script.ts'
import { ABOUT, escapes, type Form, flags, letters, optional, pairs, type Row, values } from '../table.ts'

/** Every operand is read, no option writes or runs anything. */
const filter = (names: string, options: Form['options'], readOnly: string[], not: string[]): Row => ({
  names: names.split(' '),
  everyOptionHarmless: true,
  options: [...(options ?? []), ABOUT],
  operands: { rest: 'read' },
  examples: { readOnly, not }
})

/** Operands are text, no option writes or runs anything. */
const texts = (names: string, options: Form['options'], readOnly: string[], not: string[]): Row => ({
  ...filter(names, options, readOnly, not),
  operands: { rest: 'text' }
})

export const TEXT: readonly Row[] = [
  {
    ...filter(
      'head',
      [
        letters('qvz'),
        flags('--quiet --silent --verbose --zero-terminated'),
        values('-n --lines -c --bytes')
      ],
      ['head -5 a', 'head -n 20 README.md', 'head -c100 a', 'head -1'],
      ['head --frobnicate a', 'head --line=5 a']
    ),
    numbers: true
  },
  {
    ...filter(
      'tail',
      [
        letters('fFqvzr'),
        flags('--quiet --silent --verbose --zero-terminated --retry'),
        values('-n --lines -c --bytes --pid -s --sleep-interval --max-unchanged-stats'),
        optional('--follow')
      ],
      ['tail -5 a', 'tail -n +20 a.log', 'tail -f a.log'],
      ['tail --frobnicate a']
    ),
    numbers: true
  },
  filter(
    'wc',
    [
      letters('clmLw'),
      flags('--bytes --lines --chars --words --max-line-length'),
      values('--files0-from', { role: 'read', harm: 'takes names from a file' }),
      values('--total')
    ],
    ['wc -l src/*.py', 'wc', 'wc -l "$f"'],
    ['wc -x a', 'wc --files0-from=names']
  ),
  filter(
    'nl',
    [
      values(
        '-b -d -f -h -i -l -n -s -v -w --body-numbering --number-format --number-width --starting-line-number'
      ),
      letters('p')
    ],
    ['nl -ba src/a.ts', 'nl -w 3 a'],
    ['nl -x a']
  ),
  filter(
    'tac',
    [letters('br'), values('-s --separator'), flags('--before --regex')],
    ['tac a'],
    ['tac -x a']
  ),
  filter('rev', [], ['rev a', 'rev'], ['rev -x a']),
  filter(
    'cut',
    [
      letters('nsz'),
      flags('--complement --only-delimited --zero-terminated'),
      values('-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter')
    ],
    ["cut -d' ' -f2", 'cut -c1-10 a', 'cut -d : -f 1 a'],
    ['cut -x a']
  ),
  filter(
    'paste',
    [letters('sz'), flags('--serial'), values('-d --delimiters')],
    ['paste a b', 'paste -sd,'],
    ['paste -x a']
  ),
  texts(
    'tr',
    [letters('cCdst'), flags('--complement --delete --squeeze-repeats --truncate-set1')],
    ['tr a b', 'tr -d x'],
    ['tr -x a']
  ),
  filter(
    'fold fmt',
    [
      letters('bcstu'),
      values('-w -g -p --width --goal --prefix'),
      flags('--bytes --spaces --split-only --uniform-spacing')
    ],
    ['fold -w 80 a', 'fmt -w 72 a'],
    ['fold -x a']
  ),
  filter(
    'column',
    [
      letters('tJLnexc'),
      values('-s -o -c -N -R -H -T -W -E --separator --output-separator --table-columns'),
      flags('--table --json')
    ],
    ['column -t a', 'column -ts, a'],
    ['column -Q a']
  ),
  filter(
    'expand unexpand',
    [letters('ai'), values('-t --tabs'), flags('--initial --all')],
    ['expand -t 2 a'],
    ['expand -x a']
  ),
  filter(
    'comm',
    [
      letters('123z'),
      flags('--check-order --nocheck-order --total --zero-terminated'),
      values('--output-delimiter')
    ],
    ['comm -12 a b'],
    ['comm -x a b']
  ),
  filter(
    'cmp',
    [
      letters('bls'),
      flags('--print-bytes --quiet --silent --verbose'),
      values('-i -n --ignore-initial --bytes')
    ],
    ['cmp a b', 'cmp -s a b'],
    ['cmp -x a b']
  ),
  {
    ...filter(
      'diff colordiff',
      [
        letters('abBcdeEiHnNpqstTuwyZ'),
        letters('r', { mark: 'recursive' }),
        flags('--recursive', { mark: 'recursive' }),
        flags(
          '--brief --report-identical-files --text --ignore-case --ignore-all-space --ignore-blank-lines --minimal'
        ),
        flags(
          '--ignore-space-change --ignore-trailing-space --side-by-side --suppress-common-lines --new-file --strip-trailing-cr'
        ),
        flags(
          '--left-column --expand-tabs --initial-tab --show-c-function --normal --ed --rcs --speed-large-files'
        ),
        values(
          '-C -F -I -L -S -U -W -x --label --width --ignore-matching-lines --show-function-line --exclude --tabsize'
        ),
        values('--from-file --to-file -X --exclude-from', { role: 'read' }),
        optional('--color --unified --context')
      ],
      ['diff a b', 'diff -u a b', 'diff -rq a b', 'diff --color=never -U3 a b'],
      ['diff --frobnicate a b']
    ),
    numbers: true
  },
  filter(
    'join',
    [
      letters('iz'),
      values('-1 -2 -a -e -j -o -t -v'),
      flags('--ignore-case --header --check-order --nocheck-order')
    ],
    ['join a b', 'join -t , -1 2 a b'],
    ['join -x a b']
  ),
  {
    names: ['uniq'],
    options: [
      letters('cdDiuz'),
      flags('--count --repeated --ignore-case --unique --zero-terminated'),
      values('-f -s -w --skip-fields --skip-chars --check-chars'),
      optional('--all-repeated --group'),
      ABOUT
    ],
    operands: { first: ['read', 'write'] },
    examples: { readOnly: ['uniq', 'uniq -c in.txt'], not: ['uniq in.txt out.txt', 'uniq *', 'uniq -c a b'] }
  },
  {
    names: ['sort'],
    options: [
      letters('bcCdfghimMnrRsuVz'),
      flags(
        '--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort'
      ),
      flags(
        '--ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --stable --unique --version-sort'
      ),
      flags('--merge --zero-terminated --debug'),
      values('-k --key -t --field-separator -S --buffer-size --parallel --batch-size --sort'),
      optional('--check'),
      values('--random-source', { role: 'read' }),
      values('--files0-from', { role: 'read', harm: 'takes names from a file' }),
      values('-o --output', { role: 'write' }),
      values('-T --temporary-directory', { role: 'write', risk: 'writes-file' }),
      escapes('--compress-program', {
        unless: /^(?:gzip|pigz|bzip2|xz|zstd|lz4|lzop)$/,
        harm: 'runs a program',
        risk: 'runs-apart'
      }),
      ABOUT
    ],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['sort names.txt', 'sort -k2,2n -t , a', 'sort -rn src/*.txt', 'sort -u'],
      not: [
        'sort -o out.txt in.txt',
        'sort in.txt -o in.txt',
        'sort --outp=out.txt in.txt',
        'sort *.txt',
        'sort --compress-program=./x a',
        'sort --compress-prog=./x a',
        'sort --files0-from=names'
      ]
    }
  },
  {
    names: ['base64', 'base32'],
    options: [letters('dDi'), flags('--decode --ignore-garbage'), values('-w --wrap'), ABOUT],
    operands: { first: ['read'] },
    examples: { readOnly: ['base64 -d in.txt', 'base64 -w 0'], not: ['base64 -o out.txt a', 'base64 *'] }
  },
  {
    names: ['bat', 'batcat'],
    numbers: true,
    options: [
      letters('pnAfPu'),
      flags('--plain --number --show-all --force-colorization --no-pager --list-themes --list-languages'),
      values(
        '-l --language -H --highlight-line -r --line-range --style --color --decorations --wrap --theme --tabs'
      ),
      ABOUT
    ],
    operands: { rest: 'read' },
    telling: [{ matches: /^--?pager\b/, escape: 'runs a pager' }],
    examples: {
      readOnly: ['bat -n a.ts', 'bat -r 1:20 a.ts'],
      not: ['bat --pager ./x a', 'bat cache --build']
    }
  },
  {
    names: ['nm', 'objdump', 'readelf', 'size'],
    responseFiles: true,
    options: [letters('aACDdfghHilnrsStTuVWxw'), values('-j -M'), ABOUT],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['readelf -h a', 'nm -D a', 'objdump -d a', 'readelf -n ~/a'],
      not: ['nm --plugin x a', 'nm @options', 'objdump -j @x a', 'nm "$F"', 'objdump *']
    }
  },
  {
    names: ['strings'],
    responseFiles: true,
    options: [
      letters('adfow'),
      values('-n -t -e -s --bytes --radix --encoding'),
      flags('--all --data'),
      ABOUT
    ],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['strings -n 8 a', 'strings ./*.so'],
      not: ['strings -x a', 'strings @options', 'strings -n @x a', 'strings "$F"', 'strings *']
    }
  },
  texts('yes', [], ['yes', 'yes n'], ['yes --frobnicate']),
  {
    names: ['yq'],
    options: [
      letters('rPeNMCn'),
      flags('--prettyPrint --exit-status --no-doc --no-colors --colors --null-input'),
      values('-o --output-format -p --input-format -I --indent'),
      letters('i', { mark: 'writes', harm: 'edits files in place', risk: 'edits-in-place' }),
      flags('--inplace', { mark: 'writes', harm: 'edits files in place', risk: 'edits-in-place' })
    ],
    script: yqScript,
    operands: { first: ['script'], rest: 'read' },
    examples: {
      readOnly: ["yq '.a' f.yml", 'yq -r .a f.yml', 'yq -o json . f.yml'],
      not: [
        "yq -i '.a = 1' f.yml",
        'yq \'load("x")\' f.yml',
        'yq e . f.yml',
        'yq -r eval . f.yml',
        'yq a.yq f.yml',
        "yq -s '.a' f.yml",
        'yq "$X" f'
      ]
    }
  },
  filter('tsort', [], ['tsort a'], ['tsort -x']),
  filter(
    'pr',
    [letters('acdfFhJmrtTv'), values('-D -h -l -o -s -S -w -W -N --header --length --width --indent')],
    ['pr -l 60 a'],
    ['pr -x a']
  ),
  filter(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum',
    [letters('btzw'), flags('--binary --text --tag --zero'), values('-a --algorithm -l --length')],
    ['sha256sum a b', 'md5sum *.txt', 'cksum a'],
    ['sha256sum -c sums', 'md5sum --check sums']
  ),
  {
    names: ['xxd'],
    options: [
      flags(
        '-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -i -include -p -ps -plain -postscript -u -v -h'
      ),
      values('-c -cols -g -groupsize -l -len -n -name -o -s -seek -R'),
      flags('-r -revert', { harm: 'may write a file', risk: 'overwrites-file' })
    ],
    operands: { first: ['read', 'write'] },
    examples: {
      readOnly: ['xxd in.txt', 'xxd -l 16 -p a', 'xxd -l16 a', 'xxd -len 16 -ps a'],
      not: ['xxd in.txt out.txt', 'xxd -r a', 'xxd -rp a', 'xxd *']
    }
  },
  filter(
    'od hexdump hd',
    [
      letters('abcdfhilosvxCeL'),
      optional('-w'),
      values('-A -j -N -S -t -n --address-radix --format --skip-bytes --read-bytes'),
      values('-f', { role: 'read' })
    ],
    ['od -c a', 'hexdump -C a', 'od -An -tx1 a'],
    ['od --frobnicate a']
  ),
  texts(
    'seq',
    [letters('w'), flags('--equal-width'), values('-f -s -t --format --separator')],
    ['seq 1 10', 'seq -w 3'],
    ['seq --frobnicate']
  ),
  texts('expr', [], ['expr 1 + 2', 'expr "$X" : y'], ['expr --frobnicate']),
  texts(
    'numfmt',
    [
      values('--to --from --suffix --padding --field -d --format --round'),
      optional('--header'),
      letters('z')
    ],
    ['numfmt --to=iec 1024'],
    ['numfmt -x 1']
  ),
  texts('factor', [letters('h')], ['factor 12'], ['factor -x']),
  {
    names: ['sed', 'gsed'],
    edits: true,
    script: sedScript,
    options: [
      letters('nErsuz'),
      flags(
        '--quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox'
      ),
      values('-l --line-length'),
      values('-e --expression', { role: 'script', mark: 'first' }),
      values('-f --file', {
        role: 'read',
        mark: 'first',
        harm: 'runs a script that is not shown',
        risk: 'runs-code'
      }),
      optional('-i --in-place', {
        mark: 'writes',
        also: ['backup'],
        harm: 'edits files in place',
        risk: 'edits-in-place'
      }),
      ABOUT
    ],
    operands: { first: ['script'], rest: 'read' },
    examples: {
      readOnly: [
        "sed -n '1,80p' in.txt",
        "sed 's/w/e/' in.txt",
        "sed 's,a,w out.txt,' in.txt",
        "sed -e 's/a/b/g;p' -e '/x/d' a"
      ],
      not: [
        "sed -n 'w out.txt' in.txt",
        "sed 's/a/b/w out.txt' in.txt",
        "sed -n '/a/Iw out.txt' in.txt",
        'sed -i s/a/b/ in.txt',
        'sed -ni p in.txt',
        "sed '1e rm -rf build' in.txt",
        "sed 's/.*/rm build/e' in.txt",
        "sed '1e;2p' in.txt",
        "sed --expr='1e x' in.txt",
        'sed -n 1p *',
        'sed -f s.sed a',
        'sed "$X" a'
      ]
    }
  },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk'],
    script: awkScript,
    order: 'first',
    options: [
      values('-F -v --field-separator --assign'),
      escapes('-l --load -E --exec', { command: /(?!)/, otherwise: 'loads what is not shown' }),
      values('-i --include', {
        harm: 'includes a file that is not shown',
        mark: 'writes',
        risk: ['edits-in-place', 'runs-code']
      }),
      values('-f --file', {
        role: 'read',
        mark: 'first',
        harm: 'runs a program that is not shown',
        risk: 'runs-code'
      }),
      flags('--version -V', { mark: 'shows' })
    ],
    operands: { first: ['script'], rest: 'read' },
    examples: {
      readOnly: [
        "awk '{print $1}' in.txt",
        "awk '$1 > 3' in.txt",
        "awk 'NR>=300 && NR<=430' f",
        "awk -F, '/x/ {n++} END {print n/2}' a",
        "awk '{print ($1 > 5)}' a"
      ],
      not: [
        'awk \'BEGIN{system("rm -rf build")}\'',
        'awk \'{print > "out.txt"}\' in.txt',
        'awk \'BEGIN{"rm build" | getline}\'',
        'awk -f prog.awk in.txt',
        "awk -i inplace '{print}' a",
        "awk --include=inplace '{print}' a",
        'awk \'{x = $/"/; system("x")}\' a',
        'awk "$X" a'
      ]
    }
  },
  {
    names: ['jq'],
    script: jqScript,
    everyOptionHarmless: true,
    options: [
      letters('cnrjaseSMCR'),
      flags(
        '--compact-output --null-input --raw-output --join-output --ascii-output --slurp --exit-status --sort-keys'
      ),
      flags(
        '--monochrome-output --color-output --raw-input --tab --stream --seq --unbuffered --raw-output0 --args --jsonargs'
      ),
      values('--indent'),
      pairs('--arg --argjson'),
      pairs('--slurpfile --rawfile', { role: 'read' }),
      values('-f --from-file', {
        role: 'read',
        mark: 'first',
        harm: 'runs a filter that is not shown',
        risk: 'runs-code'
      }),
      flags('--version --help -h -V', { mark: 'shows' })
    ],
    operands: { first: ['script'], rest: 'read' },
    examples: {
      readOnly: [
        "jq '.scripts' package.json",
        "jq -r '.a | keys[]' a.json",
        'jq --arg x 1 .a f.json',
        'jq . "$F"'
      ],
      not: ['jq -f filter.jq a', 'jq \'import "a" as a; .\' f', 'jq --frobnicate . a', 'jq "$X" a']
    }
  },
  filter(
    'zcat gzcat bzcat xzcat zstdcat',
    [letters('fqv'), flags('--force --quiet')],
    ['zcat a.gz'],
    ['zcat -k a.gz']
  )
]
