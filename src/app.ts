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
import { inOrder } from './http/in-order.ts'
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

  app.use(identifyRequest(services))
  // Before the log: the files of a page say nothing about the service.
  app.use(servePages(services))
  app.use(logAccess(services))

  // Not part of the service: no key, no quota, and nothing here is open to pages of other origins.
  app.use('/_sandbox', controlPlane(services))

  app.use(allowOrigins(services))
  app.get('/openapi.json', serveDocument(services))
  app.use('/files', serveFiles(services))

  // The service itself. What is neither of the above is an unknown path of it.
  app.use(
    inOrder(
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
