/** Random commands, rules, layers and calls, made so that rules often meet commands. */
import fc from 'fast-check'
import type { DecideRequest, HookVerdict } from '../../src/engine/decision.ts'
import { type Behavior, MODES } from '../../src/engine/verdict.ts'
import {
  BAD_RULES,
  COMMANDS,
  DIRECTORIES,
  FILES,
  OTHER_CALLS,
  OTHER_RULES,
  PATH_CONTENTS,
  PREFIXES,
  REDIRECTIONS
} from './vocabulary.ts'

/** Seeded, so that a red run is red again; `FC_SEED` and `FC_RUNS` widen the search by hand. */
export const RUNS = {
  seed: Number(process.env.FC_SEED ?? 20_260_101),
  numRuns: Number(process.env.FC_RUNS ?? 200)
}

/** Many decisions in one test: on a busy machine they take their time. */
export const SLOW = { timeout: 60_000 }

const PROJECT = '/home/dev/app'

/** What a request calls. */
export type Call = Pick<DecideRequest, 'tool' | 'input'>

/** Everything else of a request. */
export type Context = Omit<DecideRequest, 'tool' | 'input'>

/** A simple command as its words, so that other spellings of the same words can be written. */
export interface SimpleScript {
  readonly words: readonly string[]
}

/** The text of a simple command. */
export const textOf = (script: SimpleScript): string => script.words.join(' ')

/** A word that means itself: quotes around it, or a backslash before a letter of it, change nothing. */
export const isPlainWord = (word: string): boolean => /^[\w.,:/@%+-]+$/.test(word)

const fill = (template: string, files: readonly string[], directories: readonly string[]): string[] => {
  let file = 0
  let directory = 0
  return template.split(' ').map((word) => {
    if (word === 'FILE') return files[file++ % files.length] ?? word
    if (word === 'DIR') return directories[directory++ % directories.length] ?? word
    return word
  })
}

const operands = fc.record({
  files: fc.array(fc.constantFrom(...FILES), { minLength: 2, maxLength: 2 }),
  directories: fc.array(fc.constantFrom(...DIRECTORIES), { minLength: 1, maxLength: 1 })
})

/** A command without prefix or redirection. */
export const plainCommand: fc.Arbitrary<SimpleScript> = fc
  .tuple(fc.constantFrom(...COMMANDS), operands)
  .map(([template, { files, directories }]) => ({ words: fill(template, files, directories) }))

const programSpelling = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('/usr/bin/', './tools/') }
)

const prefix = fc.oneof(
  { weight: 5, arbitrary: fc.constant<string | undefined>(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(...PREFIXES) }
)

const redirection = fc.oneof(
  { weight: 5, arbitrary: fc.constant<string | undefined>(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(...REDIRECTIONS) }
)

/** A command, sometimes with a wrapper or assignment before it and a redirection behind it. */
export const simpleCommand: fc.Arbitrary<SimpleScript> = fc
  .tuple(plainCommand, prefix, redirection, programSpelling, operands)
  .map(([command, before, after, spelling, { files }]) => {
    const [program = 'ls', ...rest] = command.words
    const spelled = isPlainWord(program) && program !== 'cd' ? spelling + program : program
    return {
      words: [
        ...(before === undefined ? [] : before.split(' ')),
        spelled,
        ...rest,
        ...(after === undefined ? [] : fill(after, files, ['src']))
      ]
    }
  })

/** Operators between the parts of a compound, as they are written. */
export const OPERATORS = [' && ', ' || ', '; ', ' | ', ' & ', '\n', '&&', ';'] as const

const script: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: simpleCommand.map(textOf) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(simpleCommand, fc.constantFrom(...OPERATORS), simpleCommand)
      .map(([left, operator, right]) => textOf(left) + operator + textOf(right))
  },
  { weight: 1, arbitrary: simpleCommand.map((command) => `echo "$(${textOf(command)})"`) },
  { weight: 1, arbitrary: simpleCommand.map((command) => `(cd src && ${textOf(command)})`) },
  { weight: 1, arbitrary: plainCommand.map((command) => `bash -c '${textOf(command).replaceAll("'", '')}'`) },
  { weight: 1, arbitrary: plainCommand.map((command) => `ls | xargs ${textOf(command)}`) },
  { weight: 1, arbitrary: simpleCommand.map((command) => `ls\r\n${textOf(command)}`) }
)

const SHAPES = ['exact', ':*', ' *', '*', 'tail'] as const

