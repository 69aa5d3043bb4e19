import express, { type RequestHandler } from 'express'
import { readBody } from '../http/body.ts'
import { exchangeOf } from '../http/exchange.ts'
import { admit } from '../http/permission.ts'
import { routeWithin } from '../http/routing.ts'
import { validate } from '../http/validation.ts'
import { controlRules } from '../request-rules.ts'
import { Router } from '../router.ts'
import type { Services } from '../services.ts'
import { guardControl } from './guard.ts'
import { runControl } from './run.ts'

/**
 * `/_sandbox/*`: steers the sandbox and is no part of the service: no key of it, no quota, and nothing
 * that pages of other origins may read. Described by spec/sandbox.yaml, of which it reads its paths, who
 * may call them, and what they take.
 */
export function controlPlane(services: Services): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    exchangeOf(res).part = 'control'
    // Made with the first request, which most starts are not followed by at once.
    stages ??= controlStages(services)
    stages.then((stage) => stage(req, res, next), next)
  }
}

async function controlStages(services: Services): Promise<RequestHandler> {
  const [rules, { controlHandlers }] = await Promise.all([controlRules(), import('./handlers.ts')])
  const router = new Router(rules)
  const control = express.Router()
  control.use(readBody())
  control.use(routeWithin(router, '', unknownPath))
  control.use(guardControl(services))
  control.use(admit())
  control.use(validate({ router }))
  control.use(runControl(services, controlHandlers))
  return control
}

function unknownPath(method: string, path: string): string {
  return `The control plane has no ${method} /_sandbox${path}. GET /_sandbox/openapi.json describes what it has.`
}
