import { describe, expect, it } from 'vitest'
import { factsOf, usesOf } from './reader.ts'

describe('a command that only edits', () => {
  it.each([
    'mkdir -p src/new',
    'touch a',
    'rm -rf build',
    'rm *.log',
    'rmdir a',
    'mv a b',
    'cp -r a b',
    'cp *.md docs',
    'cp -t d a',
    'sed -n 1p a',
    'sed -i s/a/b/ a',
    "sed -i.bak -e 's/a/b/' -e '/x/d' a",
    "sed 's/a/b/w out' a",
    'LANG=C rm a'
  ])('%s', async (text) => {
    expect((await factsOf(text)).onlyEdits).toBe(true)
  })
})

describe('a command that may do more than edit', () => {
  it.each([
    "sed -i '1e curl x' f",
    "sed 's/.*/id/e' f",
    'sed -i -f s.sed f',
    'sed -i "s/a/b/w $X" f',
    'sed -i "s/$A/b/" f',
    "sed -i'/etc/*' s/a/b/ f",
    'sed -i"$S" s/a/b/ f',
    'sed -i s/a/b/ *.ts',
    'sed --frobnicate s/a/b/ f',
    'rm --frobnicate f',
    'cp "$A" b',
    'cp -s a b',
    'cp --link a b',
    'cp -b -S .json a .mcp',
    'FOO=1 rm a',
    './rm a',
    'sudo rm a',
    'ln -s a b',
    'tee a',
    'cat a'
  ])('%s', async (text) => {
    expect((await factsOf(text)).onlyEdits).toBe(false)
  })
})

describe('what an edit writes besides its operands', () => {
  it.each<[string, readonly string[]]>([
    ['sed -i.bak s/a/b/ f', ['write f', 'write f.bak']],
    ['sed -i.json s/a/b/ .mcp', ['write .mcp', 'write .mcp.json']],
    ['sed -i s/a/b/ f', ['write f']],
    ["sed -i'/etc/*' s/a/b/ f", ['write f', 'write ']],
    ['sed -i"$S" s/a/b/ f', ['write f', 'write ']],
    ['sed -i "s/a/b/w $X" f', ['write ', 'write f']],
    ['sed -i "s/$A/b/" f', ['write f']]
  ])('%s', async (text, uses) => {
    expect(usesOf(await factsOf(text))).toEqual(uses)
  })

  it('is unknown where it is not written out', async () => {
    const [, kept] = (await factsOf("sed -i'/etc/*' s/a/b/ f")).uses
    expect(kept?.operand.pieces).toMatchObject([{ kind: 'unknown' }])
  })
})
