import express, { type RequestHandler } from 'express'
import { Router } from '../openapi/served/router.ts'
import { readBody } from '../pipeline/body.ts'
import { allowControlOrigins } from '../pipeline/cors.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { admit } from '../pipeline/permission.ts'
import { serveFiles } from '../pipeline/public-files.ts'
import { routeWithin } from '../pipeline/routing.ts'
import { validate } from '../pipeline/validation.ts'
import { requireClearQuery } from './clear-query.ts'
import { guardControl } from './guard.ts'
import type { HttpControlParts } from './parts.ts'
import { passToService } from './pass-to-service.ts'
import { controlRules } from './rules.ts'
import { runControl } from './run.ts'

/** The path of a control request, from top to bottom. */
export async function controlStages(parts: HttpControlParts): Promise<RequestHandler> {
  const router = new Router(await controlRules())
  const control = express.Router()
  // Before the routes, which have no OPTIONS.
  control.use(allowControlOrigins(parts))
  // Not in the control API's own document: its operations are those of the service.
  control.use('/api', passToService(parts))
  control.use('/files', withoutTrace, serveFiles(parts))
  control.use(routeWithin(router, '', unknownPath, '/_sandbox'))
  control.use(readBody())
  // Before the guard: anyone may read in the document which operations exist.
  control.use(admit({ document: { firstCheck: 'route' } }))
  control.use(guardControl(parts))
  control.use(requireClearQuery())
  control.use(validate({ router, document: { unknownParameters: 'ignored' } }))
  control.use(runControl(parts))
  return control
}

/** Nothing of the request is in the request log. */
const withoutTrace: RequestHandler = (_req, res, next) => {
  exchangeOf(res).isUnmetered = true
  next()
}

function unknownPath(method: string, path: string): string {
  return `The control plane has no ${method} ${path}. GET /_sandbox/openapi.json describes all operations.`
}
