import express, { type Express } from 'express'
import { controlPlane } from './control/control-plane.ts'
import { logAccess } from './http/access-log.ts'
import { authenticate } from './http/authentication.ts'
import { readBody } from './http/body.ts'
import { allowOrigins } from './http/cors.ts'
import { serveDocument } from './http/document.ts'
import { answerErrors } from './http/error-handler.ts'
import { applyFaultRules } from './http/fault-rules.ts'
import { disturb } from './http/faults.ts'
import { serveFiles } from './http/files.ts'
import { inOrder, mounted } from './http/in-order.ts'
import { admit, requireAddress, requirePermission } from './http/permission.ts'
import { limitRate } from './http/rate-limit.ts'
import { identifyRequest } from './http/request-id.ts'
import { route } from './http/routing.ts'
import { runOperation } from './http/run.ts'
import { validate } from './http/validation.ts'
import { handlers } from './operations/handlers.ts'
import { servePages } from './pages/pages.ts'
import type { Services } from './services.ts'

/** The path of a request, from top to bottom. */
export function createApp(services: Services): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', services.config.trustProxy)
  // The stages read the path and the query themselves; Express would parse them a second time.
  app.set('query parser', false)

  app.use(
    inOrder(
      identifyRequest(services),
      // Before the log: the files of a page say nothing about the service.
      servePages(services),
      logAccess(services),

      // Not part of the service: no key, no quota, and nothing here is open to pages of other origins.
      mounted('use', '/_sandbox', controlPlane(services)),

      allowOrigins(services),
      mounted('get', '/openapi.json', serveDocument(services)),
      mounted('use', '/files', serveFiles(services)),

      // The service itself. What is neither of the above is an unknown path of it.
      readBody(),
      route(services),
      authenticate(services),
      // Before anything is refused: the headers of §8 are on all responses.
      limitRate(services),
      admit(),
      requirePermission(),
      requireAddress(),
      validate(services),
      disturb(services),
      applyFaultRules(services),
      runOperation(services, handlers),
    ),
  )

  app.use(answerErrors(services))
  return app
}
