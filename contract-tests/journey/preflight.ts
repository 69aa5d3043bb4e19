import type { Exchange } from '../support/exchange.ts'
import { quotaOf } from '../support/quota.ts'
import { dataOf, errorCode, isObject, outcomeOf, succeeded } from '../support/reading.ts'
import type { Traveller } from './traveller.ts'

/** Thrown before anything was created: there is no use in going on. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}

/** What a run takes of the main key's quota; the figure is checked by a test of the suite. */
export const NEEDED_REQUESTS = 74

/**
 * Asks GET /auth/verify whether the main key works and has enough of its quota left.
 *
 * @throws CannotRun where the server is not reached, refuses the key, or has too little left for it.
 */
export async function preflight(traveller: Traveller): Promise<void> {
  const verify = await traveller.ask(
    'verify',
    'main',
    traveller.call('verifyToken', { bare: true }),
  )
  const url = traveller.settings.baseUrl
  if (verify.broken && verify.broken.kind !== 'truncated') {
    throw new CannotRun(
      `${url} gave ${verify.broken.message}. Is it the API root, with /api at its end?`,
    )
  }
  if (succeeded(verify)) return requireQuota(verify, traveller)

  // A verify that refuses a key which works elsewhere is a fault to report, not a wrong key.
  const list = await traveller.ask('list:before', 'main', traveller.call('listCampaigns'))
  if (succeeded(list) && errorCode(verify) !== undefined) return requireQuota(list, traveller)
  if (errorCode(verify) === undefined && errorCode(list) === undefined && !succeeded(list)) {
    throw new CannotRun(
      `${url} does not answer like the service: GET /auth/verify gave ${outcomeOf(verify)}. Is it the API root, with /api at its end?`,
    )
  }
  if (errorCode(verify) === undefined) return requireQuota(list, traveller)
  if (errorCode(verify) === 'rate_limit_exceeded') {
    throw new CannotRun(`The quota of the main key is used up. Repeat when it is reset.`)
  }
  throw new CannotRun(
    `${url} refuses the key: GET /auth/verify gave ${outcomeOf(verify)}. Give one that works with --token.`,
  )
}

function requireQuota(exchange: Exchange, { settings }: Traveller): void {
  const left = [quotaOf(exchange).remaining, verifiedRemaining(exchange)].filter(
    // Less than nothing is no count; the checks report it.
    (count): count is number => count !== null && count >= 0,
  )
  const needed = Math.min(settings.maxRequests, NEEDED_REQUESTS)
  if (left.length > 0 && Math.min(...left) < needed) {
    throw new CannotRun(
      `The main key has ${Math.min(...left)} requests left, and a run takes up to ${needed}. Repeat when its quota is reset, or give another key.`,
    )
  }
}

function verifiedRemaining(exchange: Exchange): number | null {
  const data = dataOf(exchange)
  const rateLimit = isObject(data) ? data.rate_limit : undefined
  const remaining = isObject(rateLimit) ? rateLimit.remaining : undefined
  return typeof remaining === 'number' && Number.isInteger(remaining) ? remaining : null
}
