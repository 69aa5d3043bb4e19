import cors from 'cors'
import type { RequestHandler } from 'express'
import type { Services } from '../services.ts'
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
  'Content-Disposition',
]

/** For answers to requests whose Origin was never read; nothing in them is anybody's. */
export const UNKNOWN_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
}

/** What `cors` answers to most requests, which come from no page. */
const WITHOUT_ORIGIN = [
  ['Vary', 'Origin'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Access-Control-Expose-Headers', EXPOSED.join(',')],
] as const

/**
 * Lets pages of any origin call the service. The origin is reflected, not answered with `*`, so that
 * clients that send credentials work too; the service reads no cookies, so nothing is given away.
 */
export function allowOrigins({ quotas, clock }: Services): RequestHandler {
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
    answer(req, res, () => {
      if (!preflight) return next()
      // A page on the public web may call a sandbox on the developer's own machine.
      if (req.headers['access-control-request-private-network'] === 'true') {
        res.setHeader('Access-Control-Allow-Private-Network', 'true')
      }
      // Browsers leave the token out of a preflight, and callers do not know that it is sent: so it is
      // the quota of the address that it shows, and nobody's that it uses up.
      const now = clock.now()
      writeHeaders(res, quotas.headersOf(quotas.peekAddress(req.ip ?? '', now), now))
      res.status(204).end()
    })
  }
}
