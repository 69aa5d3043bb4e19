import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reading } from '../file/store-files.ts'
import { AccountEvents } from './account-events.ts'
import type { EventLogLimits } from './event-log.ts'
import { FileSegments } from './file-segments.ts'
import { OpenFiles } from './open-files.ts'
import { MemorySegments } from './segments.ts'

/** The logs of accounts. A log in a folder is read on first use, so that the start does not wait for it. */
export class AccountLogs {
  readonly #folder: string | undefined
  readonly #limits: EventLogLimits
  readonly #files = new OpenFiles()
  readonly #logs = new Map<string, Promise<AccountEvents>>()
  /** Accounts with segments that were not read yet. */
  readonly #unread: Set<string>

  constructor(folder: string | undefined, limits: EventLogLimits) {
    this.#folder = folder
    this.#limits = limits
    const hasFolder = folder !== undefined && existsSync(folder)
    this.#unread = new Set(hasFolder ? readdirSync(folder) : [])
  }

  /** The log of an account; undefined if it has no rows. */
  find(accountId: string): Promise<AccountEvents> | undefined {
    return this.#unread.has(accountId) ? this.open(accountId) : this.#logs.get(accountId)
  }

  /** The log of an account, which is created if there is none. */
  open(accountId: string): Promise<AccountEvents> {
    const known = this.#logs.get(accountId)
    if (known) return known
    const opening = this.#open(accountId)
    this.#logs.set(accountId, opening)
    // The next call tries again.
    opening.catch(() => this.#logs.delete(accountId))
    return opening
  }

  has(accountId: string): boolean {
    return this.isOpen(accountId) || this.#unread.has(accountId)
  }

  isOpen(accountId: string): boolean {
    return this.#logs.has(accountId)
  }

  /** The logs that were used. */
  async *opened(): AsyncGenerator<[accountId: string, log: AccountEvents], undefined> {
    for (const [accountId, opening] of this.#logs) {
      const log = await opening.catch(() => undefined)
      if (log) yield [accountId, log]
    }
  }

  /** Removes the log of an account; `clear` removes its rows. If it fails, the next use reads the log again. */
  async forget(accountId: string, clear: (log: AccountEvents) => Promise<void>): Promise<void> {
    const opening = this.#logs.get(accountId)
    // A log that cannot be read can be removed, too.
    const log = opening && (await opening.catch(() => undefined))
    this.#logs.delete(accountId)
    const wasUnread = this.#unread.delete(accountId)
    if (!log && !wasUnread) return
    try {
      await clear(log ?? this.#logOf(accountId))
    } catch (error) {
      this.#unread.add(accountId)
      throw error
    }
  }

  close(): void {
    this.#files.closeAll()
  }

  async #open(accountId: string): Promise<AccountEvents> {
    const log = this.#logOf(accountId)
    if (this.#unread.has(accountId)) {
      await reading(join(this.#folder ?? '', accountId), () => log.load())
    }
    this.#unread.delete(accountId)
    return log
  }

  #logOf(accountId: string): AccountEvents {
    const { segmentBytes } = this.#limits
    if (this.#folder === undefined) {
      return new AccountEvents(new MemorySegments(segmentBytes), this.#limits)
    }
    const folder = join(this.#folder, accountId)
    const segments = new FileSegments({ folder, accountId, segmentBytes }, this.#files)
    return new AccountEvents(segments, this.#limits)
  }
}
