/** Runs the commands of a page in one shell, as a reader would: in order, in one folder, with one service at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { outsideEnvironment } from '../outside-environment.ts'
import { type Block, isElsewhere, startsService } from './page.ts'

/** What a service says once it can be asked. */
const LISTENING = 'listening on'
const PATIENCE_SECONDS = 120

/**
 * What each block printed; undefined: it started the service, or is not run here. Rejects where a block fails. `port`
 * stands for 8080 everywhere. A page that asks the service before it starts one finds it running.
 */
export async function runPage(
  blocks: readonly Block[],
  folder: string,
  port: number
): Promise<readonly (string | undefined)[]> {
  // Beside the folder, so that a page sees nothing of it.
  const outputs = `${folder}.outputs`
  await mkdir(outputs)
  const file = join(outputs, 'page.sh')
  await writeFile(file, scriptOf(blocks, outputs).replaceAll('8080', String(port)))
  const shell = spawn('bash', [file], {
    cwd: folder,
    env: { ...outsideEnvironment(), PORTCULLIS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said = Promise.all([text(shell.stdout), text(shell.stderr)])
  const [code] = await once(shell, 'exit')
  if (code !== 0) throw new Error((await said).join(''))
  return Promise.all(
    blocks.map((block, index) =>
      isElsewhere(block) || startsService(block) ? undefined : readFile(join(outputs, `${index}.out`), 'utf8')
    )
  )
}

function scriptOf(blocks: readonly Block[], outputs: string): string {
  const first = blocks.find((block) => startsService(block) || block.script.includes(':8080'))
  const running =
    first !== undefined && !startsService(first) ? [serve('node dist/main.js', `${outputs}/first`)] : []
  const parts = blocks.map((block, index) => {
    if (isElsewhere(block)) return ''
    const run = startsService(block)
      ? serve(block.script, `${outputs}/${index}`)
      : `{\n${block.script}\n} > ${outputs}/${index}.out`
    return `at="line ${block.line}"\n${run}`
  })
  return [PRELUDE, ...running, ...parts].join('\n')
}

const serve = (script: string, log: string): string =>
  `stop_service\n(\n${script}\n) > ${log} 2>&1 &\nserving=$!\nawait_service ${log}`

/** Ends at the first failure and says where. Each job is a group of its own (`-m`), so that nothing of it is left. */
const PRELUDE = `set -emo pipefail
at=start serving= log=/dev/null
stop_service() {
  if [ -n "$serving" ]; then
    kill -TERM -- "-$serving" || true
    wait "$serving" || true
    serving=
  fi
}
await_service() {
  log=$1
  for _ in $(seq ${PATIENCE_SECONDS * 10}); do
    if grep -q '${LISTENING}' "$log"; then return 0; fi
    kill -0 "$serving" || return 1
    sleep 0.1
  done
  return 1
}
ended() {
  status=$?
  [ $status -eq 0 ] || { echo "failed at $at with $status" >&2; cat "$log" >&2; }
  stop_service
}
trap ended EXIT
trap 'exit 143' TERM`
