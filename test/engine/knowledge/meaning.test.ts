import { describe, expect, it } from 'vitest'
import { assignmentEffect, steersPrograms } from '../../../src/engine/knowledge/variables.ts'
import { factsOf } from './reader.ts'

const MEANINGS: readonly (readonly [command: string, code: string | undefined, lasts: boolean])[] = [
  ['$CMD x', 'dynamic-program', false],
  ['"$0" -c x', 'dynamic-program', false],
  ['eval ls', 'eval', true],
  ['source a.sh', 'source', true],
  ['. ./a.sh', 'source', true],
  ["alias ls='rm x'", 'alias', true],
  ['shopt -s extglob', 'shell-options', true],
  ['set -f', 'shell-options', true],
  ['set -euo pipefail', undefined, false],
  ["trap 'rm x' EXIT", 'trap', false],
  ['hash -p ./evil ls', 'lookup-changed', true],
  ['PATH=.', 'lookup-changed', true],
  ['PATH=. ls', 'lookup-changed', false],
  ['export PATH=.', 'lookup-changed', true],
  ['env PATH=. ls', 'lookup-changed', false],
  ['IFS=,', 'splitting-changed', true],
  ['LD_PRELOAD=./x.so ls', 'environment-changed', false],
  ['exec ls', undefined, false],
  ['exec', 'exec', true],
  ['exec -a x ls', 'builtin', true],
  ['bash -c "$X"', 'dynamic-script', false],
  ['declare x', undefined, false],
  ['declare -i x', 'builtin', true],
  ['declare -a x="$y"', 'builtin', true],
  ["env 'BASH_FUNC_ls%%=() { rm z; }' bash -c ls", 'environment-changed', false],
  ['enable -f ./x.so y', 'builtin', true],
  ['export -f f', 'function', true],
  ['FOO=1 ls', undefined, false],
  ['FOO=1', undefined, false]
]

describe('commands whose meaning is not known', () => {
  it.each(MEANINGS)('%s', async (command, code, lasts) => {
    const facts = await factsOf(command)
    expect(facts.meaning?.code).toBe(code)
    expect(facts.meaningLasts).toBe(lasts)
  })
})

describe('assignments', () => {
  const READ_ONLY: readonly (readonly [command: string, readOnly: boolean])[] = [
    ['LANG=C ls', true],
    ['LC_ALL=C NO_COLOR=1 ls', true],
    ['FOO=1 ls', false],
    ['FOO=1', true],
    ['FOO=a BAR=b', true],
    ['PATH=.', false],
    ['GIT_DIR=x', false],
    ['PAGER=x', false],
    ['TARGET=src', true],
    ['export LANG=C', true],
    ['export FOO=1', false]
  ]

  it.each(READ_ONLY)('%s', async (command, readOnly) => {
    expect((await factsOf(command)).readOnly).toBe(readOnly)
  })

  it('of names that steer programs are told from harmless ones', () => {
    for (const name of ['GIT_DIR', 'PYTHONPATH', 'NODE_OPTIONS', 'PAGER', 'MANPAGER', 'EDITOR', 'CC']) {
      expect([name, steersPrograms(name)]).toEqual([name, true])
    }
    for (const name of ['TARGET', 'X', 'GOAL', 'NODE_ENV'])
      expect([name, steersPrograms(name)]).toEqual([name, false])
  })

  it('of dangerous names are never safe', () => {
    for (const name of [
      'PATH',
      'LD_LIBRARY_PATH',
      'DYLD_X',
      'IFS',
      'BASH_ENV',
      'ENV',
      'PS4',
      'HOME',
      'CDPATH'
    ]) {
      expect([name, assignmentEffect(name)]).toEqual([name, 'changes-meaning'])
    }
    for (const name of ['NODE_OPTIONS', 'GIT_PAGER', 'LC', 'TZDIR']) {
      expect([name, assignmentEffect(name)]).toEqual([name, 'unknown'])
    }
  })
})

