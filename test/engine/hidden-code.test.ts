/** Code that runs although no command of the script's text is it, and what a call of a function stands for. */
import { describe, expect, test } from 'vitest'
import { createScriptAnalyser } from '../../src/engine/checks/script-analyser.ts'
import { decide, sharedEngine, sharedReader } from '../engine-fixture.ts'

const engine = await sharedEngine()
const analyser = createScriptAnalyser(await sharedReader())

/** The first code of what is not known; undefined: everything is known. */
async function doubt(script: string): Promise<string | undefined> {
  const analysis = await analyser.analyse(script)
  return (
    analysis.structure?.code ?? analysis.commands.find(({ meaning }) => meaning !== undefined)?.meaning?.code
  )
}

const X = "x='a[$(id)]'; "

describe('an expression that takes in a value', () => {
  test.each([
    'echo $((x + 1))',
    '((x))',
    '[[ $x -gt 1 ]]',
    '[[ x -eq 1 ]]',
    `${X}echo $(( \${#:+$x} ))`,
    'n=1; [[ $n+y -eq 1 ]]',
    'a[$i]=1',
    'echo ${a[i]} ${s:n}',
    'for ((i = 0; i < n; i++)); do ls; done',
    'cat <<E\n$((x))\nE',
    'case $((x)) in 1) ls;; esac',
    'for i in $((x)); do ls; done',
    '{ ls; } <<< $((x))',
    'let x',
    'read n; ((n > 3)) && ls',
    'true && i=1; echo $((i))',
    '(i=1); echo $((i))',
    'i=1 | cat; echo $((i))',
    'i=i+1; echo $((i))',
    'i=1; i=$x; echo $((i))',
    'for i in 1 2; do i=$x; echo $((i)); done',
    'n=1; printf -vn %s "$x"; echo $((n))',
    'n=1; read -an <<< "$x"; echo $((n))',
    'BASH_REMATCH=1; [[ a =~ b ]]; ((BASH_REMATCH))',
    'echo $(( $(cat n) + 1 ))',
    'f() { echo $(($1)); }; f 1',
    'n=1; echo $((n - a[0]))',
    'echo $((COLUMNS))',
    'x=1 true; ((x))',
    'x+=1; ((x))',
    '((0 && (x = 1))); ((x))',
    'echo ${y:+$((x = 1))}; ((x))',
    'x=(1); declare x="$y"',
    'declare -A x; local x=$y',
    'x[0]=1; readonly x="$y"',
    'mapfile x < f; builtin declare x="$y"',
    'declare PIPESTATUS="$y"',
    'f() { y=$x; }; : ${q:-$(y=5; f; ((y)))}',
    'x=(1); : ${q:-$(declare x="$y")}',
    ': ${x[0]:=1}; declare x="$y"',
    '((x[0] = 1)); declare x="$y"',
    'declare x=(1) x="$y"',
    'test $y "$x"',
    '[ $y ]',
    'printf $v "$x"',
    'printf "$v" hi'
  ])('may run what that says: %s', async (script) => {
    expect(await doubt(script)).toBe('evaluated')
    const { decision, facts } = await decide(engine, { tool: 'Bash', input: { command: script }, cwd: '/w' })
    expect(decision).toBe('ask')
    expect(facts.readOnly).toBe(false)
  })

  test.each([
    'echo $((1 + 2)) $(($# * 2)) $((RANDOM % 6))',
    'i=0; while [ "$i" -lt 3 ]; do i=$((i + 1)); done',
    'for i in 1 2; do echo $((i * 2)); done',
    'for i in {1..3}; do echo $((i * 2)); done',
    'for ((i = 0; i < 3; i++)); do echo $i; done',
    'n=5; for ((i = n; i > 0; i--)); do echo $((i)); done',
    'let i=1; let "i += 2"; echo $((i))',
    '[[ $# -gt 1 ]] && ls',
    'n=3; [[ $n -gt 1 ]] && ls',
    'echo $(( ${#x} + 1 ))',
    'declare x="$y"; local z=$y',
    'declare -a x=(1 2); local y=("$z")'
  ])('is harmless where it is a number: %s', async (script) => {
    expect(await doubt(script)).toBeUndefined()
  })

  test.each([
    'builtin let x',
    'command let x',
    'printf -v "$x" y',
    'printf -v"$x" y',
    'printf "-v$x" y',
    'test -v "$x"',
    'command printf -v "$x" y',
    'builtin test -v "$x"',
    'wait -n -p "$x"',
    'a=1; n=1; echo $((a$n))',
    'a=1; echo ${y:a$#}',
    'a=1; ((a$((1))))'
  ])('is not read behind a built-in that nobody sees: %s', async (script) => {
    expect(await doubt(script)).toBe('construct')
  })
})

