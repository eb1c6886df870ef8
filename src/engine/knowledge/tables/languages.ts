/** Interpreters, compilers and package managers: all they may do without a rule is to say what is there. */
import { effects, type Form, flags, letters, type Option, optional, type Row, values } from '../table.ts'

const RUNS = 'runs a program'

/** No operand fits: whatever stands there is run. */
const NOTHING = /(?!)/

/** Runs code, except that the given options only print. */
const runner = (
  names: string,
  version: string,
  operands: Form['operands'],
  examples: Row['examples']
): Row => ({
  names: names.split(' '),
  syntax: 'words',
  order: 'first',
  options: [flags(version, { mark: 'shows' }), ...(operands?.first === undefined ? [] : CODE)],
  operands: { ...operands, rest: 'argument', only: NOTHING, excess: RUNS },
  effect: RUNS,
  examples
})

/** Code or the name of a module in an option. */
const CODE = [values('-c -e --eval -p --print -m -r --require', { harm: RUNS })]

/** Runs the file that its first operand names. */
const interpreter = (names: string, version: string, readOnly: string[], not: string[]): Row =>
  runner(names, version, { first: ['read'] }, { readOnly, not })

/** Does what its operands say. */
const tool = (names: string, version: string, readOnly: string[], not: string[]): Row =>
  runner(names, version, {}, { readOnly, not })

const shown = (names: string, options: readonly Option[], operands: Form['operands']): Form => ({
  names: names.split(' '),
  options,
  ...(operands === undefined ? {} : { operands })
})

const PACKAGE_LISTS = [
  flags(
    '--json -a --all --long -l --parseable -p --global -g --link --no-color -r --recursive --production --dev -P -D'
  ),
  values('--depth --workspace -w --filter -F --omit --include')
]

/** The name of a package in the registry, with a version, or one of its fields. */
const PUBLISHED = /^(?!\.)(?:@[\w.-]+\/)?[\w.-]+(?:\[\w*\])?(?:@[\w.^~*<>=| +-]*)?$/

