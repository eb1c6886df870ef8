import { describe, expect, test } from 'vitest'
import type { LayerName } from '../../../src/engine/verdict.ts'
import type { LintCode } from '../../../src/policies/lint/codes.ts'
import type { Finding } from '../../../src/policies/lint/finding.ts'
import { lint } from '../../../src/policies/lint/lint.ts'
import { readLintFile } from '../../../src/policies/lint/lint-file.ts'

type Lists = Readonly<Partial<Record<'allow' | 'ask' | 'deny', readonly string[]>>>

const findingsIn = (lists: Lists, layer: LayerName = 'user'): readonly Finding[] =>
  lint([{ kind: 'settings', name: 'settings.json', layer, value: { permissions: lists } }])

const codesIn = (lists: Lists, layer?: LayerName): readonly LintCode[] =>
  findingsIn(lists, layer).map(({ code }) => code)

describe('rules that can never match', () => {
  test.each<readonly [string, LintCode]>([
    ['Bash(git:* push)', 'inert-rule'],
    ['Bash(cd src && npm test)', 'inert-rule'],
    ['Bash(npm test | tail)', 'inert-rule'],
    ['Bash(eval *)', 'inert-rule'],
    ['mcp__*', 'inert-rule'],
    ['Write(src/**)', 'inert-rule'],
    ['Grep(src/**)', 'inert-rule'],
    ['WebSearch(x)', 'inert-rule'],
    ['Edit(../other/**)', 'malformed-rule'],
    ['Bash()', 'malformed-rule'],
    ['Bash(ls) x', 'malformed-rule'],
    ['Bash(env FOO=1 make *)', 'wrapper-approves-nothing'],
    ['Bash(xargs *)', 'wrapper-approves-nothing'],
    ['Bash(timeout:*)', 'wrapper-approves-nothing'],
    ['Bash(command:rm *)', 'parameter-in-allow'],
    ['Agent(model:opus)', 'parameter-in-allow'],
    ['Edit(/home/dev/app/**)', 'path-not-absolute'],
    ['Read(/Users/dev/**)', 'path-not-absolute'],
    ['Read(/var/log/**)', 'path-looks-absolute']
  ])('%s: %s', (rule, code) => expect(codesIn({ allow: [rule] })).toEqual([code]))

  test.each([
    'Bash(git push:*)',
    'Bash(sudo apt update)',
    'Edit(/src/**)',
    'Edit(//home/dev/app/**)',
    'Edit(~/notes/**)',
    'Bash(npm run build)',
    'Skill(plugin:review)',
    'mcp__tracker__read_*'
  ])('%s is fine', (rule) => expect(codesIn({ allow: [rule] }, 'project')).toEqual([]))

  test('the advice spells the rule that was meant', () => {
    const [finding] = findingsIn({ allow: ['Bash(git:* push)'] })
    expect(finding).toEqual({
      code: 'inert-rule',
      severity: 'error',
      file: 'settings.json',
      path: '/permissions/allow/0',
      rule: 'Bash(git:* push)',
      message: '`Bash(git:* push)`: `:*` means any arguments only at the end; here the colon is literal',
      advice: 'write `Bash(git push:*)`: `:*` stands at the end'
    })
    expect(findingsIn({ deny: ['Read(/etc/shadow)'] })[0]?.advice).toBe(
      'write `Read(//etc/shadow)` for the absolute path'
    )
  })
})

