import { join } from 'node:path'
import { TouchedAccounts } from '../store/account-storage.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openDataFolder } from '../store/file/data-folder.ts'
import { openFileStore } from '../store/file/file-store.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { SecretBox } from '../store/secret-box.ts'
import type { Backing, BackingParts } from './backing.ts'
import { LocalChangeFeed } from './change-feed.ts'
import { MEMORY_LIMITS, Moments } from './moments.ts'
import { LocalQuotas } from './quotas.ts'
import { LocalReceivers } from './receivers.ts'
import { LocalRequestLog } from './request-log.ts'
import { LocalResetTimes } from './reset-times.ts'
import { LocalSignUps } from './sign-ups.ts'
import { LocalSnapshots } from './snapshots.ts'
import { BufferedUsageCounter } from './usage.ts'

/** Opens the state of one process: in memory, and in a data folder if there is one. Rejects with a StoreError. */
export async function openLocalBacking(parts: BackingParts): Promise<Backing> {
  const { config, document, clock, log } = parts
  const { data } = config
  if (data !== undefined) parts.report?.('The data folder is being read.')
  const onWait = (message: string) => log.notice(message)
  const lock = data === undefined ? undefined : await openDataFolder(data, { clock, onWait })
  const touched = new TouchedAccounts()
  const secrets = new SecretBox(config.secretKey)
  const store =
    data === undefined || lock === undefined
      ? openMemoryStore({ touched })
      : await openFileStore(data, { clock, lock, secrets, touched })
  const events = new LocalEventLog(store)
  const usage = new BufferedUsageCounter({ ...parts, store })
  const requests = new LocalRequestLog()
  const snapshots = data && join(data, 'snapshots')
  const quotas = new LocalQuotas(document, config.rateLimits)
  return {
    store,
    events,
    usage,
    quotas,
    requests,
    receivers: new LocalReceivers(store),
    snapshots: new LocalSnapshots(store, snapshots, lock, secrets),
    // In memory, where they cost nothing: a file of each would copy the whole account with every move of a clock.
    moments: new Moments(
      { ...parts, store, events, snapshots: new LocalSnapshots(store) },
      MEMORY_LIMITS,
    ),
    signUps: new LocalSignUps(store, usage, config.signupLimits),
    resetTimes: new LocalResetTimes(data && join(data, 'last-reset')),
    changes: new LocalChangeFeed(),
    touched,
    follow: (served) => quotas.follow(served),
    isAvailable: async () => true,
    async close() {
      await usage.close()
      await requests.flush()
      await store.close()
    },
  }
}
