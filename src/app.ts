import express, { type Express, type RequestHandler } from 'express'
import { isLocalOnly } from './config/mode.ts'
import type { HttpControlParts } from './control/parts.ts'
import { handlers } from './operations/handlers.ts'
import { logAccess } from './pipeline/access-log.ts'
import { authenticate } from './pipeline/authentication.ts'
import { removeBasePath } from './pipeline/base-path.ts'
import { readBody } from './pipeline/body.ts'
import { allowOrigins, presetOrigins } from './pipeline/cors.ts'
import { answerErrors } from './pipeline/error-handler.ts'
import { identifyRequest } from './pipeline/exchange.ts'
import { applyFaultRules } from './pipeline/fault-rules.ts'
import { requireOwnKey } from './pipeline/fixture-keys.ts'
import { forceErrors } from './pipeline/forced-errors.ts'
import { below, inOrder, loadedLater, onGet } from './pipeline/in-order.ts'
import { requireKnownHost } from './pipeline/known-host.ts'
import { refuseProblems, requireAddress, requirePermission } from './pipeline/permission.ts'
import { serveDocument, serveFiles } from './pipeline/public-files.ts'
import { limitRate } from './pipeline/rate-limit.ts'
import { route } from './pipeline/routing.ts'
import { runOperation } from './pipeline/run.ts'
import { traceRequests } from './pipeline/trace.ts'
import { limitTraffic } from './pipeline/traffic.ts'
import { validate } from './pipeline/validation.ts'
import type { CurrentDocument } from './served/current-document.ts'
import type { ServedDocument } from './served/served-document.ts'
import type { Tracing } from './tracing/tracing.ts'
import { servePages } from './web/pages.ts'

/** The parts that the stages of a request work with; each stage names its own. */
export type AppParts = HttpControlParts &
  Parameters<typeof servePages>[0] &
  Parameters<typeof logAccess>[0] &
  Omit<Parameters<typeof traceRequests>[0], 'tracing'> & {
    tracing: Tracing | undefined
  } & Parameters<typeof allowOrigins>[0] &
  Parameters<typeof route>[0] &
  Parameters<typeof authenticate>[0] &
  Parameters<typeof validate>[0] &
  Parameters<typeof applyFaultRules>[0] &
  Parameters<typeof runOperation>[0] &
  Parameters<typeof answerErrors>[0]

/** The path of a request, from top to bottom. It belongs to one document: another one has its own. */
function createPipeline(parts: AppParts): RequestHandler {
  const { config, upstream, tracing, traffic } = parts
  const log = logAccess(parts)
  const stages = inOrder(
    identifyRequest(parts),
    ...(config.basePath === '' ? [] : [removeBasePath(config.basePath)]),
    // Before the pages, which a name that was made to resolve here would have as its own.
    ...(isLocalOnly(config) ? [requireKnownHost(parts, log)] : []),
    // Before the log: the files of a page say nothing about the service.
    servePages(parts),
    ...(tracing ? [traceRequests({ ...parts, tracing })] : []),
    log,

    // Not part of the service: no key, no quota, and other pages only by --control-origin.
    below(
      '/_sandbox',
      loadedLater(async () => (await import('./control/control-plane.ts')).controlPlane(parts)),
    ),
    onGet(
      '/metrics',
      loadedLater(async () => (await import('./control/metrics.ts')).serveMetrics(parts)),
    ),

    // Another server: it answers for itself, CORS and documents included.
    ...(upstream ? [presetOrigins(parts), upstream.stage] : []),

    allowOrigins(parts),
    onGet('/openapi.json', serveDocument(parts)),
    below('/files', serveFiles(parts)),

    // The service itself. Any other path is an unknown path of it.
    readBody({ types: parts.document.bodyTypes }),
    route(parts),
    authenticate(parts),
    // Before any refusal: the headers of §8 are on all responses.
    limitRate(parts),
    ...(traffic.isEnforced ? [limitTraffic(parts)] : []),
    refuseProblems(parts),
    requirePermission,
    requireAddress,
    ...(config.openSignup ? [requireOwnKey(parts)] : []),
    validate(parts),
    forceErrors(parts),
    applyFaultRules(parts),
    runOperation(parts, handlers),
  )
  const answer = answerErrors(parts)
  return (req, res, next) => stages(req, res, (error) => answer(error, req, res, next))
}

/** The app and its parts. Another document replaces what depends on it, for requests that arrive from then on. */
export class ServedApp<Parts extends AppParts> {
  /** Of each request; users may mount it in an app of their own. */
  readonly listener: Express
  #parts: Parts
  #pipeline: RequestHandler

  constructor(document: CurrentDocument, partsWith: (served: ServedDocument) => Parts) {
    this.#parts = partsWith(document.current)
    this.#pipeline = createPipeline(this.#parts)
    this.listener = createListener(this.#parts, (...request) => this.#pipeline(...request))
    document.follow((served) => {
      const parts = partsWith(served)
      this.#pipeline = createPipeline(parts)
      this.#parts = parts
    })
  }

  /** The parts, with the current document. */
  readonly current = (): Parts => this.#parts
}

function createListener({ config }: AppParts, pipeline: RequestHandler): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  // The stages read the path and the query themselves; Express would parse them a second time.
  app.set('query parser', false)
  app.use(pipeline)
  return app
}