/** A Bash rule from the leading plain words of a command; a wrapper's own words may be left out. */
const bashRuleFrom = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...SHAPES), fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 0, 0, 1, 2))
    .map(([shape, count, skipped]) => {
      const from = words.slice(skipped)
      const end = from.findIndex((word) => !isPlainWord(word))
      const plain = end === -1 ? from : from.slice(0, end)
      const head = plain.slice(0, count).join(' ')
      if (head === '') return 'Bash(npm *)'
      if (shape === 'exact') return `Bash(${plain.join(' ')})`
      return shape === 'tail' ? `Bash(* ${plain.at(-1)})` : `Bash(${head}${shape})`
    })

const pathRule = fc
  .tuple(fc.constantFrom('Read', 'Read', 'Edit', 'Edit', 'Write'), fc.constantFrom(...PATH_CONTENTS))
  .map(([tool, content]) => `${tool}(${content})`)

const wordsIn = (text: string): readonly (readonly string[])[] =>
  text
    .split(/&&|\|\||[;|&\n(){}'"]|\r\n/)
    .map((part) => part.split(/\s+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0)

/** A rule that speaks of something this call does or names. */
const ruleAbout = (call: Call): fc.Arbitrary<string> => {
  const command = call.input.command
  if (typeof command !== 'string') {
    const path = call.input.file_path ?? call.input.path
    const rules = typeof path === 'string' ? [`Read(${path})`, `Edit(${path})`, `Edit(./${path})`] : []
    return fc.constantFrom(call.tool, ...rules)
  }
  const parts = wordsIn(command)
  const paths = parts.flat().filter((word) => isPlainWord(word) && /[./]/.test(word))
  const first = parts[0] ?? ['ls']
  const bash = fc.constantFrom(first, ...parts).chain(bashRuleFrom)
  if (paths.length === 0) return bash
  const path = fc
    .tuple(fc.constantFrom('Read', 'Edit'), fc.constantFrom(...paths))
    .map(([tool, word]) => `${tool}(${word})`)
  return fc.oneof({ weight: 3, arbitrary: bash }, { weight: 1, arbitrary: path })
}

const unrelatedRule = fc.oneof(
  { weight: 4, arbitrary: plainCommand.chain(({ words }) => bashRuleFrom(words)) },
  { weight: 4, arbitrary: pathRule },
  { weight: 3, arbitrary: fc.constantFrom(...OTHER_RULES) }
)

/** A rule that every layer accepts, more often than not about this call. */
const soundRule = (about: Call): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: ruleAbout(about) }, { weight: 2, arbitrary: unrelatedRule })

/** A rule, now and then a malformed one. */
const anyRule = (about: Call): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 14, arbitrary: soundRule(about) },
    { weight: 1, arbitrary: fc.constantFrom(...BAD_RULES) }
  )

/** Layers that a caller may send; `policy` takes sound rules only. */
export const RULE_LAYERS = ['user', 'session', 'project', 'local', 'flag', 'policy'] as const
export type RuleLayer = (typeof RULE_LAYERS)[number]

/** Present once in `every` draws. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, every: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: every - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const defined = (entries: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))

const ruleList = (rule: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.array(rule, { maxLength: 2, size: 'max' })

const permissionsOf = (rule: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      allow: ruleList(rule),
      ask: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: ruleList(rule) }),
      deny: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: ruleList(rule) })
    })
    .map((lists) => ({ ...lists }))

const extras = fc
  .record({
    additionalDirectories: sometimes(fc.constantFrom(['../other'], ['/etc'], ['~/.ssh']), 3),
    protectedPathExceptions: sometimes(fc.constant(['.git/**']), 3),
    undecidable: sometimes(fc.constant('allow'), 3),
    autoAllowReadOnly: sometimes(fc.boolean(), 3),
    blockReadsOutsideWorkingDirectories: sometimes(fc.constant(true), 3),
    denyInsteadOfPrompting: sometimes(fc.constant(true), 3)
  })
  .map(defined)

const sandbox = fc
  .record({
    enabled: fc.boolean(),
    autoAllowBashIfSandboxed: fc.boolean(),
    excludedCommands: fc.constantFrom([], ['docker *'], ['npm'], ['git push *'])
  })
  .map((value) => ({ ...value }))

const layer = (rule: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      permissions: permissionsOf(rule),
      extra: fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extras }),
      sandbox: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: sandbox })
    })
    .map((value) =>
      defined({ permissions: { ...value.permissions, ...value.extra }, sandbox: value.sandbox })
    )

/** Settings of a call: mostly one or two layers, sometimes more. */
const settingsFor = (about: Call): fc.Arbitrary<Record<string, unknown>> => {
  const rules = anyRule(about)
  return fc
    .record({
      user: sometimes(layer(rules), 2),
      session: sometimes(
        permissionsOf(rules).map((permissions) => ({ permissions })),
        6
      ),
      project: sometimes(layer(rules), 3),
      local: sometimes(layer(rules), 6),
      flag: sometimes(layer(rules), 6),
      policy: sometimes(layer(soundRule(about)), 6)
    })
    .map(defined)
}

