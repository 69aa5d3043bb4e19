import cors from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import type { Quotas } from '../runtime/quotas.ts'
import type { Clock } from '../time/clock.ts'
import { exchangeOf, writeHeaders } from './exchange.ts'
import { isPreflight, type Origins } from './origins.ts'

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
  'X-Sandbox-Source',
  'X-Sandbox-Violations',
  'Content-Disposition',
]

/**
 * Reflects the origin of an admitted page instead of sending `*`, so that clients with credentials work, too; the
 * service reads no cookies, so this exposes nothing.
 */
const setHeaders = cors({
  origin: true,
  credentials: true,
  exposedHeaders: EXPOSED,
  maxAge: 600,
  methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
  preflightContinue: true,
})

/** Sets the headers of an admitted page. It answers nothing itself, and calls back at once. */
function admitPage(req: Request, res: Response): void {
  setHeaders(req, res, () => {})
}

/** For answers to requests whose Origin was never read; they hold no account's data. */
export function headersForUnknownOrigin(origins: Origins): Record<string, string> {
  if (!origins.areOpen) return {}
  return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED.join(',') }
}

interface CorsParts {
  origins: Origins
  quotas: Quotas
  clock: Clock
}

/**
 * Lets the pages that `Origins` admits call the service. Others get no CORS headers, and may change nothing. What they make a
 * browser send without a token is neither charged nor logged: any site could use up the quota of the machine, and fill the log.
 */
export function allowOrigins({ origins, quotas, clock }: CorsParts): RequestHandler {
  const refuse = async (req: Request, res: Response) => {
    res.vary('Origin')
    await showQuota(req, res, { quotas, clock })
    origins.refuseForeignPage(req)
  }
  return async (req, res, next) => {
    if (origins.isOfForeignPage(req)) {
      exchangeOf(res).isUnlogged = true
      if (!isOpenToAll(req)) return refuse(req, res)
    }
    if (origins.mayCallService(req)) admitPage(req, res)
    else res.vary('Origin')
    origins.requireServiceAccess(req)
    if (!isPreflight(req)) return next()
    allowPrivateNetwork(req, res)
    // Browsers send preflights without a token, and callers do not know about them.
    await showQuota(req, res, { quotas, clock })
    res.status(204).end()
  }
}

/** Shows the quota of the address, and charges none. */
export async function showQuota(
  req: Request,
  res: Response,
  { quotas, clock }: Pick<CorsParts, 'quotas' | 'clock'>,
): Promise<void> {
  const now = clock.now()
  const quota = await quotas.peekAddress(req.ip ?? '', now)
  exchangeOf(res).quota = quota
  writeHeaders(res, quotas.headersOf(quota, now))
}

/** What other sites may show: files, whose links are signed, and the document for those who follow a link to it. */
function isOpenToAll({ method, path, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path.startsWith('/files/')) return true
  return path === '/openapi.json' && headers['sec-fetch-mode'] === 'navigate'
}

/**
 * The headers for admitted pages on what a proxy itself answers, such as the error of a fault rule. Answers of the upstream
 * have their own headers, which replace these.
 */
export function presetOrigins({ origins }: Pick<CorsParts, 'origins'>): RequestHandler {
  return (req, res, next) => {
    const isOfPage = req.headers.origin !== undefined && !isPreflight(req)
    if (isOfPage && origins.mayCallService(req)) admitPage(req, res)
    next()
  }
}

/** Lets the pages of `--control-origin` call the control plane. */
export function allowControlOrigins({ origins }: Pick<CorsParts, 'origins'>): RequestHandler {
  return (req, res, next) => {
    if (!origins.mayControl(req)) return next()
    admitPage(req, res)
    if (!isPreflight(req)) return next()
    allowPrivateNetwork(req, res)
    res.status(204).end()
  }
}

/** A page on the public web asks whether it may call a server on the user's own machine. */
function allowPrivateNetwork({ headers }: Request, res: Response): void {
  if (headers['access-control-request-private-network'] === 'true') {
    res.setHeader('Access-Control-Allow-Private-Network', 'true')
  }
}
