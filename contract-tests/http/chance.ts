import type { Credential, Exchange, Transient } from './exchange.ts'
import { errorCode, succeeded } from './reading.ts'

/** Answers of a proxy whose server is away for a moment (RFC 9110 §15.6). */
const OF_A_PROXY = [502, 503, 504]

/** The kind of failure that may have happened by chance, so that the request is worth another try. */
export function chanceOf(exchange: Exchange): Transient | undefined {
  const { broken, response } = exchange
  if (broken) return ['no_answer', 'truncated'].includes(broken.kind) ? 'lost' : undefined
  if (response === undefined || succeeded(exchange)) return undefined
  const isOfService = OF_A_PROXY.includes(response.status) || errorCode(exchange) === 'server_error'
  return isOfService ? 'failed' : undefined
}

/** Whether the quota of a credential is its own; strangers share one. */
export function hasQuota(credential: Credential): boolean {
  return ['main', 'restricted', 'limited', 'other'].includes(credential)
}
