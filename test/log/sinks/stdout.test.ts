import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { stdoutSink } from '../../../src/log/sinks/stdout.ts'

test('lines come out as they are, one after the other', async () => {
  const reader = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] })
  const sink = stdoutSink(reader.stdin)
  await sink.write(['{"a":1}', '{"b":2}'])
  await sink.write(['{"c":3}'])
  reader.stdin.end()
  expect(await text(reader.stdout)).toBe('{"a":1}\n{"b":2}\n{"c":3}\n')
})

test('a reader that is gone fails the write and nothing else', async () => {
  const reader = spawn('cat', { stdio: ['pipe', 'ignore', 'inherit'] })
  const sink = stdoutSink(reader.stdin)
  reader.kill('SIGKILL')
  await once(reader, 'exit')
  await expect(sink.write(['lost'])).rejects.toThrow()
  await expect(sink.write(['lost as well'])).rejects.toThrow()
})

test('a reader that stops reading holds up the write, not the process', async () => {
  const reader = spawn('sleep', ['60'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const sink = stdoutSink(reader.stdin)
  let ended = false
  const write = sink.write(['x'.repeat(1024 * 1024)]).then(
    () => {
      ended = true
    },
    () => {
      ended = true
    }
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ended).toBe(false)
  reader.kill('SIGKILL')
  await write
})

test('a full disk behind it fails the write', async () => {
  const sink = stdoutSink(createWriteStream('/dev/full'))
  await expect(sink.write(['lost'])).rejects.toMatchObject({ code: 'ENOSPC' })
})
