/** Runs the engine until its code is compiled: the first heavy call of a worker should not pay for that. */
import type { DecideRequest } from '../engine/decision.ts'

const ROUNDS = 6

const SHAPES = [
  (n: number) => `cd src/${n} && npm test 2>&1 | tail -${n}`,
  (n: number) => `for f in a${n} b c; do rm -rf "$f" *.o; done; cat "$X" ~/n${n}`,
  (n: number) => `git commit -m "$(cat <<'EOF'\nmessage ${n}\nEOF\n)"`,
  (n: number) => `sudo env A=${n} xargs rm < list; find . -name '*.ts' -exec grep x${n} {} +`,
  (n: number) => `sh -c 'ls ${n}; echo a > b'; echo \${x${n}:-y} {a,b} $((1 + ${n}))`,
  (n: number) => `(( ${n} )); f() { ls; }; echo "`,
  (n: number) => 'echo a; '.repeat(n),
  (n: number) => `git add a${n} && rm -rf b* 2>&1 | tail -5\n`.repeat(15 * n),
  (n: number) => `if [ -f "$f" ]; then\n  cp "$f" c${n}/ || cd d\nfi\n`.repeat(8 * n)
]

/** Decides some different commands; the answers are of no interest. */
export async function warmUp(decide: (request: DecideRequest) => unknown): Promise<void> {
  const settings = {
    user: { permissions: { deny: ['Bash(rm -rf /)', 'Read(.env)'], allow: ['Bash(git *)', 'Edit(src/**)'] } }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const shape of SHAPES) {
      await decide({
        tool: 'Bash',
        input: { command: shape(round) },
        cwd: '/home/dev/app',
        homeDir: '/home/dev',
        settings
      })
    }
  }
}
