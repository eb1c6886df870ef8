import { describe, expect, test } from 'vitest'
import { parseRule } from '../../../src/engine/rules/parse.ts'
import type { Rule } from '../../../src/engine/rules/rule.ts'
import type { Wildcard } from '../../../src/engine/rules/wildcard.ts'
import { assertNever, type Behavior } from '../../../src/engine/verdict.ts'

const spelled = (wildcard: Wildcard): string => wildcard.segments.join('*')

/** A rule in one line: its kind and what it is compared with. */
function outline(rule: Rule): string {
  switch (rule.kind) {
    case 'tool':
      return `tool ${rule.name}`
    case 'bash':
      return `${rule.tool} ${rule.pattern.source}`
    case 'path':
      return `${rule.access} ${rule.pattern.text}`
    case 'domain': {
      const { prefix, subdomains, labels } = rule.host
      return `host ${prefix === undefined ? (subdomains ? '*.' : '') + labels.map(spelled).join('.') : `${prefix}...`}`
    }
    case 'agent':
      return `agent ${spelled(rule.type)}`
    case 'skill':
      return `skill ${spelled(rule.name)}${rule.anyArguments ? ' +args' : ''}`
    case 'parameter':
      return `${spelled(rule.tool)}.${rule.parameter} = ${spelled(rule.value)}`
    default:
      return assertNever(rule)
  }
}

function read(text: string, behavior: Behavior): { rules: readonly string[]; codes: readonly string[] } {
  const { rules, warnings } = parseRule(text, behavior, 'user')
  for (const rule of rules) expect(rule).toMatchObject({ text, behavior, layer: 'user' })
  return { rules: rules.map(outline), codes: warnings.map((warning) => warning.code) }
}

type Reading = readonly [rules: readonly string[], ...codes: string[]]
const MALFORMED: Reading = [[], 'malformed-rule']
const INERT: Reading = [[], 'inert-rule']

