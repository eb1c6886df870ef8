/** Request bodies: a call, where it stands, and a real settings file with about 100 rules inline. */
import { readFileSync } from 'node:fs'

const SETTINGS: unknown = JSON.parse(readFileSync(new URL('settings.json', import.meta.url), 'utf8'))

const place = { cwd: '/home/dev/app', homeDir: '/home/dev' }
const MARK = '@command@'

const around = (body: unknown): ((command: string) => string) => {
  const [before = '', after = ''] = JSON.stringify(body).split(JSON.stringify(MARK))
  return (command) => before + JSON.stringify(command) + after
}

/** The body of `POST /decide` for a Bash command. */
export const decideBody = around({
  sessionId: 'bench',
  ...place,
  projectTrusted: true,
  mode: 'default',
  tool: 'Bash',
  input: { command: MARK },
  settings: { user: SETTINGS }
})

/** The body of `POST /classify` for a command. */
export const classifyBody = around({ ...place, command: MARK })
