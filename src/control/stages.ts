import express, { type RequestHandler } from 'express'
import { controlRules } from '../openapi/served/request-rules.ts'
import { Router } from '../openapi/served/router.ts'
import { readBody } from '../pipeline/body.ts'
import { admit } from '../pipeline/permission.ts'
import { routeWithin } from '../pipeline/routing.ts'
import { validate } from '../pipeline/validation.ts'
import { requireClearQuery } from './clear-query.ts'
import { guardControl } from './guard.ts'
import type { ControlParts } from './parts.ts'
import { runControl } from './run.ts'

/** The path of a control request, from top to bottom. */
export async function controlStages(parts: ControlParts): Promise<RequestHandler> {
  const router = new Router(await controlRules())
  const control = express.Router()
  control.use(routeWithin(router, '', unknownPath))
  control.use(readBody())
  // Before the guard: anyone may read in the document which operations exist.
  control.use(admit({ document: { firstCheck: 'route' } }))
  control.use(guardControl(parts))
  control.use(requireClearQuery())
  control.use(validate({ router, document: { unknownParameters: 'ignored' } }))
  control.use(runControl(parts))
  return control
}

function unknownPath(method: string, path: string): string {
  return `The control plane has no ${method} /_sandbox${path}. GET /_sandbox/openapi.json describes what it has.`
}
