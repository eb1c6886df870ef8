/** Small word lists from which commands and rules are made: small, so that rules often meet commands. */

/** Programs with their arguments; `FILE` and `DIR` are replaced. One blank parts the words. */
export const COMMANDS = [
  'ls DIR',
  'ls',
  'pwd',
  'cat FILE',
  'cat FILE FILE',
  'head -5 FILE',
  'sed -n 1,5p FILE',
  'sed -i s/a/b/ FILE',
  'grep -n KEY FILE',
  'grep -rn KEY DIR',
  'rg KEY DIR',
  "find DIR -name '*.ts'",
  'find DIR -delete',
  'find DIR -exec cat {} +',
  'wc -l FILE',
  'echo done',
  'echo "$X"',
  'git status',
  'git log --oneline -5',
  'git diff FILE',
  'git add FILE',
  'git commit -m wip',
  'git push origin main',
  'git push --force origin main',
  'git push origin "$B"',
  'git $SUB origin',
  'git -C DIR status',
  'git checkout FILE',
  'npm test',
  'npm run build',
  'npm run lint -- --fix',
  'npm publish',
  'npm install lodash',
  'node scripts/a.js',
  'python3 -c 1',
  'pytest -q',
  'make build',
  'docker ps',
  'docker run --rm alpine',
  'kubectl delete pod x',
  'curl -s https://example.com',
  'rm FILE',
  'rm -rf DIR',
  'rmdir DIR',
  'mkdir -p DIR',
  'touch FILE',
  'cp FILE FILE',
  'cp -r DIR build',
  'mv FILE FILE',
  'tee FILE',
  'chmod +x FILE',
  'sort -o FILE FILE',
  'eval "$X"',
  'source .venv/bin/activate',
  '$CMD --version',
  'cd DIR'
] as const

/** Operands that name files. */
export const FILES = [
  'README.md',
  'src/a.ts',
  'src/../.env',
  '.env',
  './.env',
  '.ENV',
  'pkg/.env',
  'secrets/key',
  '.git/config',
  '.npmrc',
  '.claude/settings.json',
  '/etc/hosts',
  '~/.ssh/id_rsa',
  '../other/x',
  '/dev/null',
  'build/out.txt',
  '"a b.txt"',
  '"$F"',
  '$F',
  '*',
  '*.ts',
  'src/*',
  '"$HOME"/x',
  '"$PWD"/.env'
] as const

/** Operands that name directories. */
export const DIRECTORIES = [
  'src',
  'build',
  '.',
  './',
  '..',
  '/',
  '~',
  '/tmp',
  '.git',
  'secrets',
  'packages/web',
  '/home/dev/app',
  '/home/dev/app/src',
  '$D',
  '"$D"/*',
  'build/*'
] as const

/** What may stand before a command. `xargs` adds operands, so its answer depends on what stands before the pipe. */
export const PREFIXES = [
  'timeout 5',
  'nohup',
  'nice -n 5',
  'command',
  'time',
  'env',
  'env A=1',
  'sudo',
  'sudo -u root',
  'NODE_ENV=test',
  'FOO=1',
  'PATH=/x',
  'GIT_DIR=/x'
] as const

/** Redirections; `FILE` is replaced. */
export const REDIRECTIONS = [
  '> FILE',
  '>> FILE',
  '< FILE',
  '2>/dev/null',
  '2>&1',
  '2> FILE',
  '&> FILE'
] as const

/** Rule contents for `Read(...)` and `Edit(...)`. */
export const PATH_CONTENTS = [
  '.env',
  './.env',
  '.env*',
  'secrets/**',
  'secrets/key',
  'src/**',
  '/src/**',
  './src/**',
  'packages/web/src/*.ts',
  '**/*.ts',
  '*.ts',
  '//etc/**',
  '//etc/hosts',
  '~/.ssh/**',
  '//home/dev/app/**',
  'build/**',
  'README.md',
  '**'
] as const

/** Rules that are no Bash pattern and no path pattern. */
export const OTHER_RULES = [
  'Bash',
  'Bash(*)',
  'Read',
  'Edit',
  'Write',
  'Grep',
  'WebSearch',
  'WebFetch',
  'WebFetch(domain:example.com)',
  'WebFetch(domain:*.example.com)',
  'mcp__github',
  'mcp__github__*',
  'mcp__github__create_issue',
  'Agent',
  'Agent(Explore)',
  'Skill(deploy)',
  'Skill(deploy *)',
  'Frobnicate',
  'Bash(run_in_background:true)',
  'Bash(timeout:*)'
] as const

/** Entries that are wrong or never match; refused in the policy layer, a warning elsewhere. */
export const BAD_RULES = [
  'Bash(rm',
  'Bash()',
  'Bash(rm *) x',
  'Read(',
  'Bash(git:* push)',
  'Bash(command:rm *)',
  ''
] as const

/** Calls of other tools. */
export const OTHER_CALLS: readonly {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}[] = [
  { tool: 'WebFetch', input: { url: 'https://example.com/a', prompt: 'p' } },
  { tool: 'WebFetch', input: { url: 'https://api.example.com/a', prompt: 'p' } },
  { tool: 'WebSearch', input: { query: 'q' } },
  { tool: 'mcp__github__create_issue', input: { title: 't' } },
  { tool: 'mcp__jira__search', input: { q: 't' } },
  { tool: 'Agent', input: { description: 'd', prompt: 'p', subagent_type: 'Explore' } },
  { tool: 'Task', input: { description: 'd', prompt: 'p' } },
  { tool: 'Skill', input: { skill: 'deploy', args: 'prod' } },
  { tool: 'TodoWrite', input: { todos: [] } },
  { tool: 'ExitPlanMode', input: {} },
  { tool: 'Frobnicate', input: { x: 1 } },
  { tool: 'Read', input: {} },
  { tool: 'Bash', input: { command: 'ls', _forged: true } },
  { tool: 'Bash', input: { command: 'npm test', run_in_background: true } },
  { tool: 'Bash', input: { command: 'npm test', dangerouslyDisableSandbox: true } }
]
