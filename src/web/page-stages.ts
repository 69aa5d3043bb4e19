import { join } from 'node:path'
import compression from 'compression'
import type { RequestHandler } from 'express'
import { below, inOrder, onGet } from '../pipeline/in-order.ts'
import { type DocsParts, docsStages } from './docs-stages.ts'
import { guideStages } from './guide-stages.ts'
import { pageHtml, pagesFolder } from './page-files.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { hashedFiles, sendRevalidated, sendText } from './revalidated.ts'

/** The stages of pages and their files. */
export function pageStages(parts: DocsParts): RequestHandler {
  return inOrder(
    compression(),
    below('/docs', docsStages(parts)),
    below('/guide', guideStages(parts)),
    consoleStages(parts),
  )
}

/** GET / and /console/…: a client of `/api` and `/_sandbox`, and the bundled files of all pages. */
function consoleStages(parts: DocsParts): RequestHandler {
  const page: RequestHandler = async (_req, res) =>
    sendText(res, 'text/html', await pageHtml('console'))
  const icon: RequestHandler = async (_req, res) =>
    sendRevalidated(res, await pagesFolder(), 'icon.svg')
  const assets: RequestHandler = async (req, res, next) =>
    hashedFiles(join(await pagesFolder(), 'assets'))(req, res, next)
  return inOrder(
    onGet('/', inOrder(pagePolicy(parts), page)),
    filePolicy,
    onGet('/console/icon.svg', icon),
    below('/console/assets', assets),
  )
}
