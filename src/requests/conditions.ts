/** What a request must hold besides the types of its fields. */
import type { z } from 'zod'
import type { Platform } from '../engine/paths/place.ts'
import { MAX_PATH } from './fields.ts'

type Context = z.core.$RefinementCtx

interface Places {
  readonly cwd?: string | undefined
  readonly projectDir?: string | undefined
  readonly homeDir?: string | undefined
  readonly additionalDirectories?: readonly string[] | undefined
  readonly realPaths?: Readonly<Record<string, string>> | undefined
  readonly platform?: Platform | undefined
}

const POSIX = { form: /^\//, example: '/home/dev/app' }

const ABSOLUTE: Readonly<Record<Platform, { form: RegExp; example: string }>> = {
  linux: POSIX,
  darwin: POSIX,
  // Drive letter, UNC, or the spelling with slashes that shells on Windows use.
  win32: { form: /^(?:[A-Za-z]:[\\/]|\\\\|\/)/, example: 'C:\\Users\\dev\\app' }
}

/** Every path must be absolute on the platform of the request. */
export function checkPlaces(
  body: Places,
  context: Context,
  at: readonly PropertyKey[] = [],
  platform: Platform = body.platform ?? 'linux'
): void {
  const check = (path: string | undefined, ...field: readonly PropertyKey[]): void => {
    if (path !== undefined) checkAbsolute(path, platform, context, [...at, ...field])
  }
  check(body.cwd, 'cwd')
  check(body.projectDir, 'projectDir')
  check(body.homeDir, 'homeDir')
  body.additionalDirectories?.forEach((path, index) => {
    check(path, 'additionalDirectories', index)
  })
  if (body.realPaths === undefined) return
  for (const [path, target] of Object.entries(body.realPaths)) {
    if (path.length > MAX_PATH) {
      refuse(context, [...at, 'realPaths'], 'too-big', `expected paths of at most ${MAX_PATH} characters`)
      continue
    }
    check(path, 'realPaths', path)
    check(target, 'realPaths', path)
  }
}

function checkAbsolute(path: string, platform: Platform, context: Context, field: PropertyKey[]): void {
  const { form, example } = ABSOLUTE[platform]
  if (!form.test(path)) {
    refuse(context, field, 'not-absolute', `expected an absolute path such as ${example}`)
  } else if (path.includes('\0')) {
    refuse(context, field, 'wrong-format', 'a path holds no NUL')
  }
}

/** Adds a finding with a code of its own. */
export function refuse(context: Context, path: PropertyKey[], code: string, message: string): void {
  context.addIssue({ code: 'custom', path, message, params: { code } })
}

interface SessionFields {
  readonly mode?: string | undefined
  readonly sessionId?: string | undefined
  readonly settings?: unknown
  readonly settingsRef?: string | undefined
}

/** Mode `auto` keeps denial state for a session, and settings come inline or by reference. */
export function checkSession(body: SessionFields, context: Context): void {
  if (body.mode === 'auto' && body.sessionId === undefined) {
    refuse(context, ['sessionId'], 'required', 'expected a session id, found nothing: mode auto needs one')
  }
  if (body.settings !== undefined && body.settingsRef !== undefined) {
    refuse(context, ['settingsRef'], 'not-allowed', 'expected either settings or settingsRef, found both')
  }
}
