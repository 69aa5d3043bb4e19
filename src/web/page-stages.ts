import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import { packageRoot } from '../package/package-root.ts'
import { type DocsParts, docsStages } from './docs-stages.ts'
import { guideStages } from './guide-stages.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { revalidatedFiles, sendRevalidated, sendText } from './revalidated.ts'
import { vendorFiles } from './vendor.ts'

/** The stages of pages and their files. */
export function pageStages(parts: DocsParts): RequestHandler {
  const stages = express.Router()
  stages.use(compression())
  stages.use('/docs', docsStages(parts))
  stages.use('/guide', guideStages())
  stages.use(consoleStages())
  return stages
}

/** GET / and /console/…: static files that are a client of `/api` and `/_sandbox`. */
function consoleStages(): RequestHandler {
  const folder = join(packageRoot(), 'src/web/console')
  const stages = express.Router()
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '<!-- preloads -->',
    preloads(folder, 'main.js'),
  )
  stages.get('/', pagePolicy(join(folder, 'index.html')), (_req, res) =>
    sendText(res, 'text/html', html),
  )
  stages.use(filePolicy)
  stages.use('/console/vendor', serveVendor())
  stages.use('/console', revalidatedFiles(folder))
  return stages
}

/** The libraries from their packages, which the page loads as modules. */
function serveVendor(): RequestHandler {
  const files = vendorFiles()
  return (req, res, next) => {
    const file = files.get(req.path.slice(1))
    if (file === undefined) return next()
    sendRevalidated(res, dirname(file), basename(file))
  }
}

const IMPORTS = /^(?:import|export)\b[^;]*?(?:from ?|import ?)['"](\.{1,2}\/[^'"\n]+)['"]/gm

/**
 * Preload links for all modules that `entry` imports, so that a browser does not discover them level by level (HTML, link type
 * modulepreload). Modules that are imported on demand are not included.
 */
function preloads(folder: string, entry: string): string {
  const modules = new Set([entry])
  for (const module of modules) {
    const text = readFileSync(join(folder, module), 'utf8')
    for (const [, path = ''] of text.matchAll(IMPORTS)) {
      modules.add(posix.join(posix.dirname(module), path))
    }
  }
  return [...modules]
    .map((module) => `<link rel="modulepreload" href="console/${module}">`)
    .join('\n    ')
}