describe('allow rules that open much', () => {
  test.each<readonly [string, LintCode]>([
    ['Bash', 'allow-every-command'],
    ['Bash(*)', 'allow-every-command'],
    ['Bash(:*)', 'allow-every-command'],
    ['Bash(* *)', 'allow-every-command'],
    ['PowerShell', 'allow-every-command'],
    ['Edit', 'allow-every-path'],
    ['Edit(//**)', 'allow-every-path'],
    ['Edit(//*/**)', 'allow-every-path'],
    ['Edit(//**/*)', 'allow-every-path'],
    ['Read(~/*/**)', 'allow-every-path'],
    ['Read(~/**)', 'allow-every-path'],
    ['WebFetch', 'allow-every-host'],
    ['WebFetch(domain:*)', 'allow-every-host'],
    ['WebFetch(domain:*.com)', 'allow-every-host'],
    ['mcp__tracker', 'allow-whole-server'],
    ['mcp__tracker__*', 'allow-whole-server'],
    ['Bash(* --version)', 'allow-opens-interpreter'],
    ['Bash(python:*)', 'allow-opens-interpreter'],
    ['Bash(python3.12 *)', 'allow-opens-interpreter'],
    ['Bash(/usr/bin/python3 *)', 'allow-opens-interpreter'],
    ['Bash(python3 -c *)', 'allow-opens-interpreter'],
    ['Bash(bash -c *)', 'allow-opens-interpreter'],
    ['Bash(node *)', 'allow-opens-interpreter'],
    ['Bash(npx *)', 'allow-opens-interpreter'],
    ['Bash(npm exec *)', 'allow-opens-interpreter'],
    ['Bash(deno run *)', 'allow-opens-interpreter'],
    ['Bash(ssh build *)', 'allow-opens-interpreter'],
    ['Bash(awk *)', 'allow-opens-interpreter'],
    ['Bash(docker run *)', 'allow-opens-interpreter'],
    ['Bash(npm run *)', 'allow-runs-project-code'],
    ['Bash(make *)', 'allow-runs-project-code'],
    ['Bash(cargo run *)', 'allow-runs-project-code'],
    ['Bash(gdb:*)', 'allow-opens-interpreter'],
    ['Bash(vim *)', 'allow-opens-interpreter'],
    ['Bash(psql *)', 'allow-opens-interpreter'],
    ['Bash(ansible all *)', 'allow-opens-interpreter'],
    ['Bash(git *)', 'allow-every-use'],
    ['Bash(sed:*)', 'allow-every-use'],
    ['Bash(find *)', 'allow-every-use']
  ])('%s: %s', (rule, code) => expect(codesIn({ allow: [rule] })).toEqual([code]))

  test.each([
    'Bash(python3 -m pytest *)',
    'Bash(bash scripts/x.sh *)',
    'Bash(npx eslint *)',
    'Bash(git log *)'
  ])('%s names what runs', (rule) => expect(codesIn({ allow: [rule] })).toEqual([]))

  test('as restrictions they are what they should be', () => {
    expect(codesIn({ deny: ['Bash(python:*)', 'WebFetch', 'mcp__tracker'], ask: ['Bash(npx *)'] })).toEqual(
      []
    )
  })
})

describe('rules that others hide', () => {
  test.each<readonly [string, string]>([
    ['Bash(git push origin *)', 'Bash(git push:*)'],
    ['Bash(git push *)', 'Bash(git push *)'],
    ['Bash(git push)', 'Bash(git push *)'],
    ['Bash(git * main)', 'Bash(git * main)'],
    ['Bash(git log * main)', 'Bash(git *)'],
    ['Bash(ls -la)', 'Bash(ls*)'],
    ['Bash(ls*)', 'Bash(l*)'],
    ['Bash(npm test)', 'Bash'],
    ['Bash(npm test)', '*'],
    ['Edit(src/**)', 'Edit(src/**)'],
    ['Edit(src/**)', 'Read(src/**)'],
    ['Edit(src/main/a.ts)', 'Edit(src/**)'],
    ['Read(config/.env)', 'Read(.env)'],
    ['Read(.ENV)', 'Read(.env)'],
    ['Read(config/.env)', 'Read(//**/.env)'],
    ['Read(~/.ssh/config)', 'Read(~/.ssh/**)'],
    ['WebFetch(domain:a.example.com)', 'WebFetch(domain:*.example.com)'],
    ['WebFetch(domain:*.b.example.com)', 'WebFetch(domain:*.example.com)'],
    ['WebFetch(domain:example.com)', 'WebFetch'],
    ['mcp__tracker__read', 'mcp__tracker'],
    ['mcp__tracker__read', 'mcp__*__read'],
    ['Skill(review)', 'Skill'],
    ['WebSearch', 'WebSearch']
  ])('%s is hidden by a deny of %s', (allow, deny) => {
    expect(codesIn({ allow: [allow], deny: [deny] })).toContain('allow-hidden-by-deny')
  })

  test.each<readonly [string, string]>([
    ['Bash(git push *)', 'Bash(git push --force *)'],
    ['Bash(git push*)', 'Bash(git push *)'],
    ['Bash(git *)', 'Bash(git * main)'],
    ['Bash(git push *)', 'Bash(git push)'],
    ['Bash(npm test)', 'PowerShell'],
    ['Edit(src/**)', 'Edit(src/main/**)'],
    ['Edit(src/**)', 'Edit'],
    ['Read(src/**)', 'Edit(src/**)'],
    ['Edit(src/**)', 'Edit(~/src/**)'],
    ['Edit(//srv/src/**)', 'Edit(src/**)'],
    ['WebFetch(domain:example.com)', 'WebFetch(domain:*.example.com)'],
    ['WebFetch(domain:*.example.com)', 'WebFetch(domain:a.example.com)'],
    ['mcp__tracker__read', 'mcp__track'],
    ['mcp__tracker', 'mcp__tracker__read']
  ])('%s is not hidden by a deny of %s', (allow, deny) => {
    expect(codesIn({ allow: [allow], deny: [deny] })).not.toContain('allow-hidden-by-deny')
  })

  test('an allow is told once, by the strictest rule that hides it', () => {
    const lists = { allow: ['Bash(npm publish)'], ask: ['Bash(npm publish *)'], deny: ['Bash(npm *)'] }
    expect(codesIn(lists)).toEqual(['allow-hidden-by-deny', 'ask-hidden-by-deny'])
  })

  test('policies hide rules of each other only where both are sure to apply', () => {
    const policy = (id: string, permissions: Lists, match?: object) => ({
      kind: 'policy' as const,
      name: `${id}.json`,
      value: { id, settings: { permissions }, ...(match === undefined ? {} : { match }) }
    })
    const hiddenIn = (...files: Parameters<typeof lint>[0][number][]) =>
      lint(files)
        .filter(({ code }) => code === 'allow-hidden-by-deny')
        .map(({ file }) => file)
    const shop = { tenants: ['shop'] }
    const allow = { allow: ['Bash(npm test)'] }
    const deny = { deny: ['Bash(npm *)'] }
    expect(hiddenIn(policy('a', allow, shop), policy('b', deny))).toEqual(['a.json'])
    expect(hiddenIn(policy('a', allow, shop), policy('b', deny, shop))).toEqual(['a.json'])
    expect(hiddenIn(policy('a', allow), policy('b', deny, shop))).toEqual([])
    expect(hiddenIn(policy('a', allow, shop), policy('b', deny, { tenants: ['other'] }))).toEqual([])
  })
})

