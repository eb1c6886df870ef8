/** The commands under load: 200 that repeat, and as many new ones as wanted. */
import { EVERYDAY } from '../test/everyday/commands.ts'

/** What agents run all day, again and again. */
export const REPEATING: readonly string[] = EVERYDAY.map((one) => one.command)

/** `N` becomes a number that never came before; half of the templates are simple, half compound. */
const TEMPLATES = [
  'cat src/moduleN.ts',
  'sed -n 1,80p src/routes/routeN.ts',
  'grep -n "handlerN" src/app.ts',
  'npx vitest run test/caseN.test.ts',
  'git show HEAD~2:src/fileN.ts',
  'pytest tests/test_N.py::test_login -x -q',
  'mkdir -p build/stepN',
  'rm -f tmp/outputN.log',
  'node scripts/seed.mjs --limit N',
  'git commit -m "Handle case N"',
  'curl -s "http://localhost:3000/items/N"',
  'find src -name "*N.ts" -type f',
  'git add src/fileN.ts && git commit -m "Fix N"',
  'cd packages/pN && npm test',
  'npm run build 2>&1 | tail -N',
  'ls src/partN; cat src/partN/index.ts | head -20',
  'grep -rn "symbolN" src | wc -l',
  'cp fixtures/N.json build/ && jq .name build/N.json',
  'test -f out/N.txt || echo "missing N"',
  "cat > notes/N.md <<'EOF'\n# Note N\nit's done\nEOF",
  'NODE_ENV=test timeout 60 npm run e2e -- --grep "flow N" > logs/N.log 2>&1',
  '(cd services/sN && go test ./...) && echo "ok N"',
  'echo "commit $(git rev-parse HEAD~N)" | tee build/commitN.txt',
  'docker logs apiN 2>&1 | grep -v health | tail -50'
] as const

/** The n-th new command. */
export function newCommand(n: number): string {
  const template = TEMPLATES[n % TEMPLATES.length] ?? TEMPLATES[0]
  return template.replaceAll('N', String(n))
}
