/** What callers and tenants may be called: names go into the log, into keys of the store and into policies. */

/** A caller of the callers file; part of its token. */
export const CALLER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The subject of a JSON Web Token: visible ASCII, such as `system:serviceaccount:ci:runner`. */
export const SUBJECT = /^[\x21-\x7e]{1,256}$/

/** Without braces, which part keys of the store, and without `*`, which policies match with. */
export const TENANT = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/
