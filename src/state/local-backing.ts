import { join } from 'node:path'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import type { Store } from '../store/store.ts'
import type { Backing, BackingParts } from './backing.ts'
import { LocalChangeFeed } from './change-feed.ts'
import { LocalQuotas } from './quotas.ts'
import { LocalReceivers } from './receivers.ts'
import { LocalRequestLog } from './request-log.ts'
import { LocalSignUps } from './sign-ups.ts'
import { LocalSnapshots } from './snapshots.ts'
import { BufferedUsageCounter } from './usage.ts'

/** Opens the state of one process: in memory, and in a data folder if there is one. Rejects with a StoreError. */
export async function openLocalBacking(parts: BackingParts): Promise<Backing> {
  const { config, document, serialized } = parts
  const events = new LocalEventLog(config.data && join(config.data, 'events'))
  const store = await openStore(events, parts)
  const usage = new BufferedUsageCounter({ ...parts, store })
  const requests = new LocalRequestLog()
  const snapshots = config.data && join(config.data, 'snapshots')
  return {
    store,
    events,
    usage,
    quotas: new LocalQuotas(document, config.rateLimits),
    requests,
    receivers: new LocalReceivers(store),
    snapshots: new LocalSnapshots(store, snapshots, serialized),
    signUps: new LocalSignUps(store, usage),
    changes: new LocalChangeFeed(),
    isAvailable: async () => true,
    async close() {
      await usage.close()
      await requests.flush()
      await events.close()
      await store.close()
    },
  }
}

async function openStore(
  events: LocalEventLog,
  { config, clock, serialized }: BackingParts,
): Promise<Store> {
  if (config.data === undefined) {
    const { openMemoryStore } = await import('../store/memory-store.ts')
    return openMemoryStore()
  }
  const { openFileStore } = await import('../store/file/file-store.ts')
  const adopt = events.adopt.bind(events)
  return openFileStore(config.data, { now: clock.now(), serialized, adopt })
}
