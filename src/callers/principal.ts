/** Who asks: what the credentials of a request prove. */

/** What a caller may do besides asking for decisions; each route that needs one names it. */
export const SCOPES = [
  'outcomes',
  'sessions:reset',
  'settings:write',
  'decisions:read',
  'policies:read'
] as const

export type Scope = (typeof SCOPES)[number]

/** Whether there is such a scope; what else stands in a token or file grants nothing. */
export const isScope = (scope: string): scope is Scope => SCOPES.some((known) => known === scope)

export interface Principal {
  readonly name: string
  /** Decides which policies apply; separates sessions, settings references and recorded decisions. */
  readonly tenant: string
  readonly scopes: ReadonlySet<Scope>
}

/** Everybody, where no callers are configured. */
export const LOCAL: Principal = { name: 'local', tenant: 'default', scopes: new Set(SCOPES) }

/** Whoever asks for what everybody may know, where callers are configured. */
export const ANONYMOUS: Principal = { name: 'anonymous', tenant: 'default', scopes: new Set() }
