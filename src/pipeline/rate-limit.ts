import type { RequestHandler } from 'express'
import type { Caller } from '../accounts/account.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { overLimit, type Quotas, untouchedQuota } from '../runtime/quotas.ts'
import type { Clock } from '../time/clock.ts'
import { type Exchange, exchangeOf, writeHeaders } from './exchange.ts'

interface QuotaParts {
  quotas: Quotas
  clock: Clock
  document: ApiDocument
}

/** Charges the request, sets the headers of §8 and refuses a request over the limit. */
export function limitRate({ quotas, clock, document }: QuotaParts): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(res) as Exchange & { caller?: Caller }
    const { caller, source } = exchange
    const now = caller ? exchange.now : clock.now()
    const charge = () =>
      caller ? quotas.chargeKey(caller, now) : quotas.chargeAddress(req.ip ?? '', now)
    // In a proxy, clients have the quota of the upstream; a second one would only surprise them.
    const quota = source === 'sandbox' ? untouchedQuota(caller, document, now) : await charge()
    exchange.quota = quota
    writeHeaders(res, quotas.headersOf(quota, now))
    if (!quota.allowed) throw overLimit(quota, exchange.now)
    next()
  }
}
