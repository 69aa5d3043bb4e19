import type { RequestHandler } from 'express'
import { exchangeOf } from '../pipeline/exchange.ts'
import { loadedLater } from '../pipeline/in-order.ts'
import type { DocsParts } from './docs-stages.ts'

const PAGES = /^\/((console|docs|guide)\/|(docs|guide)?($|\?))/

/**
 * The console at `/`, the document at `/docs` and the guide at `/guide/`. Later stages report paths without a file as unknown.
 */
export function servePages(parts: DocsParts): RequestHandler {
  const pages = loadedLater(async () => (await import('./page-stages.ts')).pageStages(parts))
  return (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && PAGES.test(req.url)
    if (!isPage) return next()
    const exchange = exchangeOf(res)
    exchange.part = 'page'
    const leave = (error?: unknown) => {
      exchange.part = 'service'
      next(error)
    }
    return pages(req, res, leave)
  }
}
