import type { RequestHandler } from 'express'
import { Router } from '../openapi/served/router.ts'
import { readBody } from '../pipeline/body.ts'
import { allowControlOrigins } from '../pipeline/cors.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { below, inOrder } from '../pipeline/in-order.ts'
import { refuseProblems } from '../pipeline/permission.ts'
import { serveFiles } from '../pipeline/public-files.ts'
import { routeWithin } from '../pipeline/routing.ts'
import { validate } from '../pipeline/validation.ts'
import { requireClearQuery } from './clear-query.ts'
import { rules } from './control-rules.ts'
import { guardControl } from './guard.ts'
import type { HttpControlParts } from './parts.ts'
import { passToService } from './pass-to-service.ts'
import { runControl } from './run.ts'

/**
 * `/_sandbox/*`: controls the sandbox. It is not part of the service: it uses no service key and no quota, and
 * pages of other origins cannot use it. Paths, access and inputs come from spec/sandbox.yaml.
 */
export function controlPlane(parts: HttpControlParts): RequestHandler {
  const router = new Router(rules)
  return inOrder(
    beginControl(parts),
    // Before the routes, which have no OPTIONS.
    allowControlOrigins(parts),
    // Not in the control API's own document: its operations are those of the service.
    below('/api', passToService(parts)),
    below('/files', inOrder(withoutTrace, serveFiles(parts))),
    routeWithin(router, '', unknownPath, '/_sandbox'),
    readBody(),
    // Before the guard: anyone may read in the document which operations exist.
    refuseProblems({ document: { firstCheck: 'route' } }),
    guardControl(parts),
    requireClearQuery(),
    validate({ router, document: { unknownParameters: 'ignored' } }),
    runControl(parts),
  )
}

/** Pages of other sites, which are refused, cannot fill the log either. */
export function beginControl({ origins }: Pick<HttpControlParts, 'origins'>): RequestHandler {
  return (req, res, next) => {
    const isUnlogged = origins.isOfForeignPage(req) && !origins.mayControl(req)
    Object.assign(exchangeOf(res), { part: 'control', isUnlogged })
    next()
  }
}

/** Nothing of the request is in the request log. */
const withoutTrace: RequestHandler = (_req, res, next) => {
  exchangeOf(res).isUnmetered = true
  next()
}

function unknownPath(method: string, path: string): string {
  return `The control plane has no ${method} ${path}. GET /_sandbox/openapi.json describes all operations.`
}
