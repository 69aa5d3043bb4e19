import type { RequestHandler } from 'express'
import { householdOf } from '../accounts/address.ts'
import type { Caller } from '../accounts/caller.ts'
import type { ApiDocument } from '../document/api-document.ts'
import type { ResetUnit } from '../document/keywords.ts'
import type { Limits } from '../document/sections.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { exchangeOf, writeHeaders } from './exchange.ts'
import { Guessing } from './guessing.ts'
import { type Quota, QuotaCounter } from './quota.ts'

const REMEMBERED_ADDRESSES = 10_000

/** The quotas of §8: of each key by its plan or its own limit, and of callers without one by address. */
export class Quotas {
  readonly #document: ApiDocument
  readonly #keys: QuotaCounter
  readonly #addresses: QuotaCounter
  /** Which credentials are looked at. */
  readonly guessing: Guessing

  constructor(document: ApiDocument, enforced: boolean) {
    this.#document = document
    this.#keys = new QuotaCounter({ enforced })
    this.#addresses = new QuotaCounter({ enforced, capacity: REMEMBERED_ADDRESSES })
    this.guessing = new Guessing(
      (address, now) => enforced && this.peekAddress(address, now).remaining === 0,
    )
  }

  /** Charges a request of `caller` at `now` (epoch ms on the account's clock). */
  chargeKey({ account, key }: Caller, now: number): Quota {
    const plan = this.#document.limits(account.plan)
    // A key's own limit is per hour, like the first figure of every plan; the day's limit stays the plan's.
    const limits: Limits = { hour: key.rate_limit ?? plan.hour, day: plan.day }
    return this.#keys.charge(`${account.id}/${key.id}`, limits, now)
  }

  chargeAddress(address: string, now: number): Quota {
    return this.#addresses.charge(householdOf(address), this.#document.limits('Anonymous'), now)
  }

  /** What `chargeAddress` would start from; charges nothing. */
  peekAddress(address: string, now: number): Quota {
    return this.#addresses.peek(householdOf(address), this.#document.limits('Anonymous'), now)
  }

  /** The headers of §8, by name, as they are at `now` (epoch ms on the caller's clock). */
  headersOf({ limit, remaining, endsAt }: Quota, now: number): Record<string, number> {
    return {
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': resetAt(endsAt, this.#document.resetUnit, now),
    }
  }

  /** Gives every key of an account a fresh quota. */
  clearAccount(accountId: string): void {
    this.#keys.clear(`${accountId}/`)
  }

  /** Gives every key and every address a fresh quota. */
  clear(): void {
    this.#keys.clear()
    this.#addresses.clear()
  }
}

/** Charges the request, writes the headers of §8 and refuses what is over the limit. */
export function limitRate({ quotas, clock }: Services): RequestHandler {
  return (req, res, next) => {
    const exchange = exchangeOf(res)
    const now = exchange.caller ? exchange.now : clock.now()
    const quota = exchange.caller
      ? quotas.chargeKey(exchange.caller, now)
      : quotas.chargeAddress(req.ip ?? '', now)
    exchange.quota = quota
    writeHeaders(res, quotas.headersOf(quota, now))
    if (!quota.allowed) throw overLimit(quota, exchange.now)
    next()
  }
}

/** The end of a window as `X-RateLimit-Reset` has it; a unit that is too coarse tells a later time. */
function resetAt(endsAt: number, unit: ResetUnit, now: number): number {
  const left = Math.max(0, endsAt - now)
  switch (unit) {
    case 'epoch_seconds':
      return Math.ceil(endsAt / 1000)
    case 'epoch_milliseconds':
      return endsAt
    case 'remaining_seconds':
      return Math.ceil(left / 1000)
    case 'remaining_milliseconds':
      return left
  }
}

/** The failure of a request for which a quota has nothing left at `now` (epoch ms). */
export function overLimit({ limit, window, endsAt }: Quota, now: number): ApiError {
  const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return new ApiError(
    'quota_exceeded',
    `The limit of ${limit} requests ${window === 'hour' ? 'an hour' : 'a day'} is used up. Wait ${wait} seconds and retry.`,
    { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
  )
}
