import { describe, expect, test } from 'vitest'
import { type Directories, locate } from '../../../src/engine/bash/directories.ts'
import type { SimpleCommand } from '../../../src/engine/bash/program.ts'
import { programOf, simpleCommands } from './fixture.ts'

/** As the tables have it: `cd DIR`, plain `cd`, and `pushd` that leads nobody knows where. */
function change({ words }: SimpleCommand) {
  const [name, to] = words
  if (name?.value === 'pushd') return { to: undefined }
  if (name?.value !== 'cd') return undefined
  return { to: to ?? { text: '', pieces: [{ kind: 'home', source: '' } as const] } }
}

/** Where the command called `here` runs. */
function whereIsHere(script: string): Directories {
  const program = programOf(script)
  const directories = locate(program, '/w', '/home/me', change)
  const here = simpleCommands(program.body).find(({ words }) => words[0]?.value === 'here')
  if (here === undefined || !directories.has(here)) throw new Error('`here` was not located')
  return directories.get(here)
}

describe('where a command runs', () => {
  test.each<[string, Directories]>([
    ['here', ['/w']],
    ['cd a && here', ['/w/a']],
    ['cd a; here', ['/w/a', '/w']],
    ['cd a\nhere', ['/w/a', '/w']],
    ['cd a || here', ['/w/a', '/w']],
    ['cd a || exit 1; here', ['/w/a']],
    ['cd /x && cd y && here', ['/x/y']],
    ['cd ../b/./c && here', ['/b/c']],
    ['cd && here', ['/home/me']],
    ['cd ~/a && here', ['/home/me/a']],
    ['cd "$PWD/a" && here', ['/w/a']],
    ['cd "$x" && here', undefined],
    ['cd * && here', undefined],
    ['pushd a && here', undefined],
    ['cd "$x"; cd a && here', undefined],
    ['cd "$x"; cd /a && here', ['/a']],
    ['cd "$x"; cd /a; here', undefined],
    ['(cd a && b); here', ['/w']],
    ['(cd a && here)', ['/w/a']],
    ['{ cd a && b; }; here', ['/w/a', '/w']],
    ['{ cd a && b; } && here', ['/w/a']],
    ['cd a | b; here', ['/w']],
    ['cd a & here', ['/w']],
    ['cd a && b & here', ['/w']],
    ['echo "$(cd a && here)"', ['/w/a']],
    ['echo "$(cd a)"; here', ['/w']],
    ['cd a && echo "$(here)"', ['/w/a']],
    ['! cd a && here', ['/w']],
    ['if cd a; then here; fi', ['/w/a']],
    ['if b; then cd a; fi; here', ['/w/a', '/w']],
    ['if b; then exit; fi; here', ['/w']],
    ['case b in b) cd a;; esac; here', ['/w', '/w/a']],
    ['for d in a b; do cd "$d" && here; done', undefined],
    ['for d in a b; do (cd "$d" && here); done', ['/w/a', '/w/b']],
    ['for d in a b; do cd /x && here; done', ['/x']],
    ['for d in a b; do cd "$d"; done; here', undefined],
    ['while b; do c; done; here', ['/w']],
    ['f() { here; }', ['/w']],
    ['f() { here; }; cd x', undefined],
    ['for i in 1; do cd /t && break; cd /w || exit; done; here', undefined],
    ['while a; do cd /t && continue; cd /w || exit; done; here', undefined],
    ['cd /t && continue; here', ['/t', '/w']],
    ['for i in 1; do (cd /t && break; here); done', undefined],
    ['cd /t || exit --help; here', ['/t', '/w']],
    ['cd /t || exit > /x; here', ['/t', '/w']],
    ['cd /t || exit 1; here', ['/t']],
    ['f() { g() { here; }; g; }; f; cd x', undefined],
    ['f() { cd y; }; g() { here; }; g', undefined],
    ['f() { cd a; }; f; here', ['/w']],
    ['eval "$x"; here', ['/w']],
    ['$x a; here', ['/w']],
    ['command -v b && here', ['/w']],
    ['cd {1..9} && here', ['/w/1']],
    ['exit; here', ['/w']]
  ])('%j: %j', (script, expected) => {
    expect(whereIsHere(script)).toEqual(expected)
  })

  test('is unknown where the start is', () => {
    const program = programOf('here; cd /a && there')
    const directories = [...locate(program, undefined, undefined, change).values()]
    expect(directories).toEqual([undefined, undefined, ['/a']])
  })

  test('is unknown once there are too many possibilities', () => {
    expect(whereIsHere('cd a; cd b; cd c; here')).toHaveLength(8)
    expect(whereIsHere('cd a; cd b; cd c; cd d; here')).toBeUndefined()
  })
})
