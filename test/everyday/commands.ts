/** Commands that coding agents run all day, each with the constructs of Bash it uses. */

/** Constructs that this version reads exactly: commands made of these alone are never undecidable. */
export const EXACT_CONSTRUCTS = [
  'simple',
  'quotes',
  'and',
  'or',
  'sequence',
  'background',
  'newline',
  'pipe',
  'negation',
  'group',
  'subshell',
  'redirection',
  'assignment-prefix',
  'comment',
  'heredoc-quoted',
  'wrapper',
  'cd',
  'substitution',
  'variable',
  'glob',
  'tilde',
  'home-pwd'
] as const

/** Constructs whose structure is not read yet. */
export const LATER_CONSTRUCTS = [
  'heredoc-unquoted',
  'here-string',
  'for',
  'while',
  'if',
  'case',
  'test-brackets',
  'function',
  'arithmetic',
  'expansion-operator',
  'brace-expansion',
  'process-substitution',
  'ansi-c-string',
  'bare-assignment',
  'continuation'
] as const

/** Constructs whose structure is read and whose meaning cannot be known (the second kind of undecidable). */
export const OPAQUE_CONSTRUCTS = [
  'source',
  'eval',
  'shell-options',
  'exported-path',
  'dynamic-program'
] as const

export type Construct =
  | (typeof EXACT_CONSTRUCTS)[number]
  | (typeof LATER_CONSTRUCTS)[number]
  | (typeof OPAQUE_CONSTRUCTS)[number]

export interface EverydayCommand {
  readonly command: string
  readonly uses: readonly Construct[]
}

const run = (uses: string, ...commands: readonly string[]): readonly EverydayCommand[] => {
  const tags = uses.split(' ') as readonly Construct[]
  return commands.map((command) => ({ command, uses: tags }))
}

