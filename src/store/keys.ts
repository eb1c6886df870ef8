/** Names of entries in the shared store. */

// Of fixed length and by UTF-16 unit, so that no two names are written alike, whatever is in them.
const escaped = (name: string): string =>
  name.replace(/[^A-Za-z0-9_.-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** `what:{owner}:id`. What belongs to one owner lies on one node of a cluster, and nobody reaches another's. */
export const storeKey = (what: string, owner: string, id: string): string =>
  `${what}:{${escaped(owner)}}:${escaped(id)}`
