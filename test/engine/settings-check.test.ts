import { expect, test } from 'vitest'
import { checkSettings } from '../../src/engine/settings-check.ts'

test('settings in order give no warnings', () => {
  expect(checkSettings({})).toEqual({ warnings: [] })
  expect(checkSettings({ user: { permissions: { allow: ['Bash(ls)'] } }, flag: { model: 'x' } })).toEqual({
    warnings: []
  })
})

test('what is odd is told with its layer, and nothing of trust, which comes with each call', () => {
  const checked = checkSettings({
    project: { permissions: { allow: ['Bash(ls)'], dent: [] } },
    local: { permissions: { alow: [] } }
  })
  expect(checked).toEqual({
    warnings: [
      expect.objectContaining({ code: 'unknown-key', layer: 'project' }),
      expect.objectContaining({ code: 'unknown-key', layer: 'local' })
    ]
  })
})

test('what is wrong in any layer is told of all of them, with the place', () => {
  const checked = checkSettings({ user: { permissions: { deny: 'x' } }, flag: { permissions: [] } })
  expect(checked).toEqual({
    problem: 'invalid-layer',
    issues: [
      expect.objectContaining({ path: '/user/permissions/deny' }),
      expect.objectContaining({ path: '/flag/permissions' })
    ]
  })
  const many = checkSettings({ user: { permissions: { deny: Array(10_001).fill('Read') } } })
  expect(many).toMatchObject({ problem: 'too-many-rules' })
})
