import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { firstRun, oracle } from './fixture.ts'

describe('no script', () => {
  const clean = async (): Promise<void> => {
    expect(await firstRun('a; echo * "$X" ~/*; b > c')).toMatchObject({
      commands: [['a'], ['echo', '*', '', '/home/dev/app'], ['b']],
      writes: ['/home/dev/app/c'],
      status: 0,
      incomplete: false
    })
  }

  test.each([
    ['files', 'x > f > g; > /home/dev/h; umask 777; > i'],
    ['variables and functions', 'X=1; a() { b; }; set -e'],
    ['a background job', 'while :; do :; done & X=2'],
    ['a job in the background of a job', '( (while :; do : > j; done) & ) & x'],
    ['a signal to everybody', 'kill -9 -1'],
    ['a signal to its process group', 'kill -9 0; kill -INT 0'],
    ['signals to process 1', 'for s in KILL STOP TERM INT HUP USR1 CHLD; do kill -$s 1; done'],
    ['its own death', 'kill -9 $$'],
    ['processes without end', 'f() { f | f & }; f'],
    ['a loop without end', 'while :; do :; done'],
    ['a silent loop without end', 'set +x; while :; do :; done'],
    ['memory without end', 'set +x; x=aaaaaaaa; while :; do x=$x$x; done'],
    ['a file without end', 'set +x; while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done > big'],
    ['descriptors without end', 'set +x; for i in {10..300}; do eval "exec $i>f$i"; done'],
    ['a closed trace', 'exec 201>&- 202>&- 2>&-'],
    ['noise on the descriptors of the oracle', 'echo x >&201; echo y >&202']
  ])('reaches the next one through %s', async (_, script) => {
    await oracle.run(script)
    await clean()
  })

  test('runs as root, or with the environment of its caller', async () => {
    process.env.ORACLE_TEST = 'secret'
    const {
      commands: [argv]
    } = await firstRun('echo "$UID" "$EUID" "$ORACLE_TEST"')
    expect(argv).toEqual(['echo', '65534', '65534', ''])
  })

  test('changes a file outside, or what runs the next one', async () => {
    const before = readFileSync('/etc/passwd')
    const run = await firstRun('> /etc/passwd; > /.oracle/bash; > /lib/x; > /run/script; > /proc/1/comm')
    expect(run.writes).toEqual(['/etc/passwd'])
    expect(readFileSync('/etc/passwd')).toEqual(before)
    await clean()
  })

  test('sees the files outside', async () => {
    const {
      commands: [argv]
    } = await firstRun('echo /etc/* /proc/[0-9]*/exe /root/* /work*')
    expect(argv?.join(' ')).toMatch(/^echo \/etc\/\* (?:\/proc\/\d+\/exe )+\/root\/\* \/work\*$/)
  })

  test('reaches the network', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('a port was asked for')
    const { stderr } = await firstRun(`: > /dev/tcp/127.0.0.1/${address.port}`)
    await new Promise((resolve) => server.close(resolve))
    expect(stderr).toMatch(/unreachable|refused/)
    expect(connections).toBe(0)
  })

  test('holds the oracle longer than two seconds or so', async () => {
    const { runs } = await oracle.run('set +x; while :; do :; done')
    expect(runs.map(({ timedOut }) => timedOut)).toContain(true)
  })
})