export const LANGUAGES: readonly Row[] = [
  interpreter(
    'node nodejs',
    '--version -v --help -h',
    ['node --version', 'node -v'],
    ['node a.js', 'node -e 1', 'node --version a.js', 'node']
  ),
  interpreter(
    'python python2 python3',
    '--version -V -VV --help -h',
    ['python3 --version', 'python -V'],
    ['python a.py', 'python -c 1', 'python3 -m json.tool in.json out.json', 'python3']
  ),
  interpreter('php', '--version', ['php --version'], ['php a.php', 'php -r 1']),
  {
    names: ['perl', 'ruby'],
    order: 'first',
    options: [
      letters('pnawWcsSTuUX'),
      optional('-0 -F -l -x -C -d'),
      optional('-i', {
        mark: 'writes',
        also: ['backup'],
        harm: 'edits files in place',
        destructive: true
      }),
      values('-e -E', { mark: 'first', harm: RUNS }),
      values('-M -m -I -r', { harm: RUNS }),
      flags('--version -v', { mark: 'shows' })
    ],
    operands: { first: ['read'], rest: 'argument', only: NOTHING, excess: RUNS },
    effect: RUNS,
    examples: {
      readOnly: ['ruby --version', 'perl -v'],
      not: ['ruby a.rb', 'perl -e 1', 'perl -v a', 'perl -pi -e s/a/b/ c', 'perl -i.bak -pe 1 c', 'perl']
    }
  },
  tool('deno bun', '--version', ['deno --version', 'bun --version'], ['deno run a.ts', 'bun install']),
  interpreter(
    'java',
    '-version --version',
    ['java -version', 'java --version'],
    ['java -jar a.jar', 'java -version A', 'java A']
  ),
  interpreter(
    'javac kotlinc scalac',
    '-version --version',
    ['javac -version'],
    ['javac A.java', 'javac -version -processorpath p.jar -processor E A.java']
  ),
  tool(
    'rustc cargo rustup',
    '--version -V',
    ['cargo --version', 'rustc -V'],
    ['cargo build', 'cargo tree', 'rustc a.rs']
  ),
  tool(
    'gcc g++ cc c++ clang clang++ ld ld.lld',
    '--version',
    ['gcc --version'],
    ['gcc a.c', 'clang -o a a.c']
  ),
  tool('make gmake cmake ninja', '--version', ['make --version'], ['make', 'make -n', 'cmake .']),
  tool(
    'tsc eslint prettier jest vitest pytest ruff mypy black conda',
    '--version',
    ['tsc --version'],
    ['pytest -q', 'tsc']
  ),
  tool(
    'terraform tofu pulumi aws gcloud az',
    '--version',
    ['aws --version'],
    ['terraform apply', 'aws s3 ls']
  ),
  {
    names: ['yarn', 'yarnpkg'],
    opaque: 'runs a program that the project chooses',
    examples: { readOnly: [], not: ['yarn --version', 'yarn list'] }
  },
  {
    names: ['npm'],
    order: 'first',
    options: [
      flags('--version -v', { mark: 'shows' }),
      values('--prefix -C', { harm: 'goes by the configuration of another directory' })
    ],
    subcommands: [
      shown('ls list la ll explain why', PACKAGE_LISTS, { rest: 'text' }),
      {
        ...shown('view info show', [flags('--json')], {
          rest: 'text',
          only: PUBLISHED,
          excess: 'may ask for a package that is not published'
        }),
        sends: true
      },
      shown('outdated', PACKAGE_LISTS, { rest: 'text' }),
      shown('root prefix bin', [flags('-g --global')], {}),
      shown('help', [], {}),
      {
        names: ['config', 'c'],
        subcommands: [
          shown('get', [flags('--json')], { rest: 'text' }),
          shown('list ls', [flags('--json -l --long')], {}),
          ...effects('set delete edit fix', 'changes the configuration', false)
        ]
      },
      {
        names: ['run', 'run-script'],
        options: [flags('--json -s --silent --if-present')],
        operands: { excess: 'runs or installs packages' },
        destructive: false
      },
      {
        names: ['exec', 'x'],
        order: 'first',
        opaque: 'runs or installs packages',
        options: [values('-c --call', { mark: 'shell' }), values('-p --package -w --workspace')],
        operands: { rest: 'argument' },
        destructive: false
      },
      {
        names: ['pkg'],
        subcommands: [
          shown('get', [flags('--json'), values('--workspace -w')], { rest: 'text' }),
          ...effects('set delete fix', 'changes package.json', false)
        ]
      },
      ...effects(
        'install i ci add update upgrade test t start stop restart create init link rebuild dedupe pack audit version',
        'runs or installs packages',
        false
      ),
      ...effects('uninstall remove rm un prune unpublish', 'removes packages', true),
      ...effects(
        'publish deprecate dist-tag owner access token login logout adduser',
        'changes the registry',
        false
      )
    ],
    examples: {
      readOnly: [
        'npm --version',
        'npm ls --depth 0',
        'npm view lodash version',
        'npm view @types/node@18 dist.tarball',
        'npm run',
        'npm config get registry',
        'npm pkg get scripts',
        'npm outdated'
      ],
      not: [
        'npm test',
        'npm install',
        'npm config set a b',
        'npm view "$X"',
        'npm view git+ssh://evil.test/x',
        'npm view file:../x',
        'npm view owner/repository',
        'npm view a@npm:b@file:x',
        'npm view ./x version',
        'npm --prefix ../x ls',
        'npm --require=x ls',
        'npm run build',
        'npm frobnicate'
      ]
    }
  },
  {
    names: ['pnpm'],
    order: 'first',
    options: [flags('--version -v', { mark: 'shows' })],
    subcommands: [
      shown('ls list la ll why outdated', PACKAGE_LISTS, { rest: 'text' }),
      shown('root bin', [flags('-g --global')], {}),
      ...effects(
        'install i add update up run test start exec dlx create init link rebuild publish',
        'runs or installs packages',
        false
      ),
      ...effects('remove rm uninstall prune', 'removes packages', true)
    ],
    examples: {
      readOnly: ['pnpm --version', 'pnpm list', 'pnpm why react'],
      not: ['pnpm install', 'pnpm dlx x', 'pnpm build']
    }
  },
  {
    names: ['pip', 'pip3'],
    order: 'first',
    options: [flags('--version -V', { mark: 'shows' })],
    subcommands: [
      shown(
        'list freeze',
        [
          flags(
            '--outdated -o --uptodate -u --local -l --user --all --exclude-editable --not-required -v -q'
          ),
          values('--format --exclude')
        ],
        {}
      ),
      shown('show', [flags('--files -f --verbose -v -q')], { rest: 'text' }),
      shown('check help', [], { rest: 'text' }),
      ...effects('install download wheel lock', 'installs packages', false),
      ...effects('uninstall', 'removes packages', true)
    ],
    examples: {
      readOnly: ['pip --version', 'pip list', 'pip show requests', 'pip freeze'],
      not: ['pip install x', 'pip list --log f']
    }
  },
  {
    names: ['go'],
    order: 'first',
    syntax: 'words',
    options: [],
    subcommands: [
      { names: ['version'], syntax: 'words', options: [flags('-m -v')], operands: { rest: 'read' } },
      {
        names: ['env'],
        syntax: 'words',
        options: [flags('-json -changed'), flags('-w -u', { harm: 'changes the configuration' })],
        operands: { rest: 'text' }
      },
      { names: ['help'], operands: { rest: 'text' } },
      ...effects(
        'build test run install get list generate mod work vet fmt tool clean doc fix bug telemetry',
        'builds or runs code',
        false
      )
    ],
    examples: {
      readOnly: ['go version', 'go env GOPATH'],
      not: ['go test ./...', 'go env -w A=b', 'go list -toolexec=./x ./...', 'go vet']
    }
  },
  {
    names: ['gofmt'],
    syntax: 'words',
    options: [flags('-l -d -s -e'), flags('-w', { mark: 'writes', harm: 'rewrites files' })],
    operands: { rest: 'read' },
    examples: {
      readOnly: ['gofmt -l main.go', 'gofmt -d a.go'],
      not: ['gofmt -w a.go', 'gofmt -cpuprofile f a.go', 'gofmt *']
    }
  },
  {
    names: ['dpkg'],
    options: [
      flags(
        '--list -l --listfiles -L --status -s --search -S --print-architecture --get-selections --version',
        { mark: 'shows' }
      )
    ],
    operands: { rest: 'text' },
    effect: 'installs or removes packages',
    examples: {
      readOnly: ['dpkg -l', 'dpkg -L bash', 'dpkg -S bash'],
      not: ['dpkg -i a.deb', 'dpkg --purge x']
    }
  },
  {
    names: ['apt', 'apt-get', 'apt-cache'],
    order: 'first',
    options: [flags('--version -v', { mark: 'shows' })],
    subcommands: [
      {
        ...shown(
          'list search show policy depends info',
          [flags('--installed --upgradable --versions --json -a')],
          { rest: 'text' }
        ),
        sends: true
      },
      ...effects(
        'install update upgrade full-upgrade dist-upgrade reinstall source download build-dep tap link',
        'installs packages',
        false
      ),
      ...effects('remove purge autoremove uninstall unlink cleanup clean', 'removes packages', true)
    ],
    examples: {
      readOnly: ['apt list --installed', 'apt-cache policy bash'],
      not: ['apt install x', 'apt-get -o a=b list']
    }
  },
  {
    names: ['brew'],
    order: 'first',
    options: [flags('--version -v', { mark: 'shows' })],
    subcommands: [
      {
        ...shown(
          'list ls search info deps',
          [flags('--installed --versions --json -a -1 --cask --formula')],
          {
            rest: 'text',
            only: /^(?!.*\.(?:rb|json)$)[\w@+][\w@+.-]*$/i,
            excess: 'may run a formula that is not published'
          }
        ),
        sends: true
      },
      ...effects('install update upgrade reinstall tap link services', 'installs packages', false),
      ...effects('uninstall remove rm unlink cleanup autoremove untap', 'removes packages', true)
    ],
    examples: {
      readOnly: ['brew info jq', 'brew list --versions', 'brew info node@18'],
      not: [
        'brew info ./evil.rb',
        'brew info evil.rb',
        'brew info owner/tap/x',
        'brew info https://x/y.rb',
        'brew install x'
      ]
    }
  }
]
