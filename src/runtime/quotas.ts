import type { Caller } from '../accounts/account.ts'
import { clientSubnet } from '../accounts/address.ts'
import { ApiError } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { ResetUnit } from '../openapi/keywords.ts'
import type { Limits } from '../openapi/provenance/sections.ts'
import type { AccountState, Answer } from './account-state.ts'
import { CredentialThrottle } from './credential-throttle.ts'
import { currentWindows, type Quota, QuotaCounter, quotaOf } from './quota.ts'

const REMEMBERED_ADDRESSES = 10_000

/** The quotas of §8: of each key by its plan or its own limit, and of callers without a key by address. */
export interface Quotas extends AccountState {
  readonly throttle: CredentialThrottle
  /** Charges a request of `caller` at `now` (epoch ms on the account's clock). */
  chargeKey(caller: Caller, now: number): Answer<Quota>
  chargeAddress(address: string, now: number): Answer<Quota>
  /** The quota of an address, without a charge. */
  peekAddress(address: string, now: number): Answer<Quota>
  /** The headers of §8 at `now` (epoch ms on the caller's clock). */
  headersOf(quota: Quota, now: number): Record<string, number>
  /** Resets the quotas of all keys and addresses. */
  clear(): Answer<void>
}

/** Quotas in memory, which start again with the server. */
export class LocalQuotas implements Quotas {
  #document: ApiDocument
  readonly #keys: QuotaCounter
  readonly #addresses: QuotaCounter
  readonly throttle: CredentialThrottle

  constructor(document: ApiDocument, enforced: boolean) {
    this.#document = document
    this.#keys = new QuotaCounter({ enforced })
    this.#addresses = new QuotaCounter({ enforced, capacity: REMEMBERED_ADDRESSES })
    this.throttle = new CredentialThrottle(
      (address, now) => enforced && this.peekAddress(address, now).remaining === 0,
    )
  }

  /** Takes limits and units from another document; what was charged stays. */
  follow(document: ApiDocument): void {
    this.#document = document
  }

  chargeKey({ account, key }: Caller, now: number): Quota {
    const limits = keyLimits({ account, key }, this.#document)
    return this.#keys.charge(`${account.id}/${key.id}`, limits, now, account.clock)
  }

  chargeAddress(address: string, now: number): Quota {
    return this.#addresses.charge(clientSubnet(address), this.#document.limits('Anonymous'), now)
  }

  peekAddress(address: string, now: number): Quota {
    return this.#addresses.peek(clientSubnet(address), this.#document.limits('Anonymous'), now)
  }

  headersOf(quota: Quota, now: number): Record<string, number> {
    return quotaHeaders(quota, this.#document.resetUnit, now)
  }

  forget(accountId: string): void {
    this.#keys.clear(`${accountId}/`)
  }

  remembers(accountId: string): boolean {
    return this.#keys.has(`${accountId}/`)
  }

  clear(): void {
    this.#keys.clear()
    this.#addresses.clear()
  }
}

/** The limits of a key: its own for an hour, if it has one; that of the plan for a day. */
export function keyLimits(
  { account, key }: Pick<Caller, 'account' | 'key'>,
  document: Pick<ApiDocument, 'limits'>,
): Limits {
  const plan = document.limits(account.plan)
  return { hour: key.rate_limit ?? plan.hour, day: plan.day }
}

/**
 * The quota of a caller who has made no request yet: shown, without a charge, while the database is away. The limit is
 * right, and nobody knows how much of it remains.
 */
export function untouchedQuota(
  caller: Pick<Caller, 'account' | 'key'> | undefined,
  document: Pick<ApiDocument, 'limits'>,
  now: number,
): Quota {
  const limits = caller ? keyLimits(caller, document) : document.limits('Anonymous')
  return quotaOf(currentWindows(undefined, now), limits, true)
}

/** The headers of §8 at `now` (epoch ms on the caller's clock). */
export function quotaHeaders(
  { limit, remaining, endsAt }: Quota,
  unit: ResetUnit,
  now: number,
): Record<string, number> {
  return {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': resetAt(endsAt, unit, now),
  }
}

/** The end of a window in the unit of `X-RateLimit-Reset`, rounded up. */
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

/** The failure of a request whose quota is used up at `now` (epoch ms). */
export function overLimit({ limit, window, endsAt }: Quota, now: number): ApiError {
  const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return new ApiError(
    'quota_exceeded',
    `The limit of ${limit} requests ${window === 'hour' ? 'an hour' : 'a day'} is used up. Wait ${wait} seconds and retry.`,
    { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
  )
}
