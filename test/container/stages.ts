/** Carries out the steps of a Dockerfile without an engine: each stage is a folder, its WORKDIR a folder below it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast'
import { outsideEnvironment } from '../outside-environment.ts'

/** What the last stage becomes: a folder, and how a container of it starts. */
export interface Image {
  /** Stands for `/` of the container. */
  readonly root: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: string | undefined
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  readonly bases: readonly string[]
}

interface Stage {
  readonly name: string | undefined
  readonly root: string
  workdir: string
  environment: Record<string, string>
  user?: string
  command: readonly string[]
  healthcheck: readonly string[]
}

/** Builds every stage below `folder` from what `context` holds; a step that is not understood is an error. */
export async function build(dockerfile: string, context: string, folder: string): Promise<Image> {
  const stages: Stage[] = []
  const bases: string[] = []
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From // The parser makes one for this keyword.
      bases.push(from.getImage() ?? '')
      const root = join(folder, `stage-${stages.length}`)
      await mkdir(root)
      const name = from.getBuildStage() ?? undefined
      stages.push({ name, root, workdir: '/', environment: {}, command: [], healthcheck: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`${instruction.toString()} stands before FROM`)
    await step(instruction, stage, stages, context)
  }
  const last = stages.at(-1)
  if (last === undefined) throw new Error('there is no stage')
  return { ...last, user: last.user, workdir: join(last.root, last.workdir), bases }
}

async function step(
  instruction: Instruction,
  stage: Stage,
  stages: readonly Stage[],
  context: string
): Promise<void> {
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const text = instruction.getArgumentsContent() ?? ''
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = text
      await mkdir(join(stage.root, text), { recursive: true })
      return
    case 'ENV':
      // The parser makes an Env for this keyword.
      for (const property of (instruction as Env).getProperties()) {
        stage.environment[property.getName()] = property.getValue() ?? ''
      }
      return
    case 'COPY':
      // The parser makes a Copy for this keyword.
      return copy(instruction as Copy, words, stage, stages, context)
    case 'RUN':
      await runStep(text, join(stage.root, stage.workdir), stage.environment)
      return
    case 'USER':
      stage.user = text
      return
    case 'CMD':
      stage.command = listOf(text)
      return
    case 'HEALTHCHECK':
      stage.healthcheck = listOf(text.slice(text.indexOf('CMD') + 'CMD'.length))
      return
    case 'EXPOSE':
      return
    default:
      throw new Error(`${instruction.getKeyword()} is not understood`)
  }
}

async function runStep(
  text: string,
  cwd: string,
  environment: Readonly<Record<string, string>>
): Promise<void> {
  const child = spawn('sh', ['-c', text], {
    cwd,
    env: { ...outsideEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said = Promise.all([readAll(child.stdout), readAll(child.stderr)])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`RUN ${text} ended with ${code}:\n${(await said).join('\n')}`)
}

async function copy(
  instruction: Copy,
  words: readonly string[],
  stage: Stage,
  stages: readonly Stage[],
  context: string
): Promise<void> {
  const from = instruction.getFromFlag()?.getValue() ?? undefined
  const root = from === undefined ? context : stages.find(({ name }) => name === from)?.root
  if (root === undefined) throw new Error(`there is no stage ${from}`)
  const target = words.at(-1) ?? ''
  const place = join(stage.root, target.startsWith('/') ? '' : stage.workdir, target)
  for (const source of words.slice(0, -1)) {
    const path = join(root, source)
    // A folder's content is copied, a file goes into a target that ends with a slash.
    const isFolder = (await stat(path)).isDirectory()
    const to = !isFolder && target.endsWith('/') ? join(place, basename(source)) : place
    await cp(path, to, { recursive: true, verbatimSymlinks: true })
  }
}

/** The exec form; the shell form would put a shell between the engine's signals and the program. */
function listOf(text: string): readonly string[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error(`${text} is not in exec form`)
  return list.map(String)
}
