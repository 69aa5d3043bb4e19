import { join } from 'node:path'
import { TouchedAccounts } from '../store/account-storage.ts'
import type { AccountStore } from '../store/account-store.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import type { FolderLock } from '../store/file/lock.ts'
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
  const { config, document } = parts
  if (config.data !== undefined) parts.report?.('The data folder is being read.')
  const lock = config.data === undefined ? undefined : await openFolder(config.data, parts)
  const touched = new TouchedAccounts()
  const secrets = new SecretBox(config.secretKey)
  const store = await openStore({ ...parts, secrets, touched }, lock)
  const events = new LocalEventLog(store)
  const usage = new BufferedUsageCounter({ ...parts, store })
  const requests = new LocalRequestLog()
  const snapshots = config.data && join(config.data, 'snapshots')
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
    resetTimes: new LocalResetTimes(config.data && join(config.data, 'last-reset')),
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

async function openFolder(folder: string, { clock, log }: BackingParts): Promise<FolderLock> {
  const { openDataFolder } = await import('../store/file/data-folder.ts')
  return openDataFolder(folder, { clock, onWait: (message) => log.notice(message) })
}

interface StoreParts {
  secrets: SecretBox
  touched: TouchedAccounts
}

async function openStore(
  { config, clock, ...parts }: BackingParts & StoreParts,
  lock: FolderLock | undefined,
): Promise<AccountStore> {
  if (config.data === undefined || lock === undefined) {
    const { openMemoryStore } = await import('../store/memory-store.ts')
    return openMemoryStore({ touched: parts.touched })
  }
  const { openFileStore } = await import('../store/file/file-store.ts')
  return openFileStore(config.data, { clock, lock, ...parts })
}
