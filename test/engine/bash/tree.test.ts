import { describe, expect, test } from 'vitest'
import { MAX_NODES } from '../../../src/engine/bash/program.ts'
import { describeSymbols } from '../../../src/engine/bash/symbols.ts'
import { TreeTable, type Walkable } from '../../../src/engine/bash/tree.ts'

const NAMES = ['program', 'word', ';', 'command_name', 'subscript_of_tomorrow']
const symbols = describeSymbols(NAMES, (type) => NAMES[type] !== ';')

/** A root of the first type over the whole text, with these nodes one after another below it. */
function flatTree(
  text: string,
  count: number,
  nodeAt: (index: number) => [name: string, start: number, end: number]
): Walkable {
  let index = -1
  const current = (): [string, number, number] => (index < 0 ? ['program', 0, text.length] : nodeAt(index))
  return {
    walk: () => ({
      get nodeTypeId() {
        return NAMES.indexOf(current()[0])
      },
      get startIndex() {
        return current()[1]
      },
      get endIndex() {
        return current()[2]
      },
      gotoFirstChild: () => index < 0 && ++index === 0,
      gotoNextSibling: () => index + 1 < count && ++index > 0,
      gotoParent: () => {
        index = -1
        return true
      },
      delete: () => undefined
    })
  }
}

describe('the tables of a tree', () => {
  test('list its nodes in text order', () => {
    const table = new TreeTable(symbols)
    const nodes: [string, number, number][] = [
      ['word', 0, 1],
      [';', 1, 2],
      ['word', 3, 4]
    ]
    expect(
      table.fill(
        flatTree('a; b', 3, (index) => nodes[index] ?? ['word', 0, 0]),
        'a; b'
      )
    ).toBeUndefined()
    expect(table.children(0).map((node) => table.name(node))).toEqual(['word', ';', 'word'])
    expect([table.count, table.next(0)]).toEqual([4, 4])
  })

  test.each<[string, string, [string, number, number], string]>([
    ['a type that is not known', 'a', ['subscript_of_tomorrow', 0, 1], 'construct'],
    ['a token with other text', 'a', [';', 0, 1], 'unverified'],
    ['text that no node covers', 'a b', ['word', 0, 1], 'unverified'],
    ['a joined line inside a word', 'a\\\nb', ['word', 3, 4], 'unverified']
  ])('refuse %s', (_, text, node, code) => {
    expect(
      new TreeTable(symbols).fill(
        flatTree(text, 1, () => node),
        text
      )
    ).toMatchObject({ code })
  })

  test('end at the greatest number of nodes', () => {
    const table = new TreeTable(symbols)
    const text = 'a '.repeat(MAX_NODES)
    const tree = flatTree(text, MAX_NODES, (index) => ['word', index * 2, index * 2 + 1])
    expect(table.fill(tree, text)).toMatchObject({ code: 'too-many-nodes' })
    expect([table.count, table.next(0)]).toEqual([MAX_NODES, MAX_NODES])
  })
})
