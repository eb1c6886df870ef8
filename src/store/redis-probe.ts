/** Whether Redis can be written to. */
import { Cluster, Command } from 'ioredis'
import type { RedisClient } from './redis-client.ts'
import { StoreUnavailable } from './store-unavailable.ts'

const PROBE_KEY = 'probe'
/** So many names at most are tried for one that falls to each node. */
const MOST_TAGS = 100_000

/** Rejects unless it can. Only writing tells a store apart that is read-only, full or still loading. */
export async function probe(client: RedisClient, db: number, ttlMs: number): Promise<void> {
  const write = (key: string): Promise<unknown> => client.set(key, '', 'PX', ttlMs)
  if (client instanceof Cluster) {
    const keys = probeKeys(client.slots)
    if (keys.length === 0) throw new StoreUnavailable('not-serving')
    await Promise.all(keys.map(write))
    return
  }
  // The client goes on in another database where this one does not exist.
  if (db !== 0) await client.select(db)
  await write(PROBE_KEY)
}

/** One key for each node that owns some, as far as is known: the client finds out where that is no longer so. */
function probeKeys(slots: readonly (readonly string[])[]): readonly string[] {
  const owners = new Set(slots.map(([owner]) => owner))
  const keys: string[] = []
  for (let tag = 0; owners.size > 0 && tag < MOST_TAGS; tag += 1) {
    const key = `${PROBE_KEY}:{${tag}}`
    if (owners.delete(slots[new Command('set', [key]).getSlot()]?.[0])) keys.push(key)
  }
  return keys
}
