/** Hears from Sentinels when another server becomes the primary: the old one may take writes for a while that are lost. */
import { type SentinelAccess, sentinelClient } from './redis-client.ts'

const CHANNEL = '+switch-master'

export interface SentinelWatch {
  close(): void
}

/** Calls back for each Sentinel that says so. One that cannot be reached is tried again. */
export function watchSentinels(access: SentinelAccess, onSwitch: () => void): SentinelWatch {
  const clients = access.topology.sentinels.map((address) => sentinelClient(access, address))
  for (const client of clients) {
    client.on('error', () => undefined)
    client.on('ready', () => client.subscribe(CHANNEL).catch(() => undefined))
    client.on('message', (_channel: string, switched: string) => {
      // name, old host, old port, new host, new port
      if (switched.split(' ', 1)[0] === access.topology.primary) onSwitch()
    })
    client.connect().catch(() => undefined)
  }
  return {
    close: () => {
      for (const client of clients) client.disconnect()
    }
  }
}
