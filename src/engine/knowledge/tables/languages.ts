/** Interpreters, compilers and package managers: all they may do without a rule is to say what is there. */
import type { Risk } from '../risk-codes.ts'
import {
  effects,
  escapes,
  type Form,
  flags,
  letters,
  type Option,
  optional,
  type Row,
  type TellingWord,
  values
} from '../table.ts'

const RUNS = 'runs a program'

/** No operand fits: whatever stands there is run. */
const NOTHING = /(?!)/

/** Runs code, except that the given options only print. */
const runner = (
  names: string,
  version: string,
  operands: Form['operands'],
  examples: Row['examples'],
  risk: Risk,
  telling?: readonly TellingWord[]
): Row => ({
  names: names.split(' '),
  syntax: 'words',
  order: 'first',
  options: [flags(version, { mark: 'shows' }), ...(operands?.first === undefined ? [] : CODE)],
  operands: { ...operands, rest: 'argument', only: NOTHING, excess: RUNS },
  effect: RUNS,
  risk,
  ...(telling && { telling }),
  examples
})

/** Code or the name of a module in an option. */
const CODE = [values('-c -e --eval -p --print -m -r --require', { harm: RUNS, risk: 'runs-code' })]

/** Runs the file that its first operand names. */
const interpreter = (
  names: string,
  version: string,
  readOnly: string[],
  not: string[],
  telling?: readonly TellingWord[]
): Row => runner(names, version, { first: ['read'] }, { readOnly, not }, 'runs-code', telling)

/** Does what its operands say. */
const tool = (
  names: string,
  version: string,
  readOnly: string[],
  not: string[],
  risk: Risk = 'project-code',
  telling?: readonly TellingWord[]
): Row => runner(names, version, {}, { readOnly, not }, risk, telling)

