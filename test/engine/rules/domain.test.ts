import { describe, expect, test } from 'vitest'
import { compileHost, hostOf, hostsBeginningWith, matchesHost } from '../../../src/engine/rules/domain.ts'

function covers(rule: string, url: string): boolean | undefined {
  const pattern = compileHost(rule)
  const host = hostOf(url)
  return pattern === undefined || host === undefined ? undefined : matchesHost(pattern, host)
}

const ROWS: readonly (readonly [rule: string, url: string, covered: boolean])[] = [
  ['example.com', 'https://EXAMPLE.com./a', true],
  ['example.com', 'https://api.example.com/', false],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://example.com/', false],
  ['example.*', 'https://example.org/', true],
  ['example.*', 'https://example.evil.com/', false],
  ['example.com', 'https://example.com@evil.org/', false],
  ['example.com', 'https://example.com:8443/', true],
  ['EXAMPLE.com.', 'https://example.com/', true],
  ['example.com', 'https://example.com.evil.org/', false],
  ['example.com', 'https://evil.test\\@example.com/', false],
  ['evil.test', 'https://evil%2Etest/', true],
  ['evil.test', 'https://user:example.com@evil.test/', true],
  ['*example.com', 'https://notexample.com/', true],
  ['*example.com', 'https://a.example.com/', false],
  ['*.example.*', 'https://a.b.example.org/', true],
  ['bücher.example', 'https://BÜCHER.example/', true],
  ['127.0.0.1', 'http://0x7f.1/', true],
  ['10.*', 'http://10.0.0.1/', false],
  ['10.*.*.*', 'http://10.0.0.1/', true],
  ['[::1]', 'http://[0:0:0:0:0:0:0:1]/', true]
]

describe('hosts', () => {
  test.each(ROWS)('domain:%s and %s', (rule, url, covered) => {
    expect(covers(rule, url)).toBe(covered)
  })

  test.each(['', 'not a url', 'mailto:a@example.com', 'file:///etc/passwd'])('`%s` names no host', (url) => {
    expect(hostOf(url)).toBeUndefined()
  })

  test.each(['', 'a b', 'example.com/path', 'user@example.com', 'example.com:8443'])(
    '`%s` is no host',
    (text) => {
      expect(compileHost(text)).toBeUndefined()
    }
  )

  test('the beginning of a host covers every host that begins so', () => {
    const pattern = hostsBeginningWith('Evil.')
    expect(matchesHost(pattern, 'evil.test')).toBe(true)
    expect(matchesHost(pattern, 'not.evil.test')).toBe(false)
  })
})