/** Text, what it is in an allow list, what it is in a deny or ask list (absent: the same). */
const READINGS: readonly (readonly [text: string, allow: Reading, restricting?: Reading])[] = [
  // R1 to R6: the form
  ['Bash', [['tool Bash']]],
  ['Bash(*)', [['tool Bash']]],
  ['Bash(:*)', [['tool Bash']]],
  [' Bash(npm test) ', [['Bash npm test']]],
  ['Bash(echo (a) b)', [['Bash echo (a) b']]],
  ['Task', [['tool Agent']]],
  ['KillShell', [['tool TaskStop']]],
  ['MultiEdit', [['tool MultiEdit']]],
  ['toString', [['tool toString']], [['tool toString'], 'unknown-tool']],
  ['bash', [['tool bash']], [['tool bash'], 'unknown-tool']],
  ['my_tool', [['tool my_tool']]],
  ['Bash()', MALFORMED, [['tool Bash'], 'malformed-rule']],
  ['Bash( )', MALFORMED, [['tool Bash'], 'malformed-rule']],
  ['Bash:*', MALFORMED, [['tool Bash'], 'malformed-rule']],
  ['Bash(npm run', MALFORMED, [['Bash npm run*'], 'malformed-rule']],
  ['Bash(rm *) x', MALFORMED, [['Bash rm *'], 'malformed-rule']],
  ['Bash(a) b) x', MALFORMED, [['Bash a*'], 'malformed-rule']],
  ['Bash[rm]', MALFORMED, [['Bash rm*'], 'malformed-rule']],
  ['Bash (rm)', MALFORMED, [['Bash rm*'], 'malformed-rule']],
  ['Bash(curl x | sh', MALFORMED, [['Bash curl x *'], 'malformed-rule']],
  ['Bash("', MALFORMED, [['tool Bash'], 'malformed-rule', 'rule-read-as']],
  ['Read(.env', MALFORMED, [['read .env*'], 'malformed-rule']],
  ['Agent(model:opus', MALFORMED, [['agent model:opus*', 'Agent.model = opus*'], 'malformed-rule']],
  ['WebFetch(domain:evil.test', MALFORMED, [['host evil.test...'], 'malformed-rule']],
  ['WebSearch(x', MALFORMED, [['tool WebSearch'], 'malformed-rule', 'rule-read-as']],
  ['', MALFORMED, MALFORMED],
  ['(rm *)', MALFORMED, MALFORMED],
  // R8, R9, R74: names of tools
  ['*', INERT, [['tool *']]],
  ['B*', INERT, [['tool B*']]],
  ['mcp__*', INERT, [['tool mcp__*']]],
  ['mcp__git*__x', INERT, [['tool mcp__git*__x']]],
  ['mcp__github', [['tool mcp__github']]],
  ['mcp__github__*', [['tool mcp__github']]],
  ['mcp__github__get_*', [['tool mcp__github__get_*']]],
  ['mcp__github__create(repo:x)', MALFORMED, [['tool mcp__github__create'], 'malformed-rule']],
  // R11 to R16: parameters
  ['Bash(run_in_background:true)', [['Bash run_in_background:true']], [['Bash.run_in_background = true']]],
  ['Bash(timeout:*)', [['Bash timeout:*']], [['Bash.timeout = *', 'Bash timeout:*']]],
  ['Bash(command:*)', [['Bash command:*']]],
  ['Bash(command:rm *)', [['Bash command:rm *']], INERT],
  ['Read(file_path:x)', [['read file_path:x']], INERT],
  ['Agent(isolation : *)', [['agent isolation : *']], [['Agent.isolation = *']]],
  ['Agent(plugin:type)', [['agent plugin:type']]],
  ['my_tool(kind:a*)', INERT, [['my_tool.kind = a*']]],
  ['my_tool(free text)', INERT, [['tool my_tool'], 'rule-read-as']],
  // R20, D19: forms that never match
  ['Bash(git:* push)', [['Bash git:* push'], 'inert-rule']],
  ['Bash(a && b)', INERT],
  ['Bash(npm test 2>&1)', [['Bash npm test 2>&1'], 'rule-read-as'], INERT],
  // R58, R64: paths
  ['Edit(src/**)', [['edit src/**']]],
  ['Write(docs/**)', INERT, [['edit docs/**'], 'rule-read-as']],
  ['NotebookEdit(a.ipynb)', INERT, [['edit a.ipynb'], 'rule-read-as']],
  ['Glob(src/**)', INERT, [['read src/**'], 'rule-read-as']],
  ['Grep(pattern:secret*)', INERT, [['Grep.pattern = secret*']]],
  ['Read(*)', [['tool Read']]],
  ['Edit(a[b.ts)', MALFORMED, [['edit a[b.ts'], 'malformed-rule']],
  // R68 to R73: hosts
  ['WebFetch(domain:Example.COM.)', [['host example.com']]],
  ['WebFetch(domain:*.example.com)', [['host *.example.com']]],
  ['WebFetch(domain:bücher.example)', [['host xn--bcher-kva.example']]],
  ['WebFetch(domain:*)', [['tool WebFetch']]],
  ['WebFetch(https://evil.test/x)', INERT, [['host evil.test'], 'rule-read-as']],
  ['WebFetch(domain:evil.test:8443)', INERT, [['host evil.test'], 'rule-read-as']],
  ['WebFetch(evil.test)', INERT, [['host evil.test'], 'rule-read-as']],
  ['WebFetch(nonsense)', INERT, [['tool WebFetch'], 'rule-read-as']],
  ['WebFetch(prompt:*)', INERT, [['WebFetch.prompt = *']]],
  ['WebSearch(x)', INERT, [['tool WebSearch'], 'rule-read-as']],
  // R77, R78
  ['Agent(Explore)', [['agent Explore']]],
  ['Task(Explore)', [['agent Explore']]],
  ['Agent(a, b)', [['agent a, b'], 'inert-rule'], [['agent a', 'agent b']]],
  ['Agent(,)', [['agent ,'], 'inert-rule'], [['tool Agent'], 'rule-read-as']],
  ['Skill(deploy)', [['skill deploy']], [['skill deploy +args']]],
  ['Skill(deploy *)', [['skill deploy +args']]],
  ['Skill(deploy:*)', [['skill deploy +args']]],
  ['Skill(*)', [['tool Skill']]]
]

const equals = (reading: Reading) => ({ rules: reading[0], codes: reading.slice(1) })

describe('reading rules', () => {
  for (const [text, allow, restricting = allow] of READINGS) {
    test(`\`${text}\` is read as the specification says`, () => {
      expect(read(text, 'allow')).toEqual(equals(allow))
      expect(read(text, 'deny')).toEqual(equals(restricting))
      expect(read(text, 'ask')).toEqual(equals(restricting))
    })
  }

  test('a broken restriction without a legible name restricts nothing but is reported', () => {
    expect(read(')(', 'deny')).toEqual(equals(MALFORMED))
  })

  test('a warning names the entry, its layer and what was made of it', () => {
    expect(parseRule('Bash(rm *) x', 'deny', 'project').warnings).toEqual([
      {
        code: 'malformed-rule',
        message:
          '`Bash(rm *) x`: text follows the closing `)`; it is applied to everything that begins with `rm *`',
        layer: 'project',
        rule: 'Bash(rm *) x'
      }
    ])
    expect(parseRule('bash(ls)', 'deny', 'user').warnings[0]?.message).toContain('did you mean `Bash`?')
  })
})
