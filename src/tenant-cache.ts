/** Values of many tenants in bounded memory, each kept for a time after its last use. */
import { LRUCache } from 'lru-cache'

export interface TenantCacheOptions {
  /** Of all tenants together. */
  readonly maxBytes: number
  readonly ttlMs: number
}

interface Kept<V> {
  readonly value: V
  readonly bytes: number
}

/** Where room is short, the tenant that holds most gives up what it has not used for longest: none crowds out others. */
export class TenantCache<V> {
  private readonly tenants = new Map<string, LRUCache<string, Kept<V>>>()
  private readonly options: TenantCacheOptions
  private total = 0

  constructor(options: TenantCacheOptions) {
    this.options = options
  }

  get(tenant: string, id: string): V | undefined {
    return this.tenants.get(tenant)?.get(id)?.value
  }

  /** A value that is over the bound by itself is not kept. */
  set(tenant: string, id: string, value: V, bytes: number): void {
    const { maxBytes } = this.options
    if (bytes > maxBytes) return
    let own = this.tenants.get(tenant)
    if (own === undefined) {
      own = this.newTenant()
      this.tenants.set(tenant, own)
    }
    own.set(id, { value, bytes })
    this.total += bytes
    while (this.total > maxBytes) this.giveUpOne()
  }

  delete(tenant: string, id: string): void {
    this.tenants.get(tenant)?.delete(id)
  }

  /** Bytes that are held. */
  get size(): number {
    return this.total
  }

  private newTenant(): LRUCache<string, Kept<V>> {
    const { maxBytes, ttlMs } = this.options
    return new LRUCache({
      maxSize: maxBytes,
      ttl: ttlMs,
      updateAgeOnGet: true,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ bytes }) => {
        this.total -= bytes
      }
    })
  }

  private giveUpOne(): void {
    let name = ''
    let largest: LRUCache<string, Kept<V>> | undefined
    for (const [tenant, own] of this.tenants) {
      if (own.size === 0) this.tenants.delete(tenant)
      else if (largest === undefined || own.calculatedSize > largest.calculatedSize) {
        name = tenant
        largest = own
      }
    }
    largest?.pop()
    if (largest?.size === 0) this.tenants.delete(name)
  }
}
