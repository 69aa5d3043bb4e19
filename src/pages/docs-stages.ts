import { basename, join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'
import { DEMO_TOKEN, hashToken } from '../accounts/token.ts'
import { markedDocument } from '../document/marked-document.ts'
import { provenanceOf } from '../document/statements.ts'
import { sendJson } from '../http/envelope.ts'
import { serverUrl } from '../http/run.ts'
import { packageRoot } from '../package-root.ts'
import type { Services } from '../services.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { revalidatedFiles, sendRevalidated } from './revalidated.ts'
import { SWAGGER_UI_FILES, swaggerUiFolder } from './swagger-ui.ts'

/** GET /docs and below: Swagger UI with the document that is served, and marks of what is not stated. */
export function docsStages(services: Services): RequestHandler {
  const folder = join(packageRoot(), 'src/docs')
  const stages = express.Router()
  // Swagger UI puts cleaned HTML into the page as text, which Trusted Types would refuse.
  const policy = pagePolicy(join(folder, 'index.html'), { trustedTypes: false })
  stages.get('/', policy, (req, res) => {
    // The page's own addresses are relative to the folder above.
    if (new URL(req.originalUrl, 'http://sandbox').pathname.endsWith('/')) {
      return res.redirect(301, '../docs')
    }
    sendRevalidated(res, folder, 'index.html')
  })
  stages.use(filePolicy())
  stages.get('/openapi.json', sendMarkedDocument(services))
  stages.get('/openapi.yaml', sendYaml(services))
  const vendor = swaggerUiFolder()
  for (const name of SWAGGER_UI_FILES) {
    stages.get(`/${name}`, (_req, res) => sendRevalidated(res, vendor, name))
  }
  stages.use(revalidatedFiles(folder))
  return stages
}

/** The document as the page shows it: with origins, and what the page needs to know of this server. */
function sendMarkedDocument({ config, document, overlays, store }: Services): RequestHandler {
  let marked: object | undefined
  return async (_req, res: Response) => {
    marked ??= markedDocument(document.raw, provenanceOf(document.raw))
    const demo = await store.findCredential(hashToken(DEMO_TOKEN))
    sendJson(res, 200, {
      ...marked,
      // Relative to this document: the page may ask no other server than its own, whatever its address is.
      servers: [{ url: `..${config.basePath}` }],
      'x-page': {
        key: demo === undefined ? null : DEMO_TOKEN,
        overlays: overlays.map(({ file }) => basename(file)),
      },
    })
  }
}

/** What /openapi.json has, as YAML. */
function sendYaml(services: Services): RequestHandler {
  return async (req, res) => {
    const { stringify } = await import('yaml')
    const url = `${serverUrl(req, services)}${services.config.basePath}`
    const text = stringify({ ...services.document.raw, servers: [{ url }] })
    res.type('application/yaml').send(text)
  }
}
