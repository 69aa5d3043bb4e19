import { join } from 'node:path'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import { type DocsParts, docsStages } from './docs-stages.ts'
import { guideStages } from './guide-stages.ts'
import { pageHtml, pagesFolder } from './page-files.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { hashedFiles, sendRevalidated, sendText } from './revalidated.ts'

/** The stages of pages and their files. */
export function pageStages(parts: DocsParts): RequestHandler {
  const stages = express.Router()
  stages.use(compression())
  stages.use('/docs', docsStages(parts))
  stages.use('/guide', guideStages(parts))
  stages.use(consoleStages(parts))
  return stages
}

/** GET / and /console/…: a client of `/api` and `/_sandbox`, and the bundled files of all pages. */
function consoleStages(parts: DocsParts): RequestHandler {
  const stages = express.Router()
  stages.get('/', pagePolicy(parts), async (_req, res) =>
    sendText(res, 'text/html', await pageHtml('console')),
  )
  stages.use(filePolicy)
  stages.get('/console/icon.svg', async (_req, res) =>
    sendRevalidated(res, await pagesFolder(), 'icon.svg'),
  )
  stages.use('/console/assets', async (req, res, next) =>
    hashedFiles(join(await pagesFolder(), 'assets'))(req, res, next),
  )
  return stages
}
