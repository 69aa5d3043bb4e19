import { chanceOf, hasQuota } from '../http/chance.ts'
import type { Exchange, Transient } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { errorCode } from '../http/reading.ts'

/**
 * The exchanges that prove nothing, because chance may be the cause: a lost response, a throttle, and a failure that
 * did not come back when the same request was made again, or was made once.
 */
export function transientsOf(exchanges: readonly Exchange[]): Map<Exchange, Transient> {
  const found = new Map<Exchange, Transient>()
  const same = new Map<string, Exchange[]>()
  for (const exchange of exchanges) {
    const request = requestOf(exchange)
    const repeated = same.get(request) ?? []
    repeated.push(exchange)
    same.set(request, repeated)
  }
  for (const exchange of exchanges) {
    const kind = transientOf(exchange)
    if (kind === undefined) continue
    const repeated = same.get(requestOf(exchange)) ?? []
    const isLasting = repeated.length > 1 && repeated.every((each) => transientOf(each) === kind)
    if (kind !== 'failed' || !isLasting) found.set(exchange, kind)
  }
  return found
}

function requestOf({ credential, method, url, requestBody = '' }: Exchange): string {
  return [credential, method, url, requestBody].join(' ')
}

function transientOf(exchange: Exchange): Transient | undefined {
  if (!exchange.response) return 'lost'
  if (errorCode(exchange) === 'rate_limit_exceeded') {
    const isQuota = hasQuota(exchange.credential) && (quotaOf(exchange).remaining ?? 0) <= 1
    return isQuota ? undefined : 'throttled'
  }
  return chanceOf(exchange)
}
