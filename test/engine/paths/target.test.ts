import { expect, test } from 'vitest'
import type { Piece } from '../../../src/engine/bash/program.ts'
import { resolveOperand } from '../../../src/engine/paths/target.ts'
import { isTargetInside } from '../../../src/engine/paths/working-directories.ts'
import { placeOf } from './place.ts'
import { operandOf } from './words.ts'

const place = placeOf()
const APP = place.projectDir

const pathsOf = (pieces: readonly Piece[], directories: readonly string[] | undefined): readonly string[] =>
  resolveOperand({ text: '', pieces }, directories, place).map((target) =>
    target.kind === 'path' ? target.location.path : target.kind
  )

const text = (value: string): Piece => ({ kind: 'text', value, quoted: true })
const choice = (...values: string[]): Piece => ({ kind: 'choice', name: 'f', values })

test('an operand names one target for each directory and choice', () => {
  expect(pathsOf([choice('a', '../b'), text('/x')], [APP, '/srv/y'])).toEqual([
    `${APP}/a/x`,
    '/home/dev/b/x',
    '/srv/y/a/x',
    '/srv/b/x'
  ])
})

test('too many choices are unknown', () => {
  const many = choice(...Array.from({ length: 8 }, (_, at) => `${at}`))
  expect(pathsOf([many, many], [APP])).toHaveLength(64)
  expect(pathsOf([many, many, many], [APP])).toEqual(['unknown'])
  expect(pathsOf([many, many], [APP, '/srv'])).toEqual(['unknown'])
})

test('a relative path in an unknown directory is unknown, an absolute one is not', () => {
  expect(pathsOf([text('a')], undefined)).toEqual(['unknown'])
  expect(pathsOf([text('/a')], undefined)).toEqual(['/a'])
  expect(pathsOf([{ kind: 'home', source: '~' }, text('/a')], undefined)).toEqual(['/home/dev/a'])
  expect(pathsOf([{ kind: 'directory', source: '$PWD' }, text('/a')], undefined)).toEqual(['unknown'])
})

test('a quoted tilde is a name like any other', () => {
  expect(pathsOf([text('~/a')], [APP])).toEqual([`${APP}/~/a`])
})

test.each([
  ['src/a.ts', true],
  ['src/*.ts', true],
  ['*/../x', true],
  ['../*', false],
  ['*/../../x', false],
  ['.*', false],
  ['/etc/*', false],
  ['"$F"', false],
  ['/proc/self/cw?/x', false]
])('%s lies inside the working directories: %s', (word, inside) => {
  const targets = resolveOperand(operandOf(word), [APP], place)
  expect(targets.every((target) => isTargetInside(target, place))).toBe(inside)
})

test('a glob that could name a link the client resolved is not inside', () => {
  const linked = placeOf({ realPaths: new Map([[`${APP}/notes`, '/etc']]) })
  const inside = (word: string): boolean =>
    resolveOperand(operandOf(word), [APP], linked).every((target) => isTargetInside(target, linked))
  expect(inside('n*')).toBe(false)
  expect(inside('*/a.md')).toBe(false)
  expect(inside('src/*')).toBe(true)
})
