import type { Caller } from '../accounts/caller.ts'
import { addUsage, type DayUsage, type KeyUsage, noUsage } from '../accounts/usage.ts'
import type { Services } from '../services.ts'
import { isoDay } from '../time/clock.ts'

const DAY_MS = 86_400_000
/** Real time over which requests are counted in memory before they are written. */
const WRITE_EVERY_MS = 5_000

/** What was counted of a key and is not written yet; days are numbered, which is faster than to name them. */
interface Pending {
  lastUsedAt: number
  days: Map<number, DayUsage>
}

type Parts = Pick<Services, 'store' | 'clock' | 'closing' | 'log'>

/**
 * Counts what keys are used for. Requests are counted in memory and written to their accounts in groups, a
 * few seconds after the first one of each group: while nobody calls, nothing is written. What was counted
 * and not written yet is lost when the process is killed.
 */
export class UsageCounter {
  readonly #parts: Parts
  #pending = new Map<string, Map<string, Pending>>()
  #writing: Promise<void> | undefined
  #flushed = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Counts a request of `caller` that was answered with `status`, at `now` (epoch ms of the account's clock). */
  count({ account, key }: Pick<Caller, 'account' | 'key'>, now: number, status: number): void {
    const pending = this.#pendingOf(account.id, key.id)
    pending.lastUsedAt = now
    const day = Math.floor(now / DAY_MS)
    let counts = pending.days.get(day)
    if (!counts) {
      counts = noUsage()
      pending.days.set(day, counts)
    }
    counts.requests += 1
    if (status >= 500) counts.server_errors += 1
    else if (status >= 400) {
      counts.client_errors += 1
      if (status === 429) counts.rate_limited += 1
    }
  }

  /** Notes that a key was used, for something other than a request of the API. */
  touch({ account, key }: Pick<Caller, 'account' | 'key'>, now: number): void {
    this.#pendingOf(account.id, key.id).lastUsedAt = now
  }

  /** Forgets what was counted and not written yet of an account, or of all. */
  forget(accountId?: string): void {
    if (accountId === undefined) this.#pending.clear()
    else this.#pending.delete(accountId)
  }

  /** Resolves when all that was counted before is written. Does not reject: what fails is logged, and lost. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#writeAll())
    return this.#flushed
  }

  /** Writes what is left; called when no request is being answered any more. */
  async close(): Promise<void> {
    await this.#writing
    await this.flush()
  }

  async #writeAll(): Promise<void> {
    const group = this.#pending
    if (group.size === 0) return
    this.#pending = new Map()
    const present = new Set(await this.#parts.store.accountIds())
    await Promise.all(
      [...group]
        // An account that was removed takes its counts with it.
        .filter(([accountId]) => present.has(accountId))
        .map(([accountId, keys]) => this.#write(accountId, keys)),
    )
  }

  #pendingOf(accountId: string, keyId: string): Pending {
    let keys = this.#pending.get(accountId)
    if (!keys) {
      keys = new Map()
      this.#pending.set(accountId, keys)
      this.#writing ??= this.#writeSoon()
    }
    let pending = keys.get(keyId)
    if (!pending) {
      pending = { lastUsedAt: 0, days: new Map() }
      keys.set(keyId, pending)
    }
    return pending
  }

  async #writeSoon(): Promise<void> {
    const { clock, closing } = this.#parts
    await clock.pause(WRITE_EVERY_MS, closing)
    // What is counted from here on belongs to the next group.
    this.#writing = undefined
    if (!closing.aborted) await this.flush()
  }

  async #write(accountId: string, keys: Map<string, Pending>): Promise<void> {
    const { store, clock, log } = this.#parts
    const seenAt = clock.now()
    try {
      await store.update(accountId, (account) => {
        for (const [keyId, pending] of keys) {
          // One that a reset took away has nothing to show.
          if (account.keys[keyId]) addUsage(account.usage, keyId, usageOf(pending))
        }
        if (account.origin) account.origin.seen_at = seenAt
      })
    } catch (error) {
      if ((await store.accountIds()).includes(accountId)) {
        log.failure(`The usage of the keys of ${accountId} could not be written`, error)
      }
    }
  }
}

function usageOf({ lastUsedAt, days }: Pending): KeyUsage {
  return {
    last_used_at: lastUsedAt,
    days: Object.fromEntries([...days].map(([day, counts]) => [isoDay(day * DAY_MS), counts])),
  }
}
