import { join } from 'node:path'
import compression from 'compression'
import express, { type RequestHandler, type Response } from 'express'
import { packageRoot } from '../package-root.ts'
import type { Services } from '../services.ts'
import { pagePolicy } from './page-policy.ts'
import { vendorFiles } from './vendor.ts'

/** What GET / and /console/… pass through. */
export function pageStages(_services: Services): RequestHandler {
  const folder = join(packageRoot(), 'src/console')
  const stages = express.Router()
  stages.use(pagePolicy(join(folder, 'index.html')))
  stages.use(compression())
  stages.get('/', (_req, res) => res.sendFile('index.html', { root: folder, headers: REVALIDATED }))
  stages.use('/console/vendor', serveVendor())
  stages.use(
    '/console',
    express.static(folder, { index: false, redirect: false, setHeaders: revalidate }),
  )
  return stages
}

/** The libraries, as they lie in their packages: the page loads them as modules, nothing is bundled. */
function serveVendor(): RequestHandler {
  const files = vendorFiles()
  return (req, res, next) => {
    const file = files.get(req.path.slice(1))
    if (file === undefined) return next()
    res.sendFile(file, { headers: REVALIDATED })
  }
}

// Asked for again each time and answered with 304, so that a page never mixes files of two releases.
const REVALIDATED = { 'Cache-Control': 'no-cache' }

function revalidate(res: Response): void {
  res.setHeader('Cache-Control', REVALIDATED['Cache-Control'])
}
