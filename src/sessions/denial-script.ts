/**
 * The transitions of src/engine/breaker.ts on the hash of one session, as the one script that Redis runs for them.
 *
 * Fields: `c`, `t` the counts; `lc`, `lt` the limits of the last event; `e` + id: the state that an event led to;
 * `b` + n, `s` + n: the ids of blocks and successes in rings; `nb`, `ns`: how many ids each ring ever took.
 */
import { createHash } from 'node:crypto'
import type { Result } from 'ioredis'
import { z } from 'zod'
import {
  DENIAL_LIMITS,
  type DenialEvent,
  type DenialLimits,
  denialsOf,
  type Transition
} from '../engine/breaker.ts'
import type { RedisClient } from '../store/redis-client.ts'
import { StoreUnavailable } from '../store/store-unavailable.ts'
import { BLOCKS_KNOWN, SUCCESSES_KNOWN } from './denial-store.ts'

// The first write is one that a full store refuses: then nothing is written.
const LUA = `
local key = KEYS[1]
local kept = redis.call('HMGET', key, 'c', 't', 'lc', 'lt', 'nb', 'ns')
local c, t = tonumber(kept[1] or '0'), tonumber(kept[2] or '0')
local lc, lt = tonumber(kept[3] or '${DENIAL_LIMITS.consecutive}'), tonumber(kept[4] or '${DENIAL_LIMITS.total}')
local taken = { b = tonumber(kept[5] or '0'), s = tonumber(kept[6] or '0') }
local room = { b = ${BLOCKS_KNOWN}, s = ${SUCCESSES_KNOWN} }
if not (c and t and lc and lt and taken.b and taken.s) then
  return redis.error_reply('WRONGTYPE the key holds no session')
end
local answer

local function is_open()
  return c >= lc or t >= lt
end

local function remember(ring, id)
  local slot = ring .. taken[ring] % room[ring]
  taken[ring] = taken[ring] + 1
  local oldest = redis.call('HGET', key, slot)
  redis.call('HSET', key, 'e' .. id, c .. ' ' .. t .. ' ' .. lc .. ' ' .. lt, slot, id, 'n' .. ring, taken[ring])
  if oldest then redis.call('HDEL', key, 'e' .. oldest) end
end

local function count(event, id, consecutive, total)
  local first = id ~= '' and redis.call('HGET', key, 'e' .. id)
  if first then
    local fc, ft, flc, flt = string.match(first, '^(%d+) (%d+) (%d+) (%d+)$')
    answer = { tonumber(fc), tonumber(ft), tonumber(flc), tonumber(flt), 0 }
    return
  end
  local was_open = is_open()
  if consecutive ~= '' then lc, lt = tonumber(consecutive), tonumber(total) end
  if event == 'block' then c, t = c + 1, t + 1 else c = 0 end
  answer = { c, t, lc, lt, is_open() and not was_open and 1 or 0 }
  redis.call('HSET', key, 'c', c, 't', t, 'lc', lc, 'lt', lt)
  if id ~= '' then remember(event == 'block' and 'b' or 's', id) end
end

for at = 2, #ARGV, 4 do
  if ARGV[at] == 'read' then
    answer = { c, t, lc, lt, 0 }
  else
    count(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3])
  end
end
-- Also where there is nothing: a store that cannot be written to must be noticed.
redis.call('PEXPIRE', key, ARGV[1])
return answer
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    runDenials(key: string, ttlMs: number, ...steps: (string | number)[]): Result<unknown, Context>
  }
}

/** An event as the script counts it; undefined: it is never known again. */
export interface CountStep {
  readonly event: DenialEvent
  readonly id: string | undefined
  readonly limits: DenialLimits | undefined
}

export type Step = CountStep | { readonly event: 'read' }

/** What names an event in the store: of one size, whatever its id. */
export const storedId = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, STORED_ID)

/** 96 bits. */
const STORED_ID = 16

const prepared = new WeakSet<RedisClient>()

/** Runs the steps of one session in order, as one; gives what the last of them answers. */
export function runSteps(
  client: RedisClient,
  key: string,
  ttlMs: number,
  steps: readonly Step[]
): Promise<unknown> {
  if (!prepared.has(client)) {
    client.defineCommand('runDenials', { lua: LUA, numberOfKeys: 1 })
    prepared.add(client)
  }
  return client.runDenials(key, ttlMs, ...steps.flatMap(argumentsOf))
}

function argumentsOf(step: Step): (string | number)[] {
  if (step.event === 'read') return ['read', '', '', '']
  const { event, id, limits } = step
  return [event, id ?? '', limits?.consecutive ?? '', limits?.total ?? '']
}

const count = z.int().min(0)
const answer = z.tuple([count, count, count, count, z.literal([0, 1])])

/** The state in an answer of the script. Others may be able to write to the store: what is none is a fault of it. */
export function readAnswer(given: unknown): Transition {
  const reading = answer.safeParse(given)
  if (!reading.success) throw new StoreUnavailable('wrong-type')
  const [consecutive, total, ofConsecutive, ofTotal, opened] = reading.data
  const limits = { consecutive: ofConsecutive, total: ofTotal }
  return { denials: denialsOf({ consecutive, total }, limits), opened: opened === 1 }
}
