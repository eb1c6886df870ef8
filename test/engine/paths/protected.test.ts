import { describe, expect, test } from 'vitest'
import { protectedPath, protectedTarget } from '../../../src/engine/paths/protected.ts'
import { resolveOperand } from '../../../src/engine/paths/target.ts'
import { placeOf } from './place.ts'
import { operandOf } from './words.ts'

const APP = '/home/dev/app'

describe('a protected path', () => {
  test.each([
    ['.git', false],
    ['.git/hooks/pre-commit', false],
    ['pkg/deep/.git/config', false],
    ['.GIT/config', false],
    ['.git./config', false],
    ['.git /config', false],
    ['git~1/config', false],
    ['claude~1/settings.json', false],
    ['.git::$INDEX_ALLOCATION/config', false],
    ['.g\u200cit/config', false],
    ['.claude/settings.json', false],
    ['.claude/agents/a.md', false],
    ['.codex/hooks.json', false],
    ['.github/hooks/pre.json', false],
    ['.crush.json', false],
    ['opencode.json', false],
    ['portcullis.yml', false],
    ['.portcullis/x', false],
    ['.bashrc', false],
    ['.envrc', false],
    ['.mcp.json', false],
    ['.claude.json', false],
    ['.gitconfig', false],
    ['.ssh/config', false],
    ['.docker/config.json', false],
    ['.vscode/.git/x', false],
    ['.gitmodules', true],
    ['.config/git/config', true],
    ['.vscode/settings.json', true],
    ['.npmrc', true],
    ['bunfig.toml', true],
    ['gradle/wrapper/gradle-wrapper.properties', true]
  ])('%j, approvable: %s', (path, approvable) => {
    expect(protectedPath(`${APP}/${path}`)).toMatchObject({ approvable })
  })

  test.each([
    '.gitignore',
    '.gitkeep',
    '.github/workflows/ci.yml',
    '.github/CODEOWNERS',
    '.env',
    'package.json',
    'src/git/hooks.ts',
    'hooks',
    '.config/other',
    '.docker/daemon.json',
    '.claude/worktrees',
    '.claude/worktrees/feat/a.ts',
    '.codex/worktrees/x/src/a.ts',
    'crush'
  ])('%s is none', (path) => {
    expect(protectedPath(`${APP}/${path}`)).toBeUndefined()
  })

  test('what follows a worktree is judged afresh', () => {
    expect(protectedPath(`${APP}/.claude/worktrees/feat/.git/config`)?.name).toBe('.git')
    expect(protectedPath(`${APP}/.claude/worktrees/.claude/worktrees/x/a`)).toBeUndefined()
    expect(protectedPath(`${APP}/.claude/worktreesx/a`)?.name).toBe('.claude')
  })

  test('removing the folder that holds a protected name counts, writing beside it does not', () => {
    expect(protectedPath(`${APP}/.github`, true)?.name).toBe('.github/hooks')
    expect(protectedPath(`${APP}/.github`)).toBeUndefined()
    expect(protectedPath(`${APP}/src`, true)).toBeUndefined()
  })
})

test.each([
  ['.git/hooks/*', '.git'],
  ['.g*/config', '.git'],
  ['.gi[t]', '.git'],
  ['.config/g*', '.config/git'],
  ['pkg/*/.bashrc', '.bashrc'],
  ['"$D"/.git/config', '.git'],
  ['*', undefined],
  ['*.json', undefined],
  ['src/.e*.ts', undefined],
  ['"$F"rc', undefined],
  ['.claude/worktrees/*/a.ts', undefined]
])('a write to %s touches %s', (word, name) => {
  const place = placeOf()
  const found = resolveOperand(operandOf(word), [place.cwd], place).map(
    (target) => protectedTarget(target)?.name
  )
  expect(found).toEqual([name])
})

test('a link into a protected folder is protected', () => {
  const place = placeOf({ realPaths: new Map([[`${APP}/docs`, `${APP}/.git`]]) })
  const [target] = resolveOperand(operandOf('docs/x'), [place.cwd], place)
  expect(target && protectedTarget(target)?.name).toBe('.git')
})
