import type { DeliveryKey } from '../../store/events/event-log.ts'

/** Characters of bodies that are kept for claimed deliveries, of all accounts together. */
const BODIES_KEPT = 32 * 1024 * 1024

interface Claimed {
  number: number
  /** Undefined if there was no room to keep it. */
  body: string | undefined
  /** Its outcome could not be written; the transaction that tried it, if it got so far. */
  unwritten?: { xid: string | undefined }
}

interface OfAccount {
  log: number
  rows: Map<string, Claimed>
}

/**
 * The deliveries that this process has claimed. A process that is killed claims nothing any more; of those that live,
 * one holds the account.
 */
export class Claims {
  readonly #accounts = new Map<string, OfAccount>()
  readonly #fences = new Map<string, number>()
  #kept = 0

  hold(accountId: string, fence: number): void {
    this.#fences.set(accountId, fence)
  }

  /** Deliveries whose outcome is not written yet stay claimed; otherwise they would be sent twice. */
  letGo(accountId: string): void {
    this.#fences.delete(accountId)
    const account = this.#accounts.get(accountId)
    for (const [id, { unwritten }] of account?.rows ?? []) {
      if (!unwritten) this.release(accountId, { id, generation: account?.log ?? 0 })
    }
  }

  /** Their outcomes could not be written, or nobody knows. */
  noteUnwritten(accountId: string, keys: readonly DeliveryKey[], xid: string | undefined): void {
    for (const key of keys) {
      const claimed = this.of(accountId, key)
      if (claimed) claimed.unwritten = { xid }
    }
  }

  /** Whether claims are void, because another process holds the account, whose fence is `stored`. */
  isFenced(accountId: string, stored: number | null): boolean {
    const held = this.#fences.get(accountId)
    return held !== undefined && stored !== null && stored > held
  }

  /** Whether another process holds the account, for which this one has claimed the row. */
  isVoid(accountId: string, key: DeliveryKey, stored: number | null): boolean {
    return this.of(accountId, key) !== undefined && this.isFenced(accountId, stored)
  }

  numbersOf(accountId: string): number[] {
    const rows = this.#accounts.get(accountId)?.rows
    return rows ? [...rows.values()].map(({ number }) => number) : []
  }

  claim(accountId: string, { id, generation }: DeliveryKey, number: number, body: string): void {
    let account = this.#accounts.get(accountId)
    if (account?.log !== generation) {
      // Deliveries from before a reset no longer exist.
      this.forget(accountId)
      account = { log: generation, rows: new Map() }
      this.#accounts.set(accountId, account)
    }
    const isKept = this.#kept + body.length <= BODIES_KEPT
    if (isKept) this.#kept += body.length
    account.rows.set(id, { number, body: isKept ? body : undefined })
  }

  of(accountId: string, { id, generation }: DeliveryKey): Claimed | undefined {
    const account = this.#accounts.get(accountId)
    return account?.log === generation ? account.rows.get(id) : undefined
  }

  release(accountId: string, key: DeliveryKey): void {
    const claimed = this.of(accountId, key)
    if (!claimed) return
    this.#kept -= claimed.body?.length ?? 0
    const rows = this.#accounts.get(accountId)?.rows
    rows?.delete(key.id)
    if (rows?.size === 0) this.#accounts.delete(accountId)
  }

  /** Its claims are void. */
  forget(accountId: string): void {
    for (const { body } of this.#accounts.get(accountId)?.rows.values() ?? []) {
      this.#kept -= body?.length ?? 0
    }
    this.#accounts.delete(accountId)
  }
}