export const EVERYDAY: readonly EverydayCommand[] = [
  ...run(
    'simple',
    'ls -la',
    'pwd',
    'git status',
    'git status --short',
    'git diff --stat',
    'git diff HEAD~1 -- src/app.ts',
    'git log --oneline -20',
    'git show --stat HEAD',
    'git branch -a',
    'git rev-parse --abbrev-ref HEAD',
    'git add -A',
    'git add src/app.ts test/app.test.ts',
    'git checkout -b feature/limits',
    'git push -u origin feature/limits',
    'git rebase origin/main',
    'npm test',
    'npm ci',
    'npm install',
    'npm run build',
    'npx tsc --noEmit',
    'npx vitest run test/app.test.ts',
    'pnpm install --frozen-lockfile',
    'pytest -q',
    'pytest tests/test_api.py::test_login -x -q',
    'ruff check .',
    'cargo test --all',
    'go test ./...',
    'cat package.json',
    'head -50 README.md',
    'sed -n 100,160p src/app.ts',
    'wc -l src/app.ts',
    'rg -n createServer src',
    'grep -rn TODO src',
    'find . -maxdepth 2 -type d',
    'mkdir -p src/routes',
    'rm -rf dist',
    'cp config.example.json config.json',
    'mv src/old.ts src/new.ts',
    'chmod +x scripts/deploy.sh',
    'docker ps -a',
    'docker compose up -d',
    'kubectl get pods -n staging',
    'gh pr list',
    'gh pr view 123 --json title,body',
    'node --version',
    'du -sh node_modules'
  ),
  ...run(
    'quotes',
    'git commit -m "Add rate limits to the API"',
    "git commit -m 'Fix login on Safari'",
    'git commit --amend -m "Rename the module"',
    'git log --format="%h %an %s" -10',
    'grep -rn "export function" src',
    "grep -nE '^(import|export)' src/app.ts",
    'rg "class \\w+Error" src',
    "rg -n --type ts 'useState\\(' src",
    'find . -name "*.ts" -not -path "./node_modules/*"',
    "sed -i 's/foo/bar/g' src/app.ts",
    "awk '{print $2}' data.txt",
    `awk -F: '{print $1 " " $3}' users.txt`,
    'jq ".scripts" package.json',
    "jq -r '.dependencies | keys[]' package.json",
    'curl -s "https://api.example.com/items?page=2&size=10"',
    `curl -X POST http://localhost:3000/api/login -H "Content-Type: application/json" -d '{"user":"a","password":"b"}'`,
    'python3 -c "import sys; print(sys.version)"',
    `node -e "console.log(require('./package.json').version)"`,
    'psql -c "select count(*) from users"',
    'gh pr create --title "Add limits" --body "Closes #12"',
    'echo "a && b; c | d"',
    `sqlite3 app.db "select name from sqlite_master where type='table'"`
  ),
  ...run(
    'and',
    'npm run lint && npm test',
    'git add -A && git commit --no-edit',
    'npm run build && node dist/main.js --help',
    'mkdir -p build && cp src/index.html build/'
  ),
  ...run(
    'and quotes',
    'git add . && git commit -m "wip" && git push',
    'git status && echo "---" && git diff --stat',
    'cargo fmt --check && echo "formatted"'
  ),
  ...run('or', 'npm test || true', 'git pull --ff-only || git status', 'ls dist || ls build'),
  ...run('or quotes', 'command -v rg || echo "no ripgrep"'),
  ...run('sequence', 'npm test; npm run lint', 'date; uptime; free -m', 'git fetch; git status'),
  ...run('background', 'npm run dev &', 'sleep 1 & wait'),
  ...run(
    'newline quotes',
    'git add -A\ngit commit -m "Update docs"\ngit push',
    'echo "== node"\nnode --version\necho "== npm"\nnpm --version'
  ),
  ...run(
    'pipe',
    'git log --oneline | head -20',
    'npm test | tail -30',
    'ls -la | grep src',
    'ps aux | grep node | grep -v grep',
    'cat package.json | jq .version',
    'git branch | cat',
    'du -sh node_modules | sort -h | tail -5',
    'find src -type f | wc -l',
    'git ls-files | xargs wc -l | tail -1'
  ),
  ...run(
    'pipe quotes',
    `rg -l "TODO" src | xargs sed -i 's/TODO/NOTE/'`,
    'find . -name "*.py" | xargs grep -n "import os"',
    `git log --format='%an' | sort | uniq -c | sort -rn`,
    'grep -rn "describe(" test | wc -l',
    "cat access.log | awk '{print $1}' | sort | uniq -c | sort -rn | head -10",
    `docker ps --format '{{.Names}}' | grep api`,
    `kubectl get pods -o json | jq -r '.items[].metadata.name'`,
    `curl -s https://api.github.com/repos/a/b | jq '.stargazers_count'`,
    "printf '%s\\n' a b c | sort -r"
  ),
  ...run('negation', '! grep -q console.log src/app.ts', '! git diff --quiet'),
  ...run(
    'group and redirection',
    '{ npm run lint && npm test; } > out.log',
    '{ date; npm test; } >> out.log'
  ),
  ...run('subshell cd and', '(cd packages/web && npm test)', '(cd docs && ls)', '(cd api && go vet ./...)'),
  ...run(
    'redirection',
    'npm test 2>&1',
    'npm run build > build.log 2>&1',
    'ls missing 2>/dev/null',
    'node app.js >> app.log 2>&1',
    'sort < names.txt',
    'pytest -q &> test.log',
    'tsc --noEmit > errors.txt'
  ),
  ...run(
    'redirection pipe',
    'npm test 2>&1 | tail -40',
    'cargo build 2>&1 | head -60',
    'go vet ./... 2>&1 | head',
    'npx eslint src 2>/dev/null | head -20'
  ),
  ...run('redirection quotes', 'echo "node_modules" >> .gitignore', "printf 'a\\n' > a.txt"),
  ...run(
    'assignment-prefix',
    'NODE_ENV=test npm test',
    'CI=1 npm run test:e2e',
    'PYTHONPATH=src pytest -q',
    'RUST_LOG=debug cargo run',
    'DEBUG=app:* NODE_ENV=development node server.js'
  ),
  ...run('comment', '# run the tests\nnpm test', 'npm test # only the unit tests'),
  ...run(
    'heredoc-quoted redirection newline',
    "cat > src/config.ts <<'EOF'\nexport const port = 3000\nexport const name = `app-${port}`\nEOF",
    "cat > notes.md << 'EOF'\n# Notes\n\n- it's done\n- $HOME is not expanded\nEOF"
  ),
  ...run(
    'heredoc-quoted newline',
    "python3 - <<'EOF'\nimport json\nprint(json.load(open('package.json'))['version'])\nEOF",
    "node <<'EOF'\nconsole.log(1 + 1)\nEOF",
    "psql app <<'SQL'\nselect 1;\nSQL"
  ),
  ...run(
    'heredoc-quoted substitution quotes newline',
    'git commit -m "$(cat <<\'EOF\'\nAdd limits\n\nThe API now limits requests per key.\nEOF\n)"',
    'gh pr create --title "Add limits" --body "$(cat <<\'EOF\'\n## Summary\n- limits\nEOF\n)"'
  ),
  ...run(
    'wrapper',
    'timeout 60 npm test',
    'time npm run build',
    'nohup npm start',
    'timeout 30s pytest -q tests/slow',
    'env CI=1 npm test',
    'sudo systemctl restart nginx',
    'command -v docker'
  ),
  ...run(
    'cd and',
    'cd packages/web && npm run build',
    'cd /home/dev/app && git status',
    'cd src && ls',
    'cd backend && python3 manage.py test && cd ..'
  ),
  ...run('cd sequence', 'cd docs; ls', 'cd api; npm test'),
  ...run(
    'substitution quotes',
    'echo "branch: $(git rev-parse --abbrev-ref HEAD)"',
    'git diff "$(git merge-base main HEAD)"',
    'kill "$(lsof -t -i:3000)"'
  ),
  ...run('substitution', 'kill $(lsof -t -i:3000)', 'docker stop $(docker ps -q)', 'echo `date`'),
  ...run(
    'variable quotes',
    'echo "$PATH"',
    'ls "$TMPDIR"',
    'curl -H "Authorization: Bearer $TOKEN" https://api.example.com'
  ),
  ...run('variable', 'echo $NODE_ENV', 'ls $PWD/src'),
  ...run(
    'glob',
    'ls src/*.ts',
    'wc -l src/**/*.ts',
    'rm -f *.log',
    'cat docs/*.md',
    'prettier --check src/*.ts'
  ),
  ...run('tilde', 'ls ~/projects', 'cat ~/.gitconfig'),
  ...run('home-pwd quotes', 'ls "$HOME/projects"', 'ls "$PWD/src"'),
  ...run('home-pwd', 'ls $HOME/.config'),
  ...run('for', 'for f in a b c; do echo $f; done', 'for i in 1 2 3; do curl -s localhost:3000/health; done'),
  ...run('for glob quotes variable', 'for f in src/*.ts; do echo "== $f"; head -3 "$f"; done'),
  ...run('while pipe quotes variable', 'git ls-files | while read -r f; do wc -l "$f"; done'),
  ...run(
    'if test-brackets',
    'if [ -f package.json ]; then npm ci; fi',
    'if [ -d dist ]; then ls dist; else npm run build; fi'
  ),
  ...run(
    'test-brackets and quotes',
    '[ -f .env ] && echo "exists"',
    '[[ -d node_modules ]] && echo "installed"'
  ),
  ...run('heredoc-unquoted redirection newline', 'cat > .env.example <<EOF\nPORT=3000\nEOF'),
  ...run('here-string pipe quotes', 'jq .a <<< \'{"a":1}\' | cat'),
  ...run('bare-assignment sequence variable', 'VERSION=1.2.3; echo $VERSION', 'N=5; head -$N README.md'),
  ...run('bare-assignment substitution sequence variable quotes', 'SHA=$(git rev-parse HEAD); echo "$SHA"'),
  ...run('arithmetic', 'echo $((1 + 2))'),
  ...run('expansion-operator quotes', 'echo "${NODE_ENV:-development}"', 'echo "${BRANCH#refs/heads/}"'),
  ...run('brace-expansion', 'mkdir -p src/{routes,plugins,engine}', 'touch test/{a,b}.test.ts'),
  ...run('process-substitution', 'diff <(git show main:package.json) package.json'),
  ...run('ansi-c-string', "printf $'a\\tb\\n'"),
  ...run('continuation quotes', 'docker run --rm \\\n  -v "/home/dev/app:/app" \\\n  node:20 npm test'),
  ...run('source and', 'source .venv/bin/activate && pytest -q', '. ./env.sh && npm start'),
  ...run('shell-options newline', 'set -e\nnpm ci\nnpm test', 'set -euo pipefail\nnpm run build'),
  ...run('eval substitution quotes', 'eval "$(ssh-agent -s)"'),
  ...run('exported-path and', 'export PATH=/opt/node/bin:/usr/bin && node --version'),
  ...run('dynamic-program variable', '$EDITOR README.md')
]