test('ten thousand rules that are alike take less than a second of computing', () => {
  const rules = (name: string) => Array.from({ length: 5_000 }, (_, index) => `Bash(git ${name}${index} *)`)
  const lists = { allow: rules('a'), deny: rules('b') }
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    expect(codesIn(lists)).toEqual([])
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  expect(Math.min(...times)).toBeLessThan(1_000)
})

describe('texts', () => {
  test.each([
    ['a.yaml', 'id: a\nsettings:\n  permissions:\n    deny:\n      - Read(/etc/shadow)\n', 5, 9],
    ['a.json', '{"id": "a", "settings": {"permissions":\n {"deny": ["Read(/etc/shadow)"]}}}', 2, 12],
    ['settings.json', '{\n  "permissions": {"deny": [\n"Read(/etc/shadow)"]}}', 3, 1]
  ])('%s: findings have lines and columns', (name, text, line, column) => {
    const found = lint([readLintFile(name, text)]).find(({ code }) => code === 'path-not-absolute')
    expect(found).toMatchObject({ file: name, line, column })
  })

  test.each([
    ['a.json', '{"id": "a",\n "id": "b", "settings": {}}', 2, 2],
    ['a.json', '{"id": "a"\n', 2, 1],
    ['a.yaml', 'id: [a\nsettings: {}\n', 2, 1]
  ])('%s that cannot be read says where', (name, text, line, column) => {
    expect(lint([readLintFile(name, text)])).toMatchObject([{ code: 'unreadable', line, column }])
  })

  test.each<readonly [string, LayerName]>([
    ['.claude/settings.json', 'project'],
    ['/repo/.claude/settings.local.json', 'local'],
    ['/etc/claude-code/managed-settings.json', 'policy'],
    ['C:\\repo\\.claude\\settings.json', 'project'],
    ['settings.json', 'user']
  ])('%s holds the %s layer', (name, layer) => {
    expect(readLintFile(name, '{}')).toMatchObject({ kind: 'settings', layer })
  })

  test('a policy is told from settings by its keys', () => {
    expect(readLintFile('x.json', '{"id": "a", "settings": {}}').kind).toBe('policy')
    expect(readLintFile('x.json', '{"permissions": {}, "hooks": {}}').kind).toBe('settings')
  })
})

test('a long rule is quoted in part, a rule over lines on one line', () => {
  const [long] = findingsIn({ allow: [`Bash(${'x'.repeat(3_000)}:* y)`] })
  expect(long?.message.length).toBeLessThan(400)
  for (const { message } of findingsIn({ allow: ['Bash(a\nb)'] })) expect(message).not.toContain('\n')
})

test('home-made tools of a policy are no unknown tools', () => {
  const value = { id: 'a', settings: { permissions: { deny: ['deploy'] } }, tools: [{ name: 'deploy' }] }
  expect(lint([{ kind: 'policy', name: 'a.json', value }]).map(({ code }) => code)).toEqual(['no-tests'])
})
