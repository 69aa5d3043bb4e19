import { verification } from '../evidence/verification.ts'
import { proxyHint } from '../http/agent.ts'
import { RunEnded } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { millisecondsToReset, quotaOf } from '../http/quota.ts'
import { bodyOf, errorCode, outcomeOf, succeeded } from '../http/reading.ts'
import type { Runner } from './runner.ts'

/** Thrown before anything is created. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}

/** Requests of the main key in a run; a test checks the number. */
export const NEEDED_REQUESTS = 64

/**
 * Checks the main key and its quota by GET /auth/verify. Throws `CannotRun` if the server cannot be reached, or
 * refuses the key, or too few requests are left.
 */
export async function preflight(runner: Runner): Promise<void> {
  try {
    await verifyKey(runner)
  } catch (error) {
    if (!(error instanceof RunEnded) || runner.client.aborted) throw error
    throw new CannotRun(error.message)
  }
}

async function verifyKey(runner: Runner): Promise<void> {
  const verify = await runner.askMain('verify', 'verifyToken', { bare: true })
  const url = runner.settings.baseUrl
  if (verify.broken && !['truncated', 'undecodable', 'skipped'].includes(verify.broken.kind)) {
    throw new CannotRun(
      `${url} failed: ${verify.broken.message}. ${wayOut(verify.broken.message, url)}`,
    )
  }
  if (succeeded(verify) && isOfTheService(verify)) return requireQuota(verify, runner)

  // If verify alone refuses the key, that is a fault to report, not a wrong key.
  const list = await runner.askMain('list:before', 'listCampaigns')
  if (succeeded(list) && isOfTheService(list)) return requireQuota(list, runner)
  const codes = [errorCode(verify), errorCode(list)]
  if (!codes.some((code) => code !== undefined && code !== 'not_found')) {
    throw new CannotRun(
      `${url} does not answer like the service: GET /auth/verify returned ${answerOf(verify)}. ${hintFor(verify, url)}`,
    )
  }
  throw new CannotRun(
    `${url} refuses the key: GET /auth/verify returned ${outcomeOf(verify)}. Give one that works with --token.`,
  )
}

/** Whether an answer has a member of the envelope, unlike a page or a health check. */
function isOfTheService(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return body !== undefined && ['success', 'data', 'error'].some((member) => member in body)
}

function wayOut(message: string, url: string): string {
  if (/certificate|self.signed|CERT_|TLS/i.test(message)) {
    return 'Name the authority that signed it with NODE_EXTRA_CA_CERTS.'
  }
  if (/^no answer within/.test(message)) return 'If the server is that slow, give --timeout.'
  const hint = proxyHint(url)
  if (hint) return hint
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH/.test(message)
    ? 'Is the server running, and the address right?'
    : IS_IT_THE_ROOT
}

function hintFor({ broken }: Exchange, url: string): string {
  if (broken?.kind === 'undecodable') return 'Correct what compresses the responses.'
  return proxyHint(url) ?? IS_IT_THE_ROOT
}

const IS_IT_THE_ROOT = 'Is it the API root, with /api at its end?'

function answerOf(exchange: Exchange): string {
  if (exchange.broken) return `no body to read: ${exchange.broken.message}`
  const { status, headers } = exchange.response ?? {}
  const target = headers?.location === undefined ? '' : ` to ${headers.location}`
  return isOfTheService(exchange) ? outcomeOf(exchange) : `status ${status}${target}`
}

async function requireQuota(exchange: Exchange, { client, settings }: Runner): Promise<void> {
  // The checks report a negative count.
  const left = [quotaOf(exchange).remaining, verification(exchange)?.rate_limit?.remaining].filter(
    (count): count is number => Number.isInteger(count) && (count as number) >= 0,
  )
  const needed = Math.min(settings.maxRequests, NEEDED_REQUESTS)
  if (left.length === 0 || Math.min(...left) >= needed) return

  const wait = millisecondsToReset(exchange, Date.now())
  if (wait !== null && wait <= settings.maxWaitMs) return client.pause(wait)
  throw new CannotRun(
    `The main key has ${Math.min(...left)} requests left, and a run takes up to ${needed}. Repeat when its quota is reset, allow the wait with --max-wait, or give another key.`,
  )
}