describe('directories and repositories', () => {
  it('are told for cd and its like', async () => {
    expect((await factsOf('cd src')).directory?.to?.text).toBe('src')
    expect((await factsOf('cd')).directory?.to?.pieces[0]?.kind).toBe('home')
    for (const text of ['cd -', 'popd', 'pushd', 'pushd +1']) {
      expect([text, (await factsOf(text)).directory]).toEqual([text, { to: undefined }])
    }
    expect((await factsOf('ls')).directory).toBeUndefined()
  })

  it('are told for git', async () => {
    const facts = async (text: string) => {
      const { git } = await factsOf(text)
      return {
        directories: git?.directories.map((one) => one.text),
        elsewhere: git?.elsewhere,
        plain: git?.plainWords.map((one) => one.text).join(' '),
        only: git?.onlyDirectory
      }
    }
    expect(await facts('git log')).toEqual({
      directories: [],
      elsewhere: false,
      plain: 'git log',
      only: true
    })
    expect(await facts('git -C a -C b log -1')).toEqual({
      directories: ['a', 'b'],
      elsewhere: false,
      plain: 'git log -1',
      only: true
    })
    expect(await facts('git --no-pager -C a log')).toMatchObject({ plain: 'git log', only: false })
    expect(await facts('git --git-dir=x push')).toMatchObject({
      elsewhere: true,
      plain: 'git push',
      only: false
    })
    expect(await facts('git -c a=b push')).toMatchObject({ elsewhere: false, plain: 'git push', only: false })
  })
})

describe('destructive commands', () => {
  const DESTRUCTIVE: readonly (readonly [command: string, destructive: boolean | null])[] = [
    ['ls', false],
    ['rm x', true],
    ['find . -delete', true],
    ['git push', false],
    ['git push --force', true],
    ['git push --force-with-lease=main', true],
    ['git reset --hard', true],
    ['git reset', false],
    ['git clean -fd', true],
    ['dd if=a of=b', true],
    ['chmod -R 777 .', true],
    ['chmod +x a', false],
    ['kill 1', true],
    ['sed -i s/a/b/ f', true],
    ['mkdir a', false],
    ['frobnicate', null]
  ]

  it.each(DESTRUCTIVE)('%s', async (command, destructive) => {
    expect((await factsOf(command)).destructive).toBe(destructive)
  })
})

describe('programs by path', () => {
  it('in a system directory are the programs themselves', async () => {
    expect(await factsOf('/usr/bin/ls src')).toMatchObject({ program: 'ls', readOnly: true })
  })

  it('elsewhere are other programs whose operands are still seen', async () => {
    expect(await factsOf('./bin/ls src')).toMatchObject({
      program: './bin/ls',
      readOnly: false,
      known: false
    })
    expect((await factsOf('./rm -rf x')).uses).toMatchObject([{ access: 'remove', recursive: true }])
  })
})

describe('words that are not known', () => {
  const DYNAMIC: readonly (readonly [command: string, readOnly: boolean])[] = [
    ['echo "$X"', true],
    ['echo $X', true],
    ['cat "$F"', true],
    ['ls *.txt', true],
    ['sort *.txt', false],
    ['sort ./*.txt', true],
    ['sort src/*.txt', true],
    ['sort -- *.txt', true],
    ['sort src/$X', false],
    ['sort "src/$X"', true],
    ['sort -k "$K" f', true],
    ['sort -k $K f', false],
    ['sort -t"$T" f', true],
    ['sort "-$X" f', false],
    ['git show "$X"', false],
    ['git log -- "$F"', true],
    ['git log --author="$X"', true],
    ['git show "$(git merge-base HEAD main)" --stat', true],
    ['git show $(git rev-parse HEAD) --stat', true],
    ['git show "$(git rev-parse --git-dir)"', false],
    ['git show "$(cat f)"', false],
    ['git show "$(git merge-base HEAD "$X")"', false],
    ['uniq "$(date +%F).log"', true],
    ['uniq "$(date "+-%F")"', false],
    ['head -n $(nproc) f', true],
    ['sort -S $(nproc) f', true],
    ['[ $# -gt 0 ]', true],
    ['[ "$a" = x ]', true],
    ['[ $a = x ]', false],
    ['uniq src/*', false],
    ['xxd src/*', false],
    ['cd "$X"', true],
    ['find . -name *.ts', false],
    ['find . -name "*.ts"', true],
    ['gh pr view "a$X"', false],
    ['gh search code "x $(cat .env)"', false],
    ['npm view "a$X" version', false],
    ['kubectl logs "pod-$X"', true],
    ['tar -tf "$F"', false],
    ['docker logs web --tail "$N"', true]
  ]

  it.each(DYNAMIC)('%s', async (command, readOnly) => {
    expect((await factsOf(command)).readOnly).toBe(readOnly)
  })
})
