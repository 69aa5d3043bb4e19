import type { RequestHandler } from 'express'
import { exchangeOf } from '../pipeline/exchange.ts'
import type { HttpControlParts } from './parts.ts'

/**
 * `/_sandbox/*`: controls the sandbox. It is not part of the service: it uses no service key and no quota, and
 * pages of other origins cannot use it. Paths, access and inputs come from spec/sandbox.yaml.
 */
export function controlPlane(parts: HttpControlParts): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    exchangeOf(res).part = 'control'
    // Loaded with the first request, which rarely follows the start at once.
    stages ??= import('./stages.ts').then(({ controlStages }) => controlStages(parts))
    stages.then((stage) => stage(req, res, next), next)
  }
}
