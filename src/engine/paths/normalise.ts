/** Paths in one form: absolute, with `/` between segments, no `.`, `..`, doubled or trailing slashes. */
import type { Platform } from './place.ts'

/**
 * The normal form of a path that starts at `base` where it is relative. A leading `~` is the home directory;
 * undefined where that is not known. On Windows `C:\x` becomes `/c/x` and `\\server\share` `//server/share`.
 */
export function absolute(
  path: string,
  base: string,
  home: string | undefined,
  platform: Platform
): string | undefined {
  const text = withSlashes(path, platform)
  if (text !== '~' && !text.startsWith('~/')) return join(base, text, platform)
  return home === undefined ? undefined : join(home, `.${text.slice(1)}`, platform)
}

/** As `absolute`, for text in which `~` has no meaning. */
export function join(base: string, path: string, platform: Platform): string {
  const text = slashed(path, platform)
  const share = platform === 'win32' && /^\/\/[^/]/.test(text)
  const segments = text.startsWith('/') ? [] : [...segmentsOf(base)]
  for (const segment of text.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return share && segments.length > 0 ? `//${segments.join('/')}` : `/${segments.join('/')}`
}

/** The segments of a normalised path; none for `/`. The server of `//server/share` follows an empty segment. */
export function segmentsOf(path: string): readonly string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

/** Is the path the directory itself or something below it? Both normalised, compared as written. */
export function isInside(path: string, directory: string): boolean {
  if (directory === '/') return path.startsWith('/')
  return path === directory || (path.startsWith(directory) && path.charAt(directory.length) === '/')
}

/** The directory that holds a normalised path; `/` for `/`. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')))
}

/** Does the text name a path that does not depend on the directory? */
export function isAbsolute(path: string, platform: Platform): boolean {
  return slashed(path, platform).startsWith('/')
}

/** The text with `/` for separators and `/c/x` for `C:/x` and its `//?/C:/x` and `/??/C:/x` forms. */
export function slashed(path: string, platform: Platform): string {
  const text = withSlashes(path, platform)
  if (platform !== 'win32') return text
  const bare = text.replace(/^(?:\/\/[?.]\/|\/\?\?\/)(?:UNC\/)?(?=[A-Za-z]:)/i, '')
  return bare.replace(/^([A-Za-z]):/, (_, drive: string) => `/${drive.toLowerCase()}/`)
}

function withSlashes(path: string, platform: Platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path
}
