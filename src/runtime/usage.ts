import type { Account, Caller } from '../accounts/account.ts'
import { addUsage, type DayUsage, type KeyUsage, noUsage } from '../accounts/usage.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { type Clock, isoDay } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { type AccountState, type Answer, inBackground } from './account-state.ts'

/** Real time between a counted request and its write. */
const WRITE_EVERY_MS = 5_000

/** Requests of a key that are not written yet. Days are numbered from 1970 on. */
export interface PendingUsage {
  /** Hash of the key's token. */
  hash: string
  lastUsedAt: number
  days: Map<number, DayUsage>
}

/** By account id and key id. */
export type PendingGroup = Map<string, Map<string, PendingUsage>>

interface BufferParts {
  clock: Clock
  closing: AbortSignal
}

export type UsedKey = Pick<Caller, 'account' | 'key'>

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
  /** Takes over the usage of an account that was just imported, and when it was seen, if they are not in the account. */
  adopt(account: UsedAccount): Answer<void>
  /** Resolves when all counted requests are written. Never rejects: a failure is logged, and its counts are lost. */
  flush(): Promise<void>
  /** Writes the remaining counts. Call it when all requests are finished. */
  close(): Promise<void>
}

/**
 * Counts requests in memory and hands them on in groups, a few seconds after the first one of each group. Without
 * requests, nothing is written. Counts that are not written yet are lost if the process is killed.
 */
export abstract class UsageBuffer {
  readonly #parts: BufferParts
  #pending: PendingGroup = new Map()
  #writing: Promise<void> | undefined
  #flushed: Promise<void> = Promise.resolve()

  constructor(parts: BufferParts) {
    this.#parts = parts
  }

  /** Never rejects. */
  protected abstract write(group: PendingGroup): Promise<unknown>

  count({ account, key }: UsedKey, now: number, status: number): void {
    const pending = this.#pendingOf(account.id, key)
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
    this.#pendingOf(account.id, key).lastUsedAt = now
  }

  forget(accountId: string): Answer<void> {
    this.#pending.delete(accountId)
  }

  remembers(accountId: string): Answer<boolean> {
    return this.#pending.has(accountId)
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
    await this.write(group)
  }

  #pendingOf(accountId: string, { id, hash }: UsedKey['key']): PendingUsage {
    const keys = this.#pending.get(accountId) ?? new Map<string, PendingUsage>()
    if (keys.size === 0) this.#writing ??= this.#writeSoon()
    this.#pending.set(accountId, keys)
    const known = keys.get(id)
    if (known?.hash === hash) return known
    const pending = { hash, lastUsedAt: 0, days: new Map() }
    keys.set(id, pending)
    return pending
  }

  async #writeSoon(): Promise<void> {
    const { clock, closing } = this.#parts
    await clock.pause(WRITE_EVERY_MS, closing)
    // Later requests belong to the next group.
    this.#writing = undefined
    if (!closing.aborted) await this.flush()
  }
}

/** The usage of keys as a part of their accounts. */
export class BufferedUsageCounter extends UsageBuffer implements UsageCounter {
  readonly #parts: BufferParts & { store: Store; log: Log }

  constructor(parts: BufferParts & { store: Store; log: Log }) {
    super(parts)
    this.#parts = parts
  }

  usageOf({ usage }: UsedAccount): Readonly<Record<string, KeyUsage>> {
    return usage
  }

  seenAt({ origin }: UsedAccount): number {
    return origin?.seen_at ?? 0
  }

  adopt(): void {}

  protected override write(group: PendingGroup): Promise<unknown> {
    return Promise.all(
      [...group].map(([accountId, keys]) =>
        inBackground(
          `The usage of the keys of ${accountId} could not be written`,
          () => this.#write(accountId, keys),
          this.#parts,
        ),
      ),
    )
  }

  async #write(accountId: string, keys: Map<string, PendingUsage>): Promise<void> {
    const { store, clock } = this.#parts
    const seenAt = clock.now()
    const add = (account: Account) => {
      for (const [keyId, pending] of keys) {
        // A reset may have removed the key.
        if (account.keys[keyId]) addUsage(account.usage, keyId, usageOf(pending))
      }
      if (account.origin) account.origin.seen_at = seenAt
    }
    await store.update(accountId, add)
  }
}

function usageOf({ lastUsedAt, days }: PendingUsage): KeyUsage {
  return {
    last_used_at: lastUsedAt,
    days: Object.fromEntries([...days].map(([day, counts]) => [isoDay(day * DAY_MS), counts])),
  }
}
