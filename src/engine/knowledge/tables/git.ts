/** git: its global options, and the forms of its subcommands that only print. */
import {
  ABOUT,
  effects,
  escapes,
  type Form,
  flags,
  letters,
  type Option,
  optional,
  type Row,
  values
} from '../table.ts'

/** Formats that show signatures run the configured program to check them. */
const UNSIGNED = {
  only: /^(?!.*(?:%[-+ ]?G|signature))/s,
  otherwise: 'may check signatures'
} as const

/** Options of everything that prints differences. */
const DIFF: readonly Option[] = [
  letters('pusWawbRzD'),
  flags(
    '--patch --no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --numstat --shortstat'
  ),
  flags(
    '--summary --name-only --name-status --no-color --color-moved --no-renames --check --full-index --binary --text'
  ),
  flags(
    '--no-ext-diff --no-textconv --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines'
  ),
  flags(
    '--ignore-cr-at-eol --function-context --exit-code --quiet --no-prefix --pickaxe-all --pickaxe-regex --find-copies-harder'
  ),
  flags(
    '--compact-summary --no-relative --cumulative --no-indent-heuristic --indent-heuristic --default-prefix'
  ),
  optional(
    '--stat --dirstat --color --color-words --word-diff --abbrev --find-renames --find-copies --break-rewrites --submodule'
  ),
  optional('--relative --color-moved --ignore-submodules --unified -U -M -C -B'),
  values(
    '-S -G -l --diff-filter --diff-algorithm --word-diff-regex --src-prefix --dst-prefix --line-prefix --ws-error-highlight'
  ),
  values(
    '--inter-hunk-context --stat-width --stat-name-width --stat-count --anchored --rotate-to --skip-to --find-object -I'
  ),
  values('-O', { role: 'read' }),
  values('--output', { role: 'write' }),
  flags('--ext-diff --textconv', { harm: 'runs a configured program', risk: 'runs-code' })
]

/** Options that select and order commits. */
const COMMITS: readonly Option[] = [
  values(
    '-n --max-count --skip --since --after --until --before --author --committer --grep --grep-reflog --max-parents --min-parents'
  ),
  values('--date --encoding --glob --since-as-filter --max-age --min-age'),
  optional(
    '--branches --tags --remotes --exclude --no-walk --decorate --decorate-refs --decorate-refs-exclude'
  ),
  optional('--pretty --format', UNSIGNED),
  flags(
    '--oneline --all --merges --no-merges --first-parent --reverse --topo-order --date-order --author-date-order --graph'
  ),
  flags(
    '--no-decorate --abbrev-commit --no-abbrev-commit --parents --children --left-right --cherry --cherry-pick --cherry-mark'
  ),
  flags(
    '--boundary --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --basic-regexp --all-match'
  ),
  flags(
    '--simplify-by-decoration --full-history --dense --sparse --ancestry-path --walk-reflogs --relative-date --no-notes'
  ),
  flags(
    '--left-only --right-only --reflog --source --count --no-mailmap --mailmap --use-mailmap --clear-decorations --follow'
  ),
  flags(
    '--full-diff --log-size --no-color --cc --combined-all-paths --show-pulls --remove-empty --no-expand-tabs --root --no-graph'
  ),
  letters('iEFPgmct'),
  values('-L', { role: 'revision' })
]

const shown = (
  names: string,
  options: readonly Option[],
  operands: Form['operands'],
  more: Partial<Form> = {}
): Form => ({
  names: names.split(' '),
  options: [...options, ABOUT],
  ...(operands === undefined ? {} : { operands }),
  ...more
})

const REVISIONS = { rest: 'revision' } as const

/** What is run at the other end, which may be this machine. */
const OTHER_END = [
  escapes('--upload-pack --receive-pack --exec', { otherwise: 'runs a program at the other end' })
]

const withOtherEnd = (form: Form): Form => ({ ...form, options: OTHER_END, operands: { rest: 'text' } })

