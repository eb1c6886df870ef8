import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash'
import { describe, expect, test } from 'vitest'
import { read } from '../engine/bash/fixture.ts'
import { simpleCommands } from '../statements.ts'
import { fromCorpus, fromGrammar, type Specimen } from './source.ts'
import { bashAccepts } from './syntax.ts'

const SEED = 20_261_130

/** How each command's name is written, as the second parser sees it, sorted. */
function namesOfSecond(script: string): readonly string[] {
  const names: string[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') names.push(...nameOf(node))
    forEachChild(node, visit)
  }
  visit(parse(script))
  return names.sort()
}

const nameOf = ({ name }: Command): readonly string[] => (name === undefined ? [] : [joined(name.text)])

/** Lines joined inside a name are no part of it. */
const joined = (name: string): string => name.replaceAll('\\\n', '')

async function acceptedByBash(specimens: readonly Specimen[]): Promise<readonly string[]> {
  const scripts = specimens.map(({ script }) => script)
  const answers = await bashAccepts(scripts)
  return scripts.filter((_, index) => answers[index])
}

describe('the two readers', () => {
  test.each([
    ['of the grammar', fromGrammar(SEED, 150)],
    ['made by changing commands', fromCorpus(SEED, 150)]
  ])(
    'agree on every command of a program %s that is read',
    async (kind, specimens) => {
      const scripts = await acceptedByBash(specimens)
      let disagreements = 0
      let accepted = 0
      for (const script of scripts) {
        const reading = read(script)
        if (reading.status === 'structure-unknown') {
          if (reading.code === 'disagreement') disagreements += 1
          continue
        }
        accepted += 1
        const names = simpleCommands(reading.program.body).flatMap(({ words }) =>
          words.slice(0, 1).map(({ text }) => joined(text))
        )
        expect(namesOfSecond(script), script).toEqual(names.sort())
      }
      console.log(
        `${kind}: ${scripts.length} programs that bash accepts, ${accepted} read, ${disagreements} read differently by the two`
      )
      expect(accepted).toBeGreaterThan(scripts.length / 2)
    },
    60_000
  )
})
