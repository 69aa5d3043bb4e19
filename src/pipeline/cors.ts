import cors from 'cors'
import type { RequestHandler } from 'express'
import type { Quotas } from '../state/quotas.ts'
import type { Clock } from '../time/clock.ts'
import { writeHeaders } from './exchange.ts'

/** Headers that a page on another origin may read, on failures too. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Retry-After',
  'Location',
  'Link',
  'Allow',
  'Preference-Applied',
  'X-Sandbox-Fault',
  'X-Sandbox-Clock',
  'Content-Disposition',
]

/** For answers to requests whose Origin was never read; they hold no account's data. */
export const UNKNOWN_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
}

/** The headers that `cors` sets for requests without an Origin, as most are. */
const WITHOUT_ORIGIN = [
  ['Vary', 'Origin'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Access-Control-Expose-Headers', EXPOSED.join(',')],
] as const

/**
 * Lets pages of any origin call the service. It reflects the origin instead of sending `*`, so that clients with
 * credentials work, too; the service reads no cookies, so this exposes nothing.
 */
export function allowOrigins({ quotas, clock }: { quotas: Quotas; clock: Clock }): RequestHandler {
  const answer = cors({
    origin: true,
    credentials: true,
    exposedHeaders: EXPOSED,
    maxAge: 600,
    methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
    preflightContinue: true,
  })
  return (req, res, next) => {
    if (req.headers.origin === undefined && req.method !== 'OPTIONS') {
      for (const [name, value] of WITHOUT_ORIGIN) res.setHeader(name, value)
      return next()
    }
    const preflight =
      req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined
    answer(req, res, async () => {
      if (!preflight) return next()
      // A page on the public web may call a sandbox on the developer's own machine.
      if (req.headers['access-control-request-private-network'] === 'true') {
        res.setHeader('Access-Control-Allow-Private-Network', 'true')
      }
      // Browsers send preflights without a token, and callers do not know about them: so the answer shows the
      // quota of the address, and charges none.
      const now = clock.now()
      const quota = await quotas.peekAddress(req.ip ?? '', now)
      writeHeaders(res, quotas.headersOf(quota, now))
      res.status(204).end()
    })
  }
}
