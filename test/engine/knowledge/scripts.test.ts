import { describe, expect, it } from 'vitest'
import { awkScript } from '../../../src/engine/knowledge/awk-script.ts'
import { jqScript } from '../../../src/engine/knowledge/jq-script.ts'
import { sedScript } from '../../../src/engine/knowledge/sed-script.ts'

describe('sed scripts', () => {
  it.each([
    '1,80p',
    '$p',
    '/a/,/b/p',
    '/a/I,+3p',
    '0~3d',
    's/w/e/',
    's,a,w out.txt,',
    's/a/b/gI;s|c|d|2p',
    '/start/,/end/{s/a/b/;p}',
    ':a;N;$!ba;s/\\n/ /g',
    'y/abc/xyz/',
    '\\,a,d',
    'a some w text',
    '1i\\\nfirst\\\nsecond',
    '# w out\np',
    '$!N;P;D',
    '5q',
    's/a\\/b/c/',
    's/[/]/_/g'
  ])('%s only prints', (text) => {
    expect(sedScript(text)).toEqual({ harm: undefined, reads: [], writes: [] })
  })

  it.each([
    ['w out', ['out']],
    ['s/a/b/w out', ['out']],
    ['s/a/b/gw out', ['out']],
    ['/a/Iw out', ['out']],
    ['s|a|b|;w out', ['out']],
    ['a text\nw out', ['out']],
    ['{p;w out\n}', ['out']],
    ['1!W out', ['out']],
    ['s/x/w a/;w b', ['b']]
  ])('%j writes a file', (text, writes) => {
    expect(sedScript(text).writes).toEqual(writes)
  })

  it.each(['e', '1e rm x', 's/a/b/e', 's/a/b/ge', '$!e date'])('%s runs a command', (text) => {
    expect(sedScript(text).harm).toBe('has a script that runs a command')
  })

  it.each([
    's/[/]/x/w a',
    's/[/]/e/',
    's/a/b',
    's/a\nb/c/',
    'p w',
    'k',
    'a\\',
    'w',
    'y/a/b',
    '1,p',
    's/a/b/x',
    '/a',
    'px'
  ])('%j is not understood', (text) => {
    expect(sedScript(text).harm).toBeDefined()
  })

  it('name the files they read', () => {
    expect(sedScript('r .env').reads).toEqual(['.env'])
  })
})

describe('awk programs', () => {
  it.each([
    '{print $1}',
    '$1 > 3',
    'NR>=300 && NR<=430',
    '/a|b/ {n++} END {print n/2}',
    '{print ($1+$2)/2}',
    '{ if ($1 > 2) print $2; else print "a > b | c" }',
    'BEGIN{FS=":"} {print $1 "system"}',
    '!seen[$0]++',
    '{gsub(/[>|]/, "x"); print}',
    '$1 ~ /"/ {print}',
    'NR==1\n/x/ {print}',
    '# print > "x"\n{print}',
    '{print ($1 > 5)}',
    '{print ($1 > 5 ? "a" : "b"), ($2 > 1)}',
    '{print ENVIRON["HOME"]}',
    '{PROCINFO["sorted_in"] == "x"}',
    '{print $1 / 2, $2 / 3}',
    '{printf "%s\\n", $1}'
  ])('%j only prints', (text) => {
    expect(awkScript(text).harm).toBeUndefined()
  })

  it.each([
    'BEGIN{system("x")}',
    '{print > "out"}',
    '{print >> "out"}',
    '{print $1, $2 > "out"}',
    '{print "a" | "sh"}',
    '{print |& "sh"}',
    'BEGIN{"date" | getline d}',
    'BEGIN{while ((getline l < "f") > 0) n++}',
    '@include "x"',
    'BEGIN{f="system"; @f("x")}',
    'BEGIN{ARGV[1]="x"}',
    '/"/ {print > "x"}',
    '/"/ {print > "x"} #"',
    'NR==1\n/"/ {print > "x"} #"',
    '{x++ /"/; print > "y"} #"',
    '/a/ /"/ {print > "x"} #"',
    '{print (1) /2 > "x"}',
    '{print ($1) > "x"}',
    '{print (($1 > 5)) > "x"}',
    '{x = $/"/; system("x")}',
    '{x = $ /"/; print > "x"} #"',
    '{x = "a" /"/; print > "x"} #"',
    'a[/[/] ; print > "x" #/] {}',
    '{x = (1\n/"/) ; print > "x"} #"',
    'BEGIN{SYMTAB["ARGC"] = 1}',
    'BEGIN{ENVIRON["PATH"] = "."}',
    'BEGIN{PROCINFO["x", "pty"] = 1}',
    'BEGIN{ARGC = 1}',
    '@load "x"',
    '{x = @/a/}',
    "{print 'x'}",
    '{print "unterminated}'
  ])('%j is more or not understood', (text) => {
    expect(awkScript(text).harm).toBeDefined()
  })
})

describe('jq filters', () => {
  it('only print unless they read modules', () => {
    expect(jqScript('.[] | select(.n > 1)').harm).toBeUndefined()
    expect(jqScript('import "a" as $a; $a').harm).toBeDefined()
    expect(jqScript('include "a"; .').harm).toBeDefined()
  })
})
