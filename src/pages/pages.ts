import type { RequestHandler } from 'express'
import { exchangeOf } from '../http/exchange.ts'
import type { Services } from '../services.ts'

const PAGES = /^\/((console|docs)\/|(docs)?($|\?))/

/**
 * The console at `/` and the document at `/docs`: static files that are clients of `/api` and `/_sandbox`, and nothing
 * that a browser could not do as well. What they have no file for is left to the rest of the path, which says that it is unknown.
 */
export function servePages(services: Services): RequestHandler {
  let stages: Promise<RequestHandler> | undefined
  return (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && PAGES.test(req.url)
    if (!isPage) return next()
    const exchange = exchangeOf(res)
    exchange.part = 'page'
    const leave = (error?: unknown) => {
      exchange.part = 'service'
      next(error)
    }
    // Loaded with the first page, which most starts are not followed by.
    stages ??= import('./page-stages.ts').then(({ pageStages }) => pageStages(services))
    stages.then((stage) => stage(req, res, leave), leave)
  }
}