describe('a function', () => {
  test.each([
    'f() { ls src; }; f; f a',
    'function f { local x=1; grep "$x" src/a; }; f > /dev/null',
    'f() { g; }; g() { ls; }; g'
  ])('that is surely defined is its body: %s', async (script) => {
    const codes = (await analyser.analyse(script)).commands.filter(
      ({ command }) => command.words[0]?.value === 'f'
    )
    for (const { meaning } of codes) expect(meaning).toBeUndefined()
    expect(await doubt(script.replace('{ g; }', '{ ls; }'))).toBeUndefined()
  })

  test.each([
    ['may not be defined', 'a && f() { ls; }; f'],
    ['may not be defined', 'if a; then f() { ls; }; fi; f'],
    ['may not be defined', '(f() { ls; }); f'],
    ['is defined later', 'f; f() { ls; }'],
    ['is defined twice', 'f() { ls; }; f() { cd /tmp; }; f'],
    ['is defined again in a loop', 'f() { ls; }; for i in 1 2; do f; f() { cd /tmp; }; done'],
    ['is unset', 'f() { ls; }; unset -f f; f'],
    ['may be unset', 'f() { ls; }; un""set -f f; f'],
    ['may be unset', 'f() { ls; }; builtin unset f; f'],
    ['may be unset', 'f() { ls; }; echo ${x:-$(unset f; f)}'],
    ['may be unset', 'f() { ls; }; echo `un\\set f; f`'],
    ['changes directory', 'f() { cd x; }; f'],
    ['changes what words mean', 'f() { alias ls=rm; }; f'],
    ['calls itself', 'f() { f; }; f'],
    ['has the name of a program', 'ls() { rm x; }; ls'],
    ['is not what a wrapper runs', 'f() { ls; }; timeout 5 f'],
    ['hands on assignments', 'f() { git log; }; PAGER=x f']
  ])('is not taken for its body where it %s: %s', async (_, script) => {
    expect(await doubt(script)).toBeDefined()
  })
})

describe('a change of the shell', () => {
  test.each(["alias ls='rm -rf x'", 'export PATH=/x:$PATH', 'set -f', 'exec 2> log', 'IFS=,', 'export -f f'])(
    'is an ordinary command where nothing follows: %s',
    async (script) => {
      expect(await doubt(script)).toBeUndefined()
      const { facts } = await decide(engine, { tool: 'Bash', input: { command: script }, cwd: '/w' })
      expect(facts.readOnly).toBe(false)
    }
  )

  test.each([
    'alias ls=x; ls',
    'export PATH=/x && ls',
    '{ set -f; }; ls *',
    'while a; do ls; alias ls=x; done',
    'f() { alias ls=x; }; f; ls',
    'exec 2> log; ls',
    'if a; then IFS=,; fi; ls $x'
  ])('leaves what follows without a known meaning: %s', async (script) => {
    expect(await doubt(script)).toBeDefined()
  })
})

describe('the variable of a loop', () => {
  test.each(['_', 'RANDOM', 'BASH_COMMAND', 'MAPFILE', 'REPLY', 'OPTARG'])(
    'is not known where bash assigns it: %s',
    async (name) => {
      const { commands } = await analyser.analyse(`for ${name} in a b; do cat $${name}; done`)
      expect(commands[0]?.command.words[1]?.pieces[0]?.kind).toBe('unknown')
    }
  )

  test.each([
    'printf -vx %s y',
    'read -ax',
    'read -rax',
    '((++          x))',
    '((++\nx))',
    '((x\n++))',
    '((1+++x))',
    '((---x))',
    'n=-1; ((x-$n))'
  ])('is not known after %j', async (change) => {
    const { commands } = await analyser.analyse(`for x in a b; do ${change}; cat $x; done`)
    expect(commands.at(-1)?.command.words[1]?.pieces[0]?.kind).toBe('unknown')
  })
})

describe('text that a shell is handed', () => {
  test.each([
    "sh -c '[[ -n x || reboot ]]'",
    "dash -c 'reboot=1; ((reboot))'",
    "env sh -c 'a=(1 2)'",
    `sh -c "echo $'x'"`,
    "sh -c 'cat <(ls)'",
    "sh -c 'ls &> f'",
    "sh -c 'ls |& cat'",
    "sh -c 'ls {a,b}'",
    "sh -c 'function f { ls; }'",
    "sh <<'E'\n[[ a > b ]]\nE",
    "bash --posix -c '[[ -f x ]]'",
    "watch '[[ a > b ]]'",
    'sh -c "echo \\${x:-\\$\'y\'}"',
    'sh -c "case x in \\$\'y\') ls;; esac"'
  ])('may be read otherwise by another shell: %s', async (script) => {
    expect(await doubt(script)).toBe('nested-script')
  })

  test.each([
    "bash -kc 'ls LD_PRELOAD=x'",
    "bash -o keyword -c 'ls A=b'",
    "bash -ac 'FOO=x; git log'",
    'bash -O extglob -c ls'
  ])('means something else with such options: %s', async (script) => {
    expect(await doubt(script)).toBe('shell-options')
  })

  test.each([
    "sh -c 'ls | head'",
    "sh -c 'find . -exec ls {} +'",
    "bash -euo pipefail -c '[[ -f x ]] && ls'",
    "sh -c 'echo $((1 + 2))'"
  ])('is read where every shell reads it alike: %s', async (script) => {
    expect(await doubt(script)).toBeUndefined()
  })
})
