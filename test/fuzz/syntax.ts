/** Bash's own syntax check. */
import { spawn } from 'node:child_process'

/** Checks each NUL-ended script of its input; with `-n` bash runs nothing. One process of ours for all of them. */
const CHECK = `
while IFS= read -r -d '' script; do
  if errors=$(bash --norc --noprofile -n -c -- "$script" 2>&1 </dev/null) &&
    [[ $errors != *'syntax error'* && $errors != *'unexpected EOF'* ]]
  then echo 1; else echo 0; fi
done`

/** For each script, whether bash finds no fault in it. */
export function bashAccepts(scripts: readonly string[]): Promise<readonly boolean[]> {
  return new Promise((resolve, reject) => {
    const bash = spawn('bash', ['--norc', '--noprofile', '-c', CHECK], {
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'ignore']
    })
    let answers = ''
    bash.stdout.setEncoding('utf8').on('data', (text: string) => {
      answers += text
    })
    bash.once('error', reject)
    bash.once('close', () => resolve(scripts.map((_, index) => answers[index * 2] === '1')))
    bash.stdin.on('error', reject)
    bash.stdin.end(scripts.map((script) => `${script}\0`).join(''))
  })
}
