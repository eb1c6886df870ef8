import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchBash } from '../../../src/engine/rules/bash-pattern.ts'
import { bashSubject, literalSubject, type MatchWord } from '../../../src/engine/rules/bash-subject.ts'
import { compileExclusions } from '../../../src/engine/rules/exclusions.ts'
import { parseRule } from '../../../src/engine/rules/parse.ts'
import { compileRuleSet, NO_RULES, type RuleSet, union } from '../../../src/engine/rules/rule-set.ts'
import type { Behavior } from '../../../src/engine/verdict.ts'

const setOf = (behavior: Behavior, ...texts: readonly string[]): RuleSet =>
  compileRuleSet(texts.flatMap((text) => parseRule(text, behavior, 'user').rules))

const allow = (...texts: readonly string[]): RuleSet => setOf('allow', ...texts)
const deny = (...texts: readonly string[]): RuleSet => setOf('deny', ...texts)

const argv = (text: string) => literalSubject(text.split(' '))

const bash = (set: RuleSet, text: string): readonly string[] =>
  set.bash('Bash', argv(text)).map(({ rule }) => rule.text)

describe('rules for whole tools', () => {
  const ROWS: readonly (readonly [rule: string, tool: string, allowed: boolean, denied: boolean])[] = [
    ['Bash', 'Bash', true, true],
    ['Bash', 'mcp__evil__Bash', false, false],
    ['Task', 'Agent', true, true],
    ['Agent', 'Task', true, true],
    ['TaskStop', 'KillShell', true, true],
    ['Read', 'Grep', false, false],
    ['Edit', 'Write', false, false],
    ['*', 'Read', false, true],
    ['*', 'EndConversation', false, false],
    ['Web*', 'WebSearch', false, true],
    ['mcp__*', 'mcp__github__create_issue', false, true],
    ['mcp__github', 'mcp__github__create_issue', true, true],
    ['mcp__github__*', 'mcp__github__create_issue', true, true],
    ['mcp__github__get_*', 'mcp__github__get_issue', true, true],
    ['mcp__github__get_*', 'mcp__github__create_issue', false, false],
    ['mcp__github__get_issue', 'mcp__github__get_issue', true, true],
    ['mcp__github__get_issue', 'mcp__github__get_issue_and_delete', false, false],
    ['mcp__git', 'mcp__github__x', false, false],
    ['mcp__github', 'mcp__github_evil__create_issue', false, false],
    ['mcp__github', 'mcp__evil__mcp__github__create_issue', false, false],
    ['mcp__my__server', 'mcp__my__server__tool', false, true],
    ['toString', 'Bash', false, false],
    ['Bash', 'constructor', false, false]
  ]
  test.each(ROWS)('`%s` and the tool %s', (rule, tool, allowed, denied) => {
    expect(allow(rule).wholeTool(tool)?.text).toBe(allowed ? rule : undefined)
    expect(deny(rule).wholeTool(tool)?.text).toBe(denied ? rule : undefined)
  })

  test('content rules cover no whole tool', () => {
    expect(deny('Bash(rm *)', 'Read(.env)').wholeTool('Bash')).toBeUndefined()
  })
})

