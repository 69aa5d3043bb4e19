import express, { type Express } from 'express'
import { controlPlane } from './control/control-plane.ts'
import type { ControlParts } from './control/parts.ts'
import { handlers } from './operations/handlers.ts'
import { logAccess } from './pipeline/access-log.ts'
import { authenticate } from './pipeline/authentication.ts'
import { readBody } from './pipeline/body.ts'
import { allowOrigins } from './pipeline/cors.ts'
import { answerErrors } from './pipeline/error-handler.ts'
import { identifyRequest } from './pipeline/exchange.ts'
import { applyFaultRules } from './pipeline/fault-rules.ts'
import { forceErrors } from './pipeline/forced-errors.ts'
import { inOrder, mounted } from './pipeline/in-order.ts'
import { admit, requireAddress, requirePermission } from './pipeline/permission.ts'
import { serveDocument, serveFiles } from './pipeline/public-files.ts'
import { limitRate } from './pipeline/rate-limit.ts'
import { route } from './pipeline/routing.ts'
import { runOperation } from './pipeline/run.ts'
import { validate } from './pipeline/validation.ts'
import { servePages } from './web/pages.ts'

/** The parts that the stages of a request work with; each stage names its own. */
export type AppParts = ControlParts &
  Parameters<typeof servePages>[0] &
  Parameters<typeof logAccess>[0] &
  Parameters<typeof route>[0] &
  Parameters<typeof authenticate>[0] &
  Parameters<typeof validate>[0] &
  Parameters<typeof applyFaultRules>[0] &
  Parameters<typeof runOperation>[0] &
  Parameters<typeof answerErrors>[0]

/** The path of a request, from top to bottom. */
export function createApp(parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', parts.config.trustProxy)
  // The stages read the path and the query themselves; Express would parse them a second time.
  app.set('query parser', false)

  app.use(
    inOrder(
      identifyRequest(parts),
      // Before the log: the files of a page say nothing about the service.
      servePages(parts),
      logAccess(parts),

      // Not part of the service: no key, no quota, and nothing here is open to pages of other origins.
      mounted('use', '/_sandbox', controlPlane(parts)),

      allowOrigins(parts),
      mounted('get', '/openapi.json', serveDocument(parts)),
      mounted('use', '/files', serveFiles(parts)),

      // The service itself. Any other path is an unknown path of it.
      readBody({ types: parts.document.bodyTypes }),
      route(parts),
      authenticate(parts),
      // Before any refusal: the headers of §8 are on all responses.
      limitRate(parts),
      admit(parts),
      requirePermission,
      requireAddress,
      validate(parts),
      forceErrors(parts),
      applyFaultRules(parts),
      runOperation(parts, handlers),
    ),
  )

  app.use(answerErrors(parts))
  return app
}
