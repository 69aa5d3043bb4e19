import type { NextFunction, RequestHandler, Response } from 'express'
import type { Caller } from '../accounts/account.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Quota } from '../runtime/quota.ts'
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
  const settle = (quota: Quota, now: number, res: Response, next: NextFunction) => {
    const exchange = exchangeOf(res)
    exchange.quota = quota
    writeHeaders(res, quotas.headersOf(quota, now))
    if (!quota.allowed) throw overLimit(quota, exchange.now)
    next()
  }
  return (req, res, next) => {
    const { caller, now: callerNow, source } = exchangeOf(res) as Exchange & { caller?: Caller }
    const now = caller ? callerNow : clock.now()
    // In a proxy, clients have the quota of the upstream; a second one would only surprise them.
    if (source === 'sandbox') return settle(untouchedQuota(caller, document, now), now, res, next)
    const quota = caller ? quotas.chargeKey(caller, now) : quotas.chargeAddress(req.ip ?? '', now)
    // The embedded quotas answer synchronously: then the request continues in the same turn.
    if (!(quota instanceof Promise)) return settle(quota, now, res, next)
    return quota.then((charged) => settle(charged, now, res, next))
  }
}