describe('rules for commands', () => {
  const set = deny(
    'Bash(rm *)',
    'Bash(git push:*)',
    'Bash(* --force)',
    'Bash(r* -rf *)',
    'PowerShell(Remove-Item *)'
  )

  test.each([
    ['rm -rf x', ['Bash(rm *)', 'Bash(r* -rf *)']],
    ['git push --force', ['Bash(git push:*)', 'Bash(* --force)']],
    ['git log', []],
    ['rmdir x', []]
  ])('every rule that meets `%s` is found', (command, rules) => {
    expect(bash(set, command)).toEqual(rules)
  })

  test('looking rules up by the first word finds what trying every rule finds', () => {
    const content = fc
      .array(fc.constantFrom('a', 'b', 'A=1', '*', 'a*', '"a b"', '""'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(' '))
    const piece = fc.oneof(
      fc.constantFrom('a', 'b', 'A=', '1', ' ', 'a b').map((text) => ({ text })),
      fc.constantFrom<'one' | 'many'>('one', 'many').map((hole) => ({ hole }))
    )
    const words: fc.Arbitrary<MatchWord[]> = fc.array(fc.array(piece, { maxLength: 2 }), {
      minLength: 1,
      maxLength: 3
    })
    const behavior = fc.constantFrom<Behavior>('allow', 'deny')
    fc.assert(
      fc.property(behavior, fc.array(content, { maxLength: 4 }), words, (list, contents, command) => {
        const rules = setOf(list, ...contents.map((text) => `Bash(${text})`))
        const subject = bashSubject(command)
        const found = rules.bash('Bash', subject)
        const tried = rules.rules.flatMap((rule) => {
          const match = rule.kind === 'bash' ? matchBash(rule.pattern, subject) : 'no'
          return rule.kind === 'bash' && match !== 'no' ? [{ rule, guess: match === 'guess' }] : []
        })
        expect(found).toHaveLength(tried.length)
        expect(found).toEqual(expect.arrayContaining(tried))
      }),
      { numRuns: 1000 }
    )
  })

  test('a deny rule for the empty word is found behind whatever the command begins with', () => {
    const subject = bashSubject([[{ text: ' ' }], [{ hole: 'one' }], []])
    expect(deny('Bash("")').bash('Bash', subject)).toHaveLength(1)
  })

  test('a miss allocates nothing', () => {
    expect(set.bash('Bash', argv('git log'))).toBe(set.bash('Bash', argv('ls')))
  })

  test('certain matches come before guesses', () => {
    const rules = deny('Bash(git push --force)', 'Bash(git *)')
    const subject = bashSubject([[{ text: 'git' }], [{ text: 'push' }], [{ hole: 'one' }]])
    expect(rules.bash('Bash', subject).map(({ rule, guess }) => [rule.text, guess])).toEqual([
      ['Bash(git *)', false],
      ['Bash(git push --force)', true]
    ])
  })

  test('rules are found by the program also where an assignment before it is unknown', () => {
    const rules = deny('Bash(AWS_PROFILE=prod aws *)')
    const subject = bashSubject([
      [{ text: 'AWS_PROFILE=' }, { hole: 'one' }],
      [{ text: 'aws' }],
      [{ text: 's3' }]
    ])
    expect(rules.bash('Bash', subject)).toEqual([{ rule: rules.rules[0], guess: true }])
  })

  test('each shell has its own rules; Monitor follows those of Bash too', () => {
    const rules = deny('Bash(curl *)', 'Monitor(tail *)', 'PowerShell(Remove-Item *)')
    const found = (tool: 'Bash' | 'PowerShell' | 'Monitor', command: string) =>
      rules.bash(tool, argv(command)).map(({ rule }) => rule.text)
    expect(found('Monitor', 'curl x')).toEqual(['Bash(curl *)'])
    expect(found('Monitor', 'tail x')).toEqual(['Monitor(tail *)'])
    expect(found('Bash', 'tail x')).toEqual([])
    expect(found('PowerShell', 'curl x')).toEqual([])
    expect(found('PowerShell', 'REMOVE-ITEM x')).toEqual(['PowerShell(Remove-Item *)'])
  })

  test('an exact rule is found by the text of the command', () => {
    const rules = allow('Bash(npm test 2>&1)', 'Bash(echo "$HOME")', 'Bash(npm *)')
    expect(rules.sameSource('Bash', 'npm test 2>&1')?.text).toBe('Bash(npm test 2>&1)')
    expect(rules.sameSource('Bash', 'echo "$HOME"')?.text).toBe('Bash(echo "$HOME")')
    expect(rules.sameSource('Monitor', 'echo "$HOME"')?.text).toBe('Bash(echo "$HOME")')
    expect(rules.sameSource('Bash', 'npm *')).toBeUndefined()
    expect(bash(rules, 'npm test 2>&1')).toEqual(['Bash(npm *)'])
  })
})

describe('other rules', () => {
  test('a parameter rule compares the literal input and needs it to be there', () => {
    const rules = deny('Bash(run_in_background:true)', 'Agent(model:*)', 'Agent(isolation:work*)')
    const meets = (tool: string, input: Readonly<Record<string, unknown>>) =>
      rules.parameters(tool, input)?.text
    expect(meets('Bash', { run_in_background: true })).toBe('Bash(run_in_background:true)')
    expect(meets('Bash', { run_in_background: 'true' })).toBe('Bash(run_in_background:true)')
    expect(meets('Bash', { run_in_background: false })).toBeUndefined()
    expect(meets('Bash', {})).toBeUndefined()
    expect(meets('Bash', Object.create({ run_in_background: true }))).toBeUndefined()
    expect(meets('Task', { model: 'opus' })).toBe('Agent(model:*)')
    expect(meets('Agent', { isolation: 'worktree' })).toBe('Agent(isolation:work*)')
    expect(meets('Agent', { model: { name: 'opus' } })).toBeUndefined()
  })

  test('agent types and skills are compared by name', () => {
    expect(deny('Agent(Explore)').agent('Explore')?.text).toBe('Agent(Explore)')
    expect(deny('Agent(Explore)').agent('Explorer')).toBeUndefined()
    expect(allow('Skill(commit)').skill('commit', undefined)?.text).toBe('Skill(commit)')
    expect(allow('Skill(commit)').skill('commit', 'now')).toBeUndefined()
    expect(allow('Skill(commit *)').skill('commit', 'now')?.text).toBe('Skill(commit *)')
    expect(allow('Skill(commit *)').skill('commitment', undefined)).toBeUndefined()
    expect(deny('Skill(deploy)').skill('deploy', 'prod')?.text).toBe('Skill(deploy)')
  })

  test('paths and hosts are kept by kind', () => {
    const rules = deny('Read(.env)', 'Write(docs/**)', 'WebFetch(domain:evil.test)')
    expect(rules.paths('read').map(({ text }) => text)).toEqual(['Read(.env)'])
    expect(rules.paths('edit').map(({ text }) => text)).toEqual(['Write(docs/**)'])
    expect(rules.domain('evil.test')?.text).toBe('WebFetch(domain:evil.test)')
    expect(rules.domain('good.test')).toBeUndefined()
  })
})

describe('sets', () => {
  test('a set says what kinds of content it holds', () => {
    expect(deny('Bash', 'Bash(run_in_background:true)')).toMatchObject({ size: 2, hasBashContent: false })
    expect(deny('Bash(x)')).toMatchObject({ hasBashContent: true, hasReadPaths: false, hasEditPaths: false })
    expect(deny('Monitor(x)')).toMatchObject({ hasBashContent: false, hasShellContent: true })
    expect(deny('PowerShell(x)')).toMatchObject({ hasBashContent: false, hasShellContent: true })
    expect(deny('Read(a)')).toMatchObject({ hasBashContent: false, hasReadPaths: true, hasEditPaths: false })
    expect(deny('Write(a)')).toMatchObject({ hasBashContent: false, hasReadPaths: false, hasEditPaths: true })
  })

  test('auto mode leaves out broad rules, and every shell rule where told so', () => {
    const rules = allow('Bash', 'Bash(npm test)', 'PowerShell(dir)', 'Agent(Explore)', 'Read')
    const texts = (set: RuleSet) => set.rules.map(({ text }) => text)
    expect(texts(rules.withoutSuspended())).toEqual(['Bash(npm test)', 'PowerShell(dir)', 'Read'])
    expect(texts(rules.withoutSuspended(true))).toEqual(['Read'])
    expect(rules.withoutSuspended()).toBe(rules.withoutSuspended())
    expect(rules.withoutSuspended().wholeTool('Bash')).toBeUndefined()
    const narrow = allow('Read')
    expect(narrow.withoutSuspended()).toBe(narrow)
  })

  test('a union finds the rules of every set, each with its layer', () => {
    const project = compileRuleSet(parseRule('Bash(ls)', 'allow', 'project').rules)
    const both = union([allow('Bash(npm test)'), NO_RULES, project])
    expect(both.rules.map(({ layer }) => layer)).toEqual(['user', 'project'])
    expect(bash(both, 'ls')).toEqual(['Bash(ls)'])
    expect(bash(both, 'npm test')).toEqual(['Bash(npm test)'])
    expect(union([NO_RULES, project])).toBe(project)
    expect(union([])).toBe(NO_RULES)
  })

  test('an exclusion without a wildcard names a program with any arguments', () => {
    const set = compileExclusions(['docker', 'git push', 'make b*', 'a && b', ''], 'user')
    expect(set.size).toBe(3)
    expect(bash(set, 'docker ps')).toEqual(['docker'])
    expect(bash(set, 'docker')).toEqual(['docker'])
    expect(bash(set, 'docker-compose up')).toEqual([])
    expect(bash(set, 'git push origin')).toEqual(['git push'])
    expect(bash(set, 'git pull')).toEqual([])
    expect(bash(set, 'make build')).toEqual(['make b*'])
  })
})
