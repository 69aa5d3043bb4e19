import express, { type RequestHandler } from 'express'
import { readBody } from '../http/body.ts'
import { admit } from '../http/permission.ts'
import { routeWithin } from '../http/routing.ts'
import { validate } from '../http/validation.ts'
import { controlRules } from '../request-rules.ts'
import { Router } from '../router.ts'
import type { Services } from '../services.ts'
import { requireClearQuery } from './clear-query.ts'
import { guardControl } from './guard.ts'
import { controlHandlers } from './handlers.ts'
import { runControl } from './run.ts'

/** The path of a control request, from top to bottom. */
export async function controlStages(services: Services): Promise<RequestHandler> {
  const router = new Router(await controlRules())
  const control = express.Router()
  control.use(routeWithin(router, '', unknownPath))
  control.use(readBody())
  // Before the guard: what there is here tells the document, which anyone may read.
  control.use(admit())
  control.use(guardControl(services))
  control.use(requireClearQuery())
  control.use(validate({ router, document: { unknownParameters: 'ignored' } }))
  control.use(runControl(services, controlHandlers))
  return control
}

function unknownPath(method: string, path: string): string {
  return `The control plane has no ${method} /_sandbox${path}. GET /_sandbox/openapi.json describes what it has.`
}