const FORMS: readonly Form[] = [
  shown(
    'status',
    [
      letters('sbvz'),
      flags(
        '--short --branch --verbose --long --show-stash --no-ahead-behind --ahead-behind --no-renames --null'
      ),
      optional('--porcelain --untracked-files --ignored --ignore-submodules --column --find-renames -u')
    ],
    { rest: 'list' }
  ),
  shown('log', [...DIFF, ...COMMITS], REVISIONS, { numbers: true }),
  shown('show', [...DIFF, ...COMMITS, flags('--expand-tabs')], REVISIONS, { numbers: true }),
  shown(
    'diff',
    [
      ...DIFF,
      flags('--cached --staged --merge-base --no-index --ours --theirs --base -1 -2 -3'),
      letters('q')
    ],
    REVISIONS
  ),
  shown(
    'diff-tree diff-index diff-files',
    [...DIFF, letters('rtmc'), flags('--cached --no-commit-id --root --stdin --cc')],
    REVISIONS
  ),
  shown('whatchanged', [...DIFF, ...COMMITS], REVISIONS, { numbers: true }),
  shown(
    'shortlog',
    [
      letters('nsec'),
      flags('--numbered --summary --email --committer --no-merges --all'),
      values('--since --until --author --group'),
      optional('--format', UNSIGNED)
    ],
    REVISIONS
  ),
  shown(
    'branch',
    [
      letters('arv'),
      flags('--all --remotes --verbose --no-color --no-column --ignore-case -vv -av -avv'),
      flags('--list --show-current', { mark: 'shows' }),
      optional('--contains --no-contains --merged --no-merged --points-at', { mark: 'shows' }),
      values('--sort --format', UNSIGNED),
      optional('--color --column --abbrev'),
      flags('-d --delete -m --move -c --copy', { harm: 'changes branches', risk: 'changes-state' }),
      flags('-D -M -C -f --force', { harm: 'replaces or removes branches', risk: 'discards-work' }),
      flags('--edit-description --unset-upstream', { harm: 'changes a branch', risk: 'changes-state' }),
      values('-u --set-upstream-to', { harm: 'changes a branch', risk: 'changes-state' })
    ],
    { excess: 'creates a branch', risk: 'changes-state' },
    { destructive: false }
  ),
  shown(
    'tag',
    [
      letters('l', { mark: 'shows' }),
      flags('--list', { mark: 'shows' }),
      flags('-i --ignore-case --no-column'),
      optional('--contains --no-contains --merged --no-merged --points-at', { mark: 'shows' }),
      optional('-n', { mark: 'shows' }),
      values('--sort --format', UNSIGNED),
      optional('--column --color'),
      letters('as', { harm: 'creates a tag', risk: 'changes-state' }),
      flags('--annotate --sign', { harm: 'creates a tag', risk: 'changes-state' }),
      flags('-d --delete -f --force', { harm: 'replaces or removes tags', risk: 'rewrites-history' }),
      values('-m --message -u --local-user', { harm: 'creates a tag', risk: 'changes-state' }),
      values('-F --file', { role: 'read', harm: 'creates a tag', risk: 'changes-state' })
    ],
    { excess: 'creates a tag', risk: 'changes-state' },
    { destructive: false }
  ),
  {
    names: ['remote'],
    options: [letters('v'), flags('--verbose')],
    operands: { excess: 'changes or asks a remote', risk: 'network' },
    subcommands: [
      shown('get-url', [flags('--push --all')], { rest: 'text' }),
      {
        names: ['show'],
        options: [letters('n', { mark: 'shows' })],
        operands: { rest: 'text' },
        effect: 'asks the remote',
        risk: 'network'
      },
      ...effects('remove rm prune', 'changes remotes', ['network', 'discards-work']),
      ...effects('add rename set-branches set-url', 'changes remotes', 'changes-state'),
      ...effects('set-head update', 'changes remotes', ['network', 'changes-state'])
    ]
  },
  shown(
    'rev-parse',
    [
      flags(
        '--verify -q --quiet --symbolic --symbolic-full-name --is-inside-work-tree --is-inside-git-dir --is-bare-repository'
      ),
      flags('--is-shallow-repository --local-env-vars --all --revs-only --no-revs --show-object-format'),
      optional('--short'),
      optional('--abbrev-ref --path-format', { mark: 'odd' }),
      flags(
        '--show-toplevel --git-dir --git-common-dir --absolute-git-dir --show-cdup --show-prefix --show-superproject-working-tree',
        {
          mark: 'odd'
        }
      ),
      values('--git-path', { mark: 'odd' })
    ],
    REVISIONS,
    { output: /^[\w@][\w@{}^~./-]*$/ }
  ),
  shown(
    'rev-list',
    [
      ...COMMITS,
      flags('--objects --count --pretty --no-commit-header --timestamp'),
      optional('--disk-usage')
    ],
    REVISIONS,
    { numbers: true }
  ),
  shown(
    'ls-files',
    [
      letters('cdmosuktvzf'),
      flags(
        '--cached --deleted --modified --others --stage --unmerged --killed --exclude-standard --error-unmatch --full-name'
      ),
      flags('--directory --no-empty-directory --eol --deduplicate --recurse-submodules --debug'),
      optional('--abbrev'),
      values('-x --exclude --format --with-tree'),
      values('-X --exclude-from', { role: 'read' }),
      values('--exclude-per-directory')
    ],
    { rest: 'list' },
    {
      lists: true,
      keepsNames:
        /^(?:-[cdmozxX]|--(?:cached|deleted|modified|others|exclude-standard|error-unmatch|directory|no-empty-directory|deduplicate|recurse-submodules|exclude|exclude-from|exclude-per-directory))$/
    }
  ),
  shown(
    'ls-tree',
    [
      letters('rdtlz'),
      flags('--name-only --name-status --object-only --full-name --full-tree --long'),
      optional('--abbrev'),
      values('--format')
    ],
    { rest: 'revision' }
  ),
  shown(
    'cat-file',
    [letters('tspe'), flags('--batch-check --batch --batch-all-objects --unordered --buffer')],
    { rest: 'revision' }
  ),
  shown(
    'blame annotate',
    [
      letters('lstfnpecwbk'),
      flags(
        '--root --show-stats --porcelain --line-porcelain --incremental --show-name --show-number --show-email --color-lines'
      ),
      values('-L --date --ignore-rev --abbrev'),
      values('--ignore-revs-file -S', { role: 'read' }),
      optional('-M -C')
    ],
    REVISIONS
  ),
  shown(
    'grep',
    [
      letters('iwvhHEGFPnlLcpWazoqrI'),
      flags(
        '--ignore-case --word-regexp --invert-match --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number'
      ),
      flags(
        '--column --files-with-matches --name-only --files-without-match --count --show-function --function-context --cached'
      ),
      flags(
        '--untracked --no-index --heading --break --all-match --and --or --not --text --only-matching --quiet --full-name --null'
      ),
      flags('--exclude-standard --no-exclude-standard --recurse-submodules --no-recursive --recursive'),
      values('-e', { mark: 'first' }),
      values('-f', { role: 'read', mark: 'first' }),
      values('-A --after-context -B --before-context -C --context -m --max-count --max-depth --threads'),
      optional('--color'),
      optional('-O --open-files-in-pager', {
        mark: 'escape',
        command: /^([\s\S]+)$/,
        otherwise: 'opens a pager'
      }),
      flags('--textconv', { harm: 'runs a configured program', risk: 'runs-code' })
    ],
    { first: ['text'], rest: 'revision' }
  ),
  shown(
    'describe',
    [
      flags('--all --tags --contains --long --always --first-parent --exact-match --debug'),
      optional('--dirty --broken --abbrev'),
      values('--match --exclude --candidates')
    ],
    REVISIONS
  ),
  shown(
    'merge-base',
    [letters('a'), flags('--all --octopus --independent --is-ancestor --fork-point')],
    REVISIONS,
    {
      output: /^[\w@][\w@{}^~./-]*$/
    }
  ),
  {
    names: ['reflog'],
    options: [...DIFF, ...COMMITS],
    numbers: true,
    operands: REVISIONS,
    subcommands: [
      shown('show', [...DIFF, ...COMMITS], REVISIONS, { numbers: true }),
      shown('exists', [], { rest: 'text' }),
      ...effects('expire delete drop', 'removes entries of the log', 'rewrites-history')
    ]
  },
  {
    names: ['stash'],
    effect: 'saves and resets the working tree',
    risk: 'changes-state',
    subcommands: [
      shown('list', [...DIFF, ...COMMITS], { rest: 'text' }, { numbers: true }),
      shown('show', [...DIFF, flags('--include-untracked --only-untracked')], { rest: 'text' }),
      ...effects('drop clear', 'removes stashes', 'discards-work'),
      ...effects('push save pop apply branch store create', 'changes the working tree', 'changes-state')
    ]
  },
  {
    names: ['config'],
    options: [
      flags('--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool', { mark: 'shows' }),
      flags('-l --list', { mark: 'shows' }),
      flags('--global', { mark: 'personal' }),
      flags(
        '--system --local --worktree --show-origin --show-scope --name-only -z --null --bool --int --path --includes'
      ),
      values('--type --default'),
      flags('--add --unset --unset-all --replace-all --remove-section --rename-section --edit -e', {
        mark: 'creates',
        harm: 'changes the configuration',
        risk: 'changes-state'
      }),
      values('-f --file', { role: 'archive' }),
      values('--blob')
    ],
    operands: { first: ['setting'], excess: 'changes the configuration', risk: 'changes-state' },
    subcommands: [
      shown(
        'list',
        [flags('--global --system --local --worktree --show-origin --show-scope --name-only -z')],
        {}
      ),
      shown(
        'get',
        [
          flags('--global --system --local --worktree --all --regexp --show-origin --show-scope'),
          values('--default --type')
        ],
        {
          rest: 'text'
        }
      ),
      {
        names: ['set', 'unset', 'rename-section', 'remove-section', 'edit'],
        opaque: 'changes the configuration',
        risk: 'changes-state',
        options: [
          values('-f --file', { role: 'archive', mark: 'creates' }),
          flags('--global', { mark: 'personal' })
        ],
        operands: { first: ['setting'], rest: 'text' },
        destructive: false
      }
    ],
    destructive: false
  },
  shown(
    'for-each-ref',
    [
      values('--sort --format', UNSIGNED),
      values('--count --points-at'),
      optional('--contains --no-contains --merged --no-merged --color'),
      flags('--ignore-case')
    ],
    { rest: 'text' }
  ),
  shown(
    'show-ref',
    [
      letters('qsdh'),
      flags('--head --heads --branches --tags --verify --quiet --dereference'),
      optional('--hash --abbrev')
    ],
    { rest: 'text' }
  ),
  shown(
    'show-branch',
    [
      letters('ar'),
      flags('--all --remotes --list --current --topo-order --sha1-name --no-name --merge-base')
    ],
    { rest: 'text' }
  ),
  shown('name-rev', [flags('--tags --all --name-only --always --no-undefined'), values('--refs --exclude')], {
    rest: 'text'
  }),
  shown('count-objects', [letters('vH'), flags('--verbose --human-readable')], {}),
  {
    names: ['worktree'],
    subcommands: [
      shown('list', [letters('vz'), flags('--porcelain --verbose')], {}),
      ...effects('remove prune', 'removes a working tree', ['removes-tree', 'discards-work']),
      {
        names: ['add'],
        opaque: 'changes working trees',
        risk: ['writes-file', 'changes-state'],
        options: [letters('fd'), values('-b -B --reason')],
        operands: { first: ['output'], rest: 'text' },
        destructive: false
      },
      ...effects('move lock unlock repair', 'changes working trees', 'changes-state')
    ]
  },
  {
    names: ['symbolic-ref'],
    options: [letters('q'), flags('--quiet --recurse'), flags('--short', { mark: 'odd' })],
    operands: { first: ['text'], excess: 'moves a reference', risk: 'changes-state' },
    output: 'plain'
  },
  {
    names: ['submodule'],
    bare: 'shows',
    subcommands: [
      shown('status', [flags('--cached --recursive --quiet')], { rest: 'list' }),
      {
        names: ['foreach'],
        order: 'first',
        options: [flags('--recursive -q --quiet')],
        wraps: { own: 0, allow: 'never', joins: true, why: 'runs a command in each submodule' },
        risk: 'foreign-repository'
      },
      ...effects('deinit', 'removes working trees', ['removes-tree', 'discards-work']),
      ...effects('add update', 'changes submodules', ['network', 'changes-state']),
      ...effects('init set-branch set-url summary sync absorbgitdirs', 'changes submodules', 'changes-state')
    ]
  },
  {
    names: ['notes'],
    bare: 'shows',
    subcommands: [
      shown('list show', [], { rest: 'text' }),
      ...effects('add copy append edit merge remove prune get-ref', 'changes notes', 'changes-state')
    ]
  },
  {
    names: ['bisect'],
    subcommands: [
      shown('log', [], {}),
      {
        names: ['run'],
        order: 'first',
        wraps: { own: 0, allow: 'never', why: 'runs a command for each commit', escapes: true },
        risk: 'changes-state'
      },
      ...effects(
        'start bad good new old skip reset visualize view replay terms',
        'moves the working tree or runs a command',
        'changes-state'
      )
    ]
  },
  shown('check-ignore', [letters('qvnz'), flags('--quiet --verbose --non-matching --no-index')], {
    rest: 'list'
  }),
  shown('check-attr', [letters('az'), flags('--all --cached')], { rest: 'text' }),
  shown('check-ref-format', [flags('--normalize --allow-onelevel --branch')], { rest: 'text' }),
  shown(
    'fsck',
    [
      letters('v'),
      flags(
        '--full --strict --unreachable --dangling --no-dangling --root --tags --cache --no-reflogs --verbose'
      ),
      flags('--connectivity-only --name-objects --progress --no-progress')
    ],
    { rest: 'text' }
  ),
  shown('help', [letters('ag'), flags('--all --guides')], { rest: 'text', only: /^[\w-]+$/ }),
  shown('var', [letters('l')], { rest: 'text' }),
  shown('version', [flags('--build-options')], {}),
  shown('cherry', [letters('v'), optional('--abbrev')], { rest: 'text' }),
  shown('range-diff', [...DIFF, values('--creation-factor')], { rest: 'text' }),
  shown(
    'hash-object',
    [
      letters('w', { harm: 'writes an object', risk: 'changes-state' }),
      flags('--stdin --literally --no-filters'),
      values('-t --path')
    ],
    { rest: 'read' }
  ),
  shown(
    'verify-commit verify-tag',
    [letters('v'), flags('--raw --verbose')],
    { rest: 'text' },
    { effect: 'runs the signature program', risk: 'runs-code' }
  ),
  {
    names: ['rm'],
    options: [
      letters('qf'),
      letters('n', { spares: 'removes-file' }),
      letters('r', { mark: 'recursive' }),
      flags('--cached --force --ignore-unmatch --quiet'),
      flags('--dry-run', { spares: 'removes-file' })
    ],
    operands: { rest: 'remove' },
    effect: 'removes files',
    risk: 'removes-file'
  },
  {
    names: ['mv'],
    alsoReads: 'remove',
    options: [letters('fknv'), flags('--force --dry-run --verbose')],
    operands: { rest: 'remove', last: 'write' },
    effect: 'moves files',
    risk: 'overwrites-file'
  },
  {
    names: ['add'],
    options: [
      letters('nvfipuAN'),
      flags(
        '--all --update --patch --interactive --dry-run --verbose --force --intent-to-add --refresh --ignore-errors'
      ),
      values('--chmod'),
      values('--pathspec-from-file', { role: 'read' })
    ],
    operands: { rest: 'list' },
    effect: 'changes the index',
    risk: 'changes-state',
    destructive: false
  },
  {
    names: ['clean'],
    options: [
      letters('fdxXqi'),
      letters('n', { spares: 'discards-work' }),
      flags('--force --quiet --interactive'),
      flags('--dry-run', { spares: 'discards-work' }),
      values('-e --exclude')
    ],
    operands: { rest: 'text' },
    opaque: 'removes untracked files',
    risk: 'discards-work'
  },
  {
    names: ['reset'],
    options: [flags('--hard --merge', { risk: ['rewrites-history', 'discards-work'] })],
    opaque: 'moves the branch or the index',
    risk: 'changes-state',
    destructive: false
  },
  {
    names: ['push'],
    options: [
      flags('-f --force --force-with-lease --delete -d --mirror --prune --force-if-includes', {
        risk: 'force-push'
      }),
      letters('nquv46'),
      values('-o --push-option --repo'),
      ...OTHER_END
    ],
    operands: { rest: 'text' },
    telling: [{ matches: /^[+:]./, risk: 'force-push' }],
    opaque: 'sends commits to a remote',
    risk: 'changes-remote',
    destructive: false
  },
  {
    names: ['checkout'],
    options: [
      flags('-f --force -- . --ours --theirs', { risk: 'discards-work' }),
      letters('qmptld'),
      values('-B', { risk: 'discards-work' }),
      values('-b --orphan --conflict'),
      values('--pathspec-from-file', { role: 'read' })
    ],
    // Words that can only be paths.
    telling: [{ matches: /^(?:\.\.?(?:\/|$)|:[/(]|\/)|\/$/, risk: 'discards-work' }],
    opaque: 'changes the working tree',
    risk: 'changes-state',
    operands: { rest: 'checkout' },
    destructive: false
  },
  {
    names: ['restore'],
    options: [
      letters('qp2'),
      flags('-S --staged', { mark: 'names', spares: 'discards-work' }),
      flags('-W --worktree', { mark: 'writes', risk: 'overwrites-file' }),
      values('-s --source --conflict -U'),
      values('--pathspec-from-file', { role: 'read' })
    ],
    opaque: 'rewrites or discards work',
    operands: { rest: 'write' },
    risk: ['changes-state', 'discards-work']
  },
  {
    names: ['switch'],
    options: [flags('-f --force --discard-changes -C', { risk: 'discards-work' })],
    opaque: 'changes the working tree',
    risk: 'changes-state',
    destructive: false
  },
  {
    names: ['rebase'],
    opaque: 'rewrites or discards work',
    options: [values('-x --exec', { mark: 'shell' })],
    operands: { rest: 'text' },
    risk: 'rewrites-history'
  },
  {
    names: ['filter-branch'],
    opaque: 'rewrites or discards work',
    options: [
      values(
        '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter',
        {
          mark: 'shell'
        }
      ),
      values('--tag-name-filter', { mark: 'shell' })
    ],
    operands: { rest: 'text' },
    risk: 'rewrites-history'
  },
  {
    names: ['difftool', 'mergetool'],
    opaque: 'runs another program',
    risk: 'runs-code',
    options: [values('-x --extcmd', { mark: 'shell' })],
    operands: { rest: 'text' },
    destructive: false
  },
  ...effects(
    'filter-repo gc prune repack update-ref replace',
    'rewrites or discards work',
    'rewrites-history'
  ),
  {
    names: ['commit'],
    opaque: 'records commits',
    risk: 'changes-state',
    options: [flags('--amend', { risk: 'rewrites-history' })],
    destructive: false
  },
  ...effects('revert cherry-pick merge am commit-tree', 'records commits', 'changes-state'),
  {
    names: ['clone'],
    opaque: 'reaches another repository',
    risk: ['network', 'writes-file'],
    remote: true,
    recursive: true,
    copies: true,
    options: [
      letters('qvnls'),
      values('-b --branch -o --origin --depth -j --jobs --filter'),
      escapes('-u --upload-pack'),
      values('-c --config', { mark: 'alias', also: ['escape'] }),
      values('--reference --reference-if-able --template', { role: 'read' }),
      values('--separate-git-dir', { role: 'write' })
    ],
    operands: { first: ['read', 'output'] },
    destructive: false
  },
  {
    names: ['init'],
    opaque: 'writes files',
    risk: 'writes-file',
    options: [
      letters('q'),
      values('-b --initial-branch --object-format'),
      values('--template', { role: 'read' }),
      values('--separate-git-dir', { role: 'write' })
    ],
    operands: { first: ['output'] },
    destructive: false
  },
  {
    names: ['archive', 'format-patch'],
    opaque: 'writes files',
    risk: 'overwrites-file',
    options: [
      values('-o --output --output-directory', { role: 'write' }),
      values('--add-file', { role: 'read' }),
      values('--format --prefix --remote'),
      escapes('--exec')
    ],
    operands: { rest: 'text' },
    destructive: false
  },
  {
    names: ['bundle'],
    opaque: 'writes files',
    risk: 'overwrites-file',
    operands: { first: ['text', 'output'], rest: 'text' },
    destructive: false
  },
  ...effects('fetch ls-remote', 'reaches another repository', 'network').map(withOtherEnd),
  ...effects('pull', 'reaches another repository', ['network', 'changes-state']).map(withOtherEnd),
  ...effects('request-pull', 'reaches another repository', 'network'),
  ...effects('svn p4 subtree', 'reaches another repository', ['network', 'changes-state']),
  ...effects('send-email', 'reaches another repository', 'changes-remote'),
  ...effects(
    'read-tree update-index sparse-checkout rerere',
    'changes the index or the working tree',
    'changes-state'
  ),
  ...effects('apply', 'changes the index or the working tree', 'edits-in-place'),
  ...effects('write-tree fast-import fast-export maintenance', 'writes files', 'changes-state'),
  ...effects('citool gui gitk instaweb daemon credential lfs', 'runs another program', 'runs-code')
]

export const GIT: readonly Row[] = [
  {
    names: ['git'],
    order: 'first',
    repository: true,
    options: [
      flags(
        '--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs'
      ),
      flags('-P --no-lazy-fetch --no-advice'),
      flags('-p --paginate', { harm: 'runs the configured pager', risk: 'runs-code' }),
      values('-C', { mark: 'directory' }),
      values('-c', {
        mark: 'alias',
        also: ['escape'],
        harm: 'sets a configuration value, which may run a program',
        risk: 'runs-code'
      }),
      values('--config-env', {
        mark: 'alias',
        also: ['escape'],
        harm: 'sets a configuration value, which may run a program',
        risk: 'runs-code'
      }),
      values('--git-dir --work-tree --namespace --super-prefix --attr-source', {
        mark: 'elsewhere',
        harm: 'works on another repository',
        risk: 'foreign-repository'
      }),
      flags('--bare', {
        mark: 'elsewhere',
        harm: 'works on another repository',
        risk: 'foreign-repository'
      }),
      optional('--exec-path', {
        mark: 'elsewhere',
        also: ['escape'],
        otherwise: 'finds its programs elsewhere',
        harm: 'finds its programs elsewhere',
        risk: 'runs-code'
      }),
      flags('--version -v --help -h --html-path --man-path --info-path', { mark: 'shows' })
    ],
    bare: 'shows',
    subcommands: FORMS,
    examples: {
      readOnly: [
        'git status --short',
        'git log --oneline -5',
        'git log -p -3',
        'git log -- --output=out.txt',
        "git log --grep='--output=x'",
        "git log --format='%h %s' -5",
        'git diff HEAD -- src',
        'git diff --stat HEAD~3 -- src/',
        'git show HEAD --stat',
        'git show HEAD:README.md',
        'git branch --show-current',
        'git branch -a',
        'git branch --list',
        'git remote -v',
        'git fsck --full',
        'git help log',
        'git config -f x.cfg --get a.b',
        'git remote get-url origin',
        'git config --get user.name',
        'git config user.name',
        'git --no-pager log -1',
        'git -C . status',
        'git stash list',
        'git tag -l',
        'git tag -n9',
        "git tag -i -l 'v*'",
        'git symbolic-ref HEAD',
        'git rev-parse --show-toplevel',
        'git ls-files',
        'git blame -L 1,5 a.ts',
        'git grep -n TODO src',
        'git reflog',
        'git worktree list',
        'git --version'
      ],
      not: [
        'git diff --output=out.txt',
        'git log --output=/home/dev/.bashrc',
        'git -c core.fsmonitor=./x status',
        "git -c alias.st='!rm -rf build' st",
        'git --exec-path=./evil status',
        'git --git-dir=vendor/x/.git status',
        "git ls-remote --upload-pack='rm -rf build' .",
        'git archive -o out.tar HEAD',
        'git grep -O./x TODO',
        'git -p log',
        'git branch new-name',
        'git branch -D release',
        'git branch --edit-description',
        'git tag v9',
        'git tag -i v9',
        'git branch -v new-name',
        'git branch -i new-name',
        "git log --format='%h %G?'",
        "git log --pretty='tformat:%+GS'",
        'git log --show-signature',
        "git tag --format='%(signature:grade)'",
        'git for-each-ref --sort=signature',
        'git remote set-url origin http://evil.test/r',
        'git remote show origin',
        'git config core.hooksPath ./hooks',
        'git config -f x.cfg a.b c',
        'git fsck --lost-found',
        'git help -w log',
        'git stash',
        'git symbolic-ref HEAD refs/heads/x',
        "git submodule foreach 'rm -rf build'",
        'git hash-object -w notes.txt',
        'git worktree add ../w',
        'git log -p --ext-diff',
        'git push --force',
        'git --version push',
        'git show "$X"',
        'git frobnicate'
      ]
    }
  }
]