/** Commands of package managers among the words of a program that does more than manage packages. */
const FETCHES: readonly TellingWord[] = [
  {
    matches: /^(?:install|i|ci|add|update|upgrade|fetch|get|x|dlx|create|sync|require)$/,
    risk: 'package-code'
  },
  { matches: /^(?:publish|yank|push|owner)$/, risk: 'changes-remote' },
  { matches: /^https?:\/\//, risk: 'remote-code' },
  { matches: /^(?:unpublish|remove|rm|uninstall|prune)$/, risk: 'removes-resource' }
]

/** What clients of clouds and tools of infrastructure do to what is there. */
const CLOUDS: readonly TellingWord[] = [
  { matches: /^--?destroy$|^destroy$/, risk: 'drops-data' },
  {
    matches:
      /^(?:rb|rm|purge|delete-(?:bucket|table|database|stack|objects?|volume|snapshot|file-system|db-\S*|vault|cluster|repository|domain|project|group))$/,
    risk: 'drops-data'
  },
  {
    matches: /^(?:delete|remove|terminate|deregister|purge|taint|deprovision)(?:-\S*)?$/,
    risk: 'removes-resource'
  },
  { matches: /^(?:stop|deallocate|suspend|disable)(?:-\S*)?$/, risk: 'stops-service' },
  {
    matches: /^(?:apply|up|create|update|put|run|deploy|start|set|import|cp|mv|sync)(?:-\S*)?$/,
    risk: 'changes-remote'
  },
  {
    matches:
      /^(?:get-secret-value|get-password-data|get-session-token|get-access-token|print-access-token|access)$/,
    risk: 'reads-secret'
  }
]

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
    ['python a.py', 'python -c 1', 'python3 -m json.tool in.json out.json', 'python3'],
    [
      { matches: /^(?:pip|ensurepip|pipx)$/, risk: 'package-code' },
      { matches: /^(?:http\.server|smtplib|ftplib|urllib\.request)$/, risk: 'network' }
    ]
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
        risk: 'edits-in-place'
      }),
      values('-e -E', { mark: 'first', harm: RUNS, risk: 'runs-code' }),
      values('-M -m -I -r', { harm: RUNS, risk: 'runs-code' }),
      flags('--version -v', { mark: 'shows' })
    ],
    operands: { first: ['read'], rest: 'argument', only: NOTHING, excess: RUNS },
    effect: RUNS,
    risk: 'runs-code',
    examples: {
      readOnly: ['ruby --version', 'perl -v'],
      not: ['ruby a.rb', 'perl -e 1', 'perl -v a', 'perl -pi -e s/a/b/ c', 'perl -i.bak -pe 1 c', 'perl']
    }
  },
  tool(
    'deno bun',
    '--version',
    ['deno --version', 'bun --version'],
    ['deno run a.ts', 'bun install'],
    'runs-code',
    FETCHES
  ),
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
    ['cargo build', 'cargo tree', 'rustc a.rs'],
    'project-code',
    FETCHES
  ),
  tool(
    'gcc g++ cc c++ clang clang++ ld ld.lld',
    '--version',
    ['gcc --version'],
    ['gcc a.c', 'clang -o a a.c']
  ),
  tool(
    'make gmake cmake ninja just task rake ant mvn gradle bazel meson sbt xcodebuild lein mix dotnet swift',
    '--version',
    ['make --version'],
    ['make', 'make -n', 'cmake .', 'mvn test', 'gradle build']
  ),
  tool(
    'gem composer bundler conda mamba poetry-core cpan luarocks opam cabal stack corepack',
    '--version',
    ['composer --version'],
    ['gem install x', 'composer require a/b'],
    'project-code',
    FETCHES
  ),
  tool(
    'lua luajit Rscript julia elixir iex erl groovy scala kotlin ghci runghc guile pwsh powershell ts-node tsx pypy pypy3 ipython irb',
    '--version',
    ['lua --version'],
    ['lua a.lua', 'tsx a.ts'],
    'runs-code'
  ),
  tool(
    'tsc eslint prettier jest vitest pytest ruff mypy black mocha ava cypress playwright tox nox rspec phpunit webpack vite rollup esbuild biome next nuxt nx turbo lerna pyright flake8 pylint isort coverage golangci-lint ctest ng',
    '--version',
    ['tsc --version'],
    ['pytest -q', 'tsc']
  ),
  tool(
    'terraform tofu pulumi aws gcloud az',
    '--version',
    ['aws --version'],
    ['terraform apply', 'aws s3 ls'],
    'network',
    CLOUDS
  ),
  tool(
    'gsutil s3cmd rclone doctl flyctl fly heroku vercel netlify wrangler firebase eksctl linode-cli cdk serverless sls vagrant ansible ansible-playbook terragrunt',
    '--version',
    ['heroku --version'],
    ['gsutil rm -r gs://x', 'heroku ps'],
    ['network', 'project-code'],
    CLOUDS
  ),
  {
    names: ['yarn', 'yarnpkg'],
    opaque: 'runs a program that the project chooses',
    risk: 'project-code',
    telling: [{ matches: /^(?:install|add|up|upgrade|dlx|create)$/, risk: 'package-code' }],
    examples: { readOnly: [], not: ['yarn --version', 'yarn list'] }
  },
  {
    names: ['npm'],
    order: 'first',
    options: [
      flags('--version -v', { mark: 'shows' }),
      values('--prefix -C', {
        harm: 'goes by the configuration of another directory',
        risk: 'changes-environment'
      })
    ],
    subcommands: [
      shown('ls list la ll explain why', PACKAGE_LISTS, { rest: 'text' }),
      {
        ...shown('view info show', [flags('--json')], {
          rest: 'text',
          only: PUBLISHED,
          excess: 'may ask for a package that is not published',
          risk: 'package-code'
        }),
        sends: true
      },
      { ...shown('outdated', PACKAGE_LISTS, { rest: 'text' }), risk: 'network' },
      shown('root prefix bin', [flags('-g --global')], {}),
      shown('help', [], {}),
      {
        names: ['config', 'c'],
        subcommands: [
          shown('get', [flags('--json')], { rest: 'text' }),
          shown('list ls', [flags('--json -l --long')], {}),
          ...effects('set delete edit fix', 'changes the configuration', 'changes-state')
        ]
      },
      {
        names: ['run', 'run-script'],
        options: [flags('--json -s --silent --if-present')],
        operands: { excess: 'runs or installs packages', risk: 'project-code' },
        destructive: false
      },
      {
        names: ['exec', 'x'],
        order: 'first',
        opaque: 'runs or installs packages',
        risk: 'package-code',
        options: [values('-c --call', { mark: 'shell' }), values('-p --package -w --workspace')],
        operands: { rest: 'argument' },
        destructive: false
      },
      {
        names: ['pkg'],
        subcommands: [
          shown('get', [flags('--json'), values('--workspace -w')], { rest: 'text' }),
          ...effects('set delete fix', 'changes package.json', 'edits-in-place')
        ]
      },
      ...effects(
        'install i ci add update upgrade create init rebuild dedupe audit install-test it',
        'runs or installs packages',
        'package-code'
      ),
      ...effects('test t start stop restart link pack version', 'runs or installs packages', 'project-code'),
      ...effects('uninstall remove rm un prune', 'removes packages', 'removes-resource'),
      ...effects('unpublish', 'removes packages', ['changes-remote', 'drops-data']),
      ...effects(
        'publish deprecate dist-tag owner access token login logout adduser',
        'changes the registry',
        ['changes-remote', 'project-code']
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
        'install i add update up dlx create init rebuild',
        'runs or installs packages',
        'package-code'
      ),
      ...effects('run test start exec link', 'runs or installs packages', 'project-code'),
      ...effects('publish', 'changes the registry', ['changes-remote', 'project-code']),
      ...effects('remove rm uninstall prune', 'removes packages', 'removes-resource')
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
      ...effects('install download wheel lock', 'installs packages', 'package-code'),
      ...effects('uninstall', 'removes packages', 'removes-resource')
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
        options: [
          flags('-json -changed'),
          flags('-w -u', { harm: 'changes the configuration', risk: 'changes-state' })
        ],
        operands: { rest: 'text' }
      },
      { names: ['help'], operands: { rest: 'text' } },
      ...effects('install get', 'builds or runs code', 'package-code'),
      ...effects('fmt fix', 'builds or runs code', 'edits-in-place'),
      ...effects(
        'build test run list generate mod work vet tool clean doc',
        'builds or runs code',
        'project-code'
      ),
      ...effects('bug telemetry', 'opens a page or changes a setting', 'changes-state')
    ],
    examples: {
      readOnly: ['go version', 'go env GOPATH'],
      not: ['go test ./...', 'go env -w A=b', 'go list -toolexec=./x ./...', 'go vet']
    }
  },
  {
    names: ['gofmt'],
    syntax: 'words',
    options: [
      flags('-l -d -s -e'),
      flags('-w', { mark: 'writes', harm: 'rewrites files', risk: 'edits-in-place' })
    ],
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
    risk: ['changes-system', 'runs-code'],
    telling: [{ matches: /^(?:-r|-P|--remove|--purge)$/, risk: 'removes-resource' }],
    examples: {
      readOnly: ['dpkg -l', 'dpkg -L bash', 'dpkg -S bash'],
      not: ['dpkg -i a.deb', 'dpkg --purge x']
    }
  },
  {
    names: ['apt', 'apt-get', 'apt-cache'],
    order: 'first',
    options: [
      flags('--version -v', { mark: 'shows' }),
      escapes('-o --option', {
        harm: 'sets a configuration value, which may run a program',
        risk: 'unknown-form',
        command: /(?:pre|post)-invoke[^=]*=([\s\S]+)$/i,
        unless: /^(?!.*(?:invoke|dir::bin|hook|methods|-pkgs::|dpkg::(?:path|options)))/i
      })
    ],
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
        'package-code'
      ),
      ...effects(
        'remove purge autoremove uninstall unlink cleanup clean',
        'removes packages',
        'removes-resource'
      )
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
            excess: 'may run a formula that is not published',
            risk: 'remote-code'
          }
        ),
        sends: true
      },
      ...effects('install update upgrade reinstall tap link services', 'installs packages', 'package-code'),
      ...effects(
        'uninstall remove rm unlink cleanup autoremove untap',
        'removes packages',
        'removes-resource'
      )
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
  },
  ...(
    [
      ['dnf yum zypper apk snap flatpak port nix-env emerge choco winget scoop', 'install x'],
      ['pacman', '-S x']
    ] as const
  ).map(
    ([names, example]): Row => ({
      names: names.split(' '),
      opaque: 'installs or removes packages',
      risk: 'package-code',
      telling: [
        { matches: /^(?:remove|erase|del|uninstall|purge|autoremove|-R\w*|-e)$/, risk: 'removes-resource' }
      ],
      examples: { readOnly: [], not: [`${names.split(' ')[0]} ${example}`] }
    })
  )
]