/** A Bash call of this command. */
export const bashCall = (command: string): Call => ({
  tool: 'Bash',
  input: { command }
})

const fileCall: fc.Arbitrary<Call> = fc
  .tuple(fc.constantFrom('Read', 'Edit', 'Write', 'Grep', 'Glob'), fc.constantFrom(...FILES))
  .map(([tool, file]) => {
    const path = file.replaceAll(/["$*]/g, '').replace(/^HOME/, '~').replace(/^PWD/, PROJECT)
    if (tool === 'Read') return { tool, input: { file_path: path } }
    if (tool === 'Edit') return { tool, input: { file_path: path, old_string: 'a', new_string: 'b' } }
    if (tool === 'Write') return { tool, input: { file_path: path, content: 'x' } }
    return { tool, input: { pattern: 'x', path } }
  })

/** A tool call: mostly Bash. */
export const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 8, arbitrary: script.map(bashCall) },
  { weight: 3, arbitrary: fileCall },
  { weight: 1, arbitrary: fc.constantFrom(...OTHER_CALLS) }
)

const hook: fc.Arbitrary<HookVerdict | undefined> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('allow', 'ask', 'deny', 'defer').map((decision) => ({ decision }))
  },
  {
    weight: 1,
    arbitrary: script.map((command) => ({ decision: 'allow' as const, updatedInput: { command } }))
  }
)

const realPaths = fc.constantFrom(
  { [`${PROJECT}/src`]: '/etc' },
  { [`${PROJECT}/build`]: `${PROJECT}/.git` },
  { [`${PROJECT}/README.md`]: `${PROJECT}/secrets/key` }
)

/** Everything about a call but what it calls; the rules often speak of the call. */
export const contextFor = (about: Call): fc.Arbitrary<Context> =>
  fc
    .record({
      mode: fc.constantFrom(...MODES, undefined),
      headless: sometimes(fc.constant(true), 5),
      cwd: fc.oneof(
        { weight: 4, arbitrary: fc.constant(PROJECT) },
        { weight: 1, arbitrary: fc.constantFrom(`${PROJECT}/src`, '/home/dev/other', '/') }
      ),
      homeless: sometimes(fc.constant(true), 7),
      projectTrusted: fc.constantFrom(true, true, true, false),
      realPaths: sometimes(realPaths, 8),
      settings: settingsFor(about)
    })
    .map(({ homeless, ...value }) => ({
      sessionId: 's',
      projectDir: PROJECT,
      homeDir: homeless ? undefined : '/home/dev',
      ...value
    }))

/** A whole request. */
export const request: fc.Arbitrary<DecideRequest> = call.chain((one) =>
  fc
    .tuple(contextFor(one), hook)
    .map(([context, verdict]) => ({ ...context, ...one, ...(one.tool === 'Bash' ? { hook: verdict } : {}) }))
)

/** A whole request, one more rule, and the layer that it is added to. */
export const requestAndRule: fc.Arbitrary<readonly [DecideRequest, string, RuleLayer]> = request.chain(
  (one) => fc.tuple(fc.constant(one), anyRule(one), fc.constantFrom(...RULE_LAYERS))
)

/** The same request with one more rule; a malformed rule goes to another layer than `policy`. */
export function withRule(base: DecideRequest, list: Behavior, rule: string, to: RuleLayer): DecideRequest {
  const name = to === 'policy' && (BAD_RULES as readonly string[]).includes(rule) ? 'user' : to
  const layers = { ...base.settings } as Record<string, { permissions?: Record<string, readonly string[]> }>
  const old = layers[name] ?? {}
  const rules = old.permissions?.[list] ?? []
  const permissions = { ...old.permissions, [list]: [...rules, rule] }
  return { ...base, settings: { ...layers, [name]: { ...old, permissions } } }
}
