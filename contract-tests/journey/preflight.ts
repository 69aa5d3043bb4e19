import { RunEnded } from '../support/client.ts'
import type { Exchange } from '../support/exchange.ts'
import { millisecondsToReset, quotaOf } from '../support/quota.ts'
import { bodyOf, dataOf, errorCode, isObject, outcomeOf, succeeded } from '../support/reading.ts'
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
  try {
    await verifyKey(traveller)
  } catch (error) {
    if (!(error instanceof RunEnded) || traveller.client.aborted) throw error
    throw new CannotRun(error.message)
  }
}

async function verifyKey(traveller: Traveller): Promise<void> {
  const verify = await traveller.ask(
    'verify',
    'main',
    traveller.call('verifyToken', { bare: true }),
  )
  const url = traveller.settings.baseUrl
  if (verify.broken && verify.broken.kind !== 'truncated') {
    throw new CannotRun(`${url} gave ${verify.broken.message}. ${wayOut(verify.broken.message)}`)
  }
  if (succeeded(verify) && isOfTheService(verify)) return requireQuota(verify, traveller)

  // A verify that refuses a key which works elsewhere is a fault to report, not a wrong key.
  const list = await traveller.ask('list:before', 'main', traveller.call('listCampaigns'))
  if (succeeded(list) && isOfTheService(list)) return requireQuota(list, traveller)
  const codes = [errorCode(verify), errorCode(list)]
  if (!codes.some((code) => code !== undefined && code !== 'not_found')) {
    throw new CannotRun(
      `${url} does not answer like the service: GET /auth/verify gave ${answerOf(verify)}. ${IS_IT_THE_ROOT}`,
    )
  }
  throw new CannotRun(
    `${url} refuses the key: GET /auth/verify gave ${outcomeOf(verify)}. Give one that works with --token.`,
  )
}

/** Whether an answer has anything of the envelope; a page or a health check has nothing. */
function isOfTheService(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return body !== undefined && ['success', 'data', 'error'].some((member) => member in body)
}

function wayOut(message: string): string {
  if (/certificate|self.signed|CERT_|TLS/i.test(message)) {
    return 'Name the authority that signed it with NODE_EXTRA_CA_CERTS.'
  }
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH/.test(message)
    ? 'Is the server running, and the address right?'
    : IS_IT_THE_ROOT
}

const IS_IT_THE_ROOT = 'Is it the API root, with /api at its end?'

function answerOf(exchange: Exchange): string {
  const { status, headers } = exchange.response ?? {}
  const target = headers?.location === undefined ? '' : ` to ${headers.location}`
  return isOfTheService(exchange) ? outcomeOf(exchange) : `status ${status}${target}`
}

async function requireQuota(exchange: Exchange, { client, settings }: Traveller): Promise<void> {
  const left = [quotaOf(exchange).remaining, verifiedRemaining(exchange)].filter(
    // Less than nothing is no count; the checks report it.
    (count): count is number => count !== null && count >= 0,
  )
  const needed = Math.min(settings.maxRequests, NEEDED_REQUESTS)
  if (left.length === 0 || Math.min(...left) >= needed) return

  const wait = millisecondsToReset(exchange, Date.now())
  if (wait !== null && wait <= settings.maxWaitMs) return client.pause(wait)
  throw new CannotRun(
    `The main key has ${Math.min(...left)} requests left, and a run takes up to ${needed}. Repeat when its quota is reset, allow the wait with --max-wait, or give another key.`,
  )
}

function verifiedRemaining(exchange: Exchange): number | null {
  const data = dataOf(exchange)
  const rateLimit = isObject(data) ? data.rate_limit : undefined
  const remaining = isObject(rateLimit) ? rateLimit.remaining : undefined
  return typeof remaining === 'number' && Number.isInteger(remaining) ? remaining : null
}
