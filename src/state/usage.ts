import type { Account, Caller } from '../accounts/account.ts'
import { addUsage, type DayUsage, type KeyUsage, noUsage } from '../accounts/usage.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { type Clock, isoDay } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { type AccountState, type Answer, inBackground } from './account-state.ts'

/** Real time between a counted request and its write. */
const WRITE_EVERY_MS = 5_000

/** Requests of a key that are not written yet. Days are numbered, which is faster than formatting dates. */
interface Pending {
  lastUsedAt: number
  days: Map<number, DayUsage>
}

interface Parts {
  store: Store
  clock: Clock
  log: Log
  closing: AbortSignal
}

type UsedKey = Pick<Caller, 'account' | 'key'>

/** The members of an account that its usage is read from. */
export type UsedAccount = Readonly<Pick<Account, 'id' | 'keys' | 'usage' | 'origin'>>

/** Counts the requests of keys. */
export interface UsageCounter extends AccountState {
  /** Counts a request of `caller` with the response `status`, at `now` (epoch ms of the account's clock). */
  count(caller: UsedKey, now: number, status: number): void
  /** Records a use of a key other than a request of the API. */
  touch(caller: UsedKey, now: number): void
  /** The written usage of an account's keys, by key id. Embedded: as of the read of `account`. */
  usageOf(account: UsedAccount): Answer<Readonly<Record<string, KeyUsage>>>
  /**
   * Time of the last request for an account that was created while the sandbox was running, in epoch milliseconds of
   * the server's clock; 0 for any other account.
   */
  seenAt(account: UsedAccount): Answer<number>
  /** Resolves when all counted requests are written. Never rejects: a failure is logged, and its counts are lost. */
  flush(): Promise<void>
  /** Writes the remaining counts. Call it when all requests are finished. */
  close(): Promise<void>
}

/**
 * Requests are counted in memory and written to their accounts in groups, a few seconds after the first one of
 * each group. Without requests, nothing is written. Counts that are not written yet are lost if the process is
 * killed.
 */
export class BufferedUsageCounter implements UsageCounter {
  readonly #parts: Parts
  #pending = new Map<string, Map<string, Pending>>()
  #writing: Promise<void> | undefined
  #flushed = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  count({ account, key }: UsedKey, now: number, status: number): void {
    const pending = this.#pendingOf(account.id, key.id)
    pending.lastUsedAt = now
    const day = Math.floor(now / DAY_MS)
    const counts = pending.days.get(day) ?? noUsage()
    pending.days.set(day, counts)
    counts.requests += 1
    if (status >= 500) counts.server_errors += 1
    else if (status >= 400) {
      counts.client_errors += 1
      if (status === 429) counts.rate_limited += 1
    }
  }

  touch({ account, key }: UsedKey, now: number): void {
    this.#pendingOf(account.id, key.id).lastUsedAt = now
  }

  forget(accountId: string): void {
    this.#pending.delete(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#pending.has(accountId)
  }

  usageOf({ usage }: UsedAccount): Readonly<Record<string, KeyUsage>> {
    return usage
  }

  seenAt({ origin }: UsedAccount): number {
    return origin?.seen_at ?? 0
  }

  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#writeAll())
    return this.#flushed
  }

  async close(): Promise<void> {
    await this.#writing
    await this.flush()
  }

  async #writeAll(): Promise<void> {
    const group = this.#pending
    if (group.size === 0) return
    this.#pending = new Map()
    await Promise.all(
      [...group].map(([accountId, keys]) =>
        inBackground(
          `The usage of the keys of ${accountId} could not be written`,
          () => this.#write(accountId, keys),
          this.#parts,
        ),
      ),
    )
  }

  #pendingOf(accountId: string, keyId: string): Pending {
    const keys = this.#pending.get(accountId) ?? new Map<string, Pending>()
    if (keys.size === 0) this.#writing ??= this.#writeSoon()
    this.#pending.set(accountId, keys)
    const pending = keys.get(keyId) ?? { lastUsedAt: 0, days: new Map() }
    keys.set(keyId, pending)
    return pending
  }

  async #writeSoon(): Promise<void> {
    const { clock, closing } = this.#parts
    await clock.pause(WRITE_EVERY_MS, closing)
    // Later requests belong to the next group.
    this.#writing = undefined
    if (!closing.aborted) await this.flush()
  }

  async #write(accountId: string, keys: Map<string, Pending>): Promise<void> {
    const { store, clock } = this.#parts
    const seenAt = clock.now()
    await store.update(accountId, (account) => {
      for (const [keyId, pending] of keys) {
        // A reset may have removed the key.
        if (account.keys[keyId]) addUsage(account.usage, keyId, usageOf(pending))
      }
      if (account.origin) account.origin.seen_at = seenAt
    })
  }
}

function usageOf({ lastUsedAt, days }: Pending): KeyUsage {
  return {
    last_used_at: lastUsedAt,
    days: Object.fromEntries([...days].map(([day, counts]) => [isoDay(day * DAY_MS), counts])),
  }
}
