import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { packageRoot } from '../package-root.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { preloads } from './preloads.ts'
import { revalidatedFiles, sendRevalidated, sendText } from './revalidated.ts'
import { vendorFiles } from './vendor.ts'

/** GET / and /console/…: static files that are a client of `/api` and `/_sandbox`. */
export function consoleStages(): RequestHandler {
  const folder = join(packageRoot(), 'src/console')
  const stages = express.Router()
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '<!-- preloads -->',
    preloads(folder, 'main.js', 'console'),
  )
  stages.get('/', pagePolicy(join(folder, 'index.html')), (_req, res) =>
    sendText(res, 'text/html', html),
  )
  stages.use(filePolicy())
  stages.use('/console/vendor', serveVendor())
  stages.use('/console', revalidatedFiles(folder))
  return stages
}

/** The libraries, as they lie in their packages: the page loads them as modules, nothing is bundled. */
function serveVendor(): RequestHandler {
  const files = vendorFiles()
  return (req, res, next) => {
    const file = files.get(req.path.slice(1))
    if (file === undefined) return next()
    sendRevalidated(res, dirname(file), basename(file))
  }
}
