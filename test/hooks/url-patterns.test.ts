import { expect, test } from 'vitest'
import { compileUrlPattern, type Reach, reachOf } from '../../src/hooks/url-patterns.ts'

const reach = (url: string, patterns: readonly string[] | undefined): Reach =>
  reachOf(
    new URL(url),
    patterns?.map((text) => {
      const pattern = compileUrlPattern(text)
      if (pattern === undefined) throw new Error(`no pattern: ${text}`)
      return pattern
    })
  )

test.each<readonly [string, string, Reach]>([
  ['https://hooks.example.com/*', 'https://hooks.example.com/a', 'listed'],
  ['https://hooks.example.com/*', 'https://HOOKS.example.com./a?b=c', 'listed'],
  ['https://Hooks.Example.com./*', 'https://hooks.example.com/', 'listed'],
  ['https://hooks.example.com/*', 'https://hooks.example.com:443/a', 'listed'],
  ['https://hooks.example.com/*', 'https://hooks.example.com:8443/a', 'nowhere'],
  ['https://hooks.example.com:8443/*', 'https://hooks.example.com:8443/a', 'listed'],
  ['https://hooks.example.com:8443/*', 'https://hooks.example.com/a', 'nowhere'],
  ['https://hooks.example.com:*/*', 'https://hooks.example.com:8443/a', 'listed'],
  ['https://hooks.example.com/*', 'http://hooks.example.com/a', 'nowhere'],
  ['https://hooks.example.com/*', 'https://hooks.example.com.evil.org/a', 'nowhere'],
  ['https://hooks.example.com/*', 'https://evil.org/hooks.example.com/a', 'nowhere'],
  ['https://hooks.example.com/*', 'https://evil.org/?https://hooks.example.com/', 'nowhere'],
  ['https://hooks.example.com*', 'https://hooks.example.com.evil.org/', 'nowhere'],
  ['https://hooks.example.com*', 'https://hooks.example.community/', 'public'],
  ['https://*.example.com/*', 'https://a.b.example.com/x', 'public'],
  ['https://*.example.com/*', 'https://example.com/x', 'nowhere'],
  ['https://*.example.com/*', 'https://evil.org/.example.com/x', 'nowhere'],
  ['https://*.example.com/*', 'https://evil.org/?a.example.com/', 'nowhere'],
  ['https://hooks.example.com/a/*', 'https://hooks.example.com/a/b', 'listed'],
  ['https://hooks.example.com/a/*', 'https://hooks.example.com/a/../b', 'nowhere'],
  ['https://hooks.example.com/a/*', 'https://hooks.example.com/a/%2e%2e/b', 'nowhere'],
  ['https://hooks.example.com/a', 'https://hooks.example.com/ab', 'nowhere'],
  ['https://hooks.example.com/A', 'https://hooks.example.com/a', 'nowhere'],
  ['https://hooks.example.com', 'https://hooks.example.com/', 'listed'],
  ['https://hooks.example.com', 'https://hooks.example.com/a', 'nowhere'],
  ['http://localhost:*', 'http://localhost:9000/hook', 'listed'],
  ['http://127.0.0.1:*', 'http://2130706433:9000/hook', 'listed'],
  ['http://2130706433:*', 'http://127.0.0.1:9000/hook', 'listed'],
  ['http://[::1]:9000/*', 'http://[0:0::1]:9000/hook', 'listed'],
  ['*://127.0.0.1:9000/*', 'http://127.0.0.1:9000/hook', 'listed'],
  ['*://hooks.internal/*', 'http://hooks.internal/hook', 'nowhere'],
  ['http://hooks.internal/*', 'http://hooks.internal/hook', 'listed'],
  ['http://*.internal/*', 'http://hooks.internal/hook', 'nowhere'],
  ['*', 'https://hooks.example.com:8443/a', 'public'],
  ['*', 'http://hooks.example.com/a', 'nowhere'],
  ['http://*', 'http://hooks.example.com/a', 'nowhere'],
  ['https://*', 'https://127.0.0.1/a', 'public'],
  ['https://bücher.example/*', 'https://xn--bcher-kva.example/a', 'listed']
])('under %s a hook at %s reaches: %s', (pattern, url, expected) => {
  expect(reach(url, [pattern])).toBe(expected)
})

test.each<readonly [string, Reach]>([
  ['https://hooks.example.com/', 'public'],
  ['http://hooks.example.com/', 'nowhere'],
  ['http://127.0.0.1/', 'nowhere'],
  ['file:///etc/passwd', 'nowhere']
])('without a list a hook at %s reaches: %s', (url, expected) => {
  expect(reach(url, undefined)).toBe(expected)
})

test('an empty list reaches nothing', () => {
  expect(reach('https://hooks.example.com/', [])).toBe('nowhere')
})

test.each([
  '',
  'https://',
  'https://a@hooks.example.com/',
  'https://hooks.example.com/#x',
  'https://hooks.example.com\\evil.org/',
  'https://hooks example.com/',
  'ftp://hooks.example.com/',
  'https://hooks.example.com:port/',
  'https://[::1'
])('%j is no pattern', (text) => {
  expect(compileUrlPattern(text)).toBeUndefined()
})
