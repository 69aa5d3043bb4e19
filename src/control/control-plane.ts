import type { RequestHandler } from 'express'
import { exchangeOf } from '../http/exchange.ts'
import type { Services } from '../services.ts'

/**
 * `/_sandbox/*`: steers the sandbox and is no part of the service: no key of it, no quota, and nothing
 * that pages of other origins may read. Described by spec/sandbox.yaml, of which it reads its paths, who
 * may call them, and what they take.
 */
export function controlPlane(services: Services): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    exchangeOf(res).part = 'control'
    // Loaded with the first request, which most starts are not followed by at once.
    stages ??= import('./stages.ts').then(({ controlStages }) => controlStages(services))
    stages.then((stage) => stage(req, res, next), next)
  }
}
