import { verification } from '../evidence/verification.ts'
import { RunEnded } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { millisecondsToReset, quotaOf } from '../http/quota.ts'
import { bodyOf, errorCode, outcomeOf, succeeded } from '../http/reading.ts'
import { proxyHint } from '../http/transport.ts'
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

/** What to do about an error before any answer, by its code or its words. */
const WAYS_OUT: [error: RegExp, way: string][] = [
  [/CERT_HAS_EXPIRED/, 'The certificate of the server has expired. Renew it.'],
  [/CERT_NOT_YET_VALID/, 'The certificate of the server is not valid yet. Is the clock right?'],
  [
    /ALTNAME_INVALID/,
    'The certificate of the server is for another name. Give the address with the name that it has.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_(UNTRUSTED|SIGNATURE)/,
    'The authority that signed the certificate of the server is not known. Name a file with its certificate in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /EPROTO|SSL_(WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL|HTTP_REQUEST)/,
    'Does the port speak HTTP without TLS? Then the address begins with http://.',
  ],
  [
    /CERT_|_SSL_|_TLS_/,
    'The TLS connection could not be made. Does the server ask for a certificate of the client, or for another version of TLS?',
  ],
  [/^no answer within/, 'If the server is that slow, give --timeout.'],
]

/** A sentence about an error before any answer. */
export function wayOut(message: string, url: string): string {
  const way = WAYS_OUT.find(([error]) => error.test(message))?.[1]
  if (way) return way
  if (url.startsWith('http:') && /ECONNRESET|EPIPE|no HTTP/.test(message)) return IS_IT_TLS
  const hint = proxyHint(url)
  if (hint) return hint
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET/.test(
    message,
  )
    ? 'Is the server running, and the address right?'
    : IS_IT_THE_ROOT
}

function hintFor({ broken, response }: Exchange, url: string): string {
  if (broken?.kind === 'undecodable') return 'Correct what compresses the responses.'
  if (!response) return wayOut(broken?.message ?? '', url)
  const { status, headers, text } = response
  if (text.startsWith('\ufeff')) {
    return 'The body begins with a byte order mark, which JSON does not have (RFC 8259 §8.1). Send it without.'
  }
  if (url.startsWith('http:') && status === 400 && /https/i.test(text)) return IS_IT_TLS
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    return 'Give the address that it leads to.'
  }
  const hint = proxyHint(url)
  if (hint) return hint
  if (status >= 500) return 'Is the server running, or being maintained? Run again when it answers.'
  if ([401, 403, 407].includes(status)) {
    return 'Is a gateway in front of the server? Give what it asks for with --header.'
  }
  return IS_IT_THE_ROOT
}

const IS_IT_TLS = 'Does the port speak HTTPS? Then the address begins with https://.'
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
