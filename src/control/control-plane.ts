import type { Request, RequestHandler, Response } from 'express'
import { exchangeOf } from '../pipeline/exchange.ts'
import type { HttpControlParts } from './parts.ts'

/**
 * `/_sandbox/*`: controls the sandbox. It is not part of the service: it uses no service key and no quota, and
 * pages of other origins cannot use it. Paths, access and inputs come from spec/sandbox.yaml.
 */
export function controlPlane(parts: HttpControlParts): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    beginControl(req, res, parts)
    // Loaded with the first request, which rarely follows the start at once.
    stages ??= import('./stages.ts').then(({ controlStages }) => controlStages(parts))
    stages.then((stage) => stage(req, res, next), next)
  }
}

/** Pages of other sites, which are refused, cannot fill the log either. */
export function beginControl(
  req: Request,
  res: Response,
  { origins }: Pick<HttpControlParts, 'origins'>,
): void {
  const isUnlogged = origins.isOfForeignPage(req) && !origins.mayControl(req)
  Object.assign(exchangeOf(res), { part: 'control', isUnlogged })
}
