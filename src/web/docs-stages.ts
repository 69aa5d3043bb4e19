import { basename, join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'
import { DEMO_TOKEN, hashToken } from '../accounts/token.ts'
import type { Config } from '../config.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { OverlayFile } from '../openapi/load.ts'
import { markedDocument } from '../openapi/provenance/marked-document.ts'
import { provenanceOf } from '../openapi/provenance/statements.ts'
import { packageRoot } from '../package/package-root.ts'
import { serverUrl } from '../pipeline/exchange.ts'
import { sendJson } from '../pipeline/send.ts'
import type { Store } from '../store/store.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { revalidatedFiles, sendRevalidated } from './revalidated.ts'
import { SWAGGER_UI_FILES, swaggerUiFolder } from './vendor.ts'

export interface DocsParts {
  config: Config
  document: ApiDocument
  /** The overlays that changed the document, in their order. */
  overlays: readonly OverlayFile[]
  store: Store
}

/** GET /docs and below: Swagger UI with the document of this server, with marks on our assumptions. */
export function docsStages(parts: DocsParts): RequestHandler {
  const folder = join(packageRoot(), 'src/web/docs')
  const stages = express.Router()
  // Swagger UI inserts cleaned HTML as text, which Trusted Types would refuse.
  const policy = pagePolicy(join(folder, 'index.html'), { trustedTypes: false })
  stages.get('/', policy, (req, res) => {
    // Addresses in the page are relative to the parent folder.
    if (new URL(req.originalUrl, 'http://sandbox').pathname.endsWith('/')) {
      return res.redirect(301, '../docs')
    }
    sendRevalidated(res, folder, 'index.html')
  })
  stages.use(filePolicy)
  stages.get('/openapi.json', sendMarkedDocument(parts))
  stages.get('/openapi.yaml', sendYaml(parts))
  const vendor = swaggerUiFolder()
  for (const name of SWAGGER_UI_FILES) {
    stages.get(`/${name}`, (_req, res) => sendRevalidated(res, vendor, name))
  }
  stages.use(revalidatedFiles(folder))
  return stages
}

/** The document with origins, and with data about this server for the page. */
function sendMarkedDocument({ config, document, overlays, store }: DocsParts): RequestHandler {
  let marked: object | undefined
  return async (_req, res: Response) => {
    marked ??= markedDocument(document.raw, provenanceOf(document.raw))
    const demo = await store.findCredential(hashToken(DEMO_TOKEN))
    sendJson(res, 200, {
      ...marked,
      // Relative to this document, because the page may only call its own server.
      servers: [{ url: `..${config.basePath}` }],
      'x-page': {
        key: demo === undefined ? null : DEMO_TOKEN,
        overlays: overlays.map(({ file }) => basename(file)),
      },
    })
  }
}

/** The content of /openapi.json as YAML. */
function sendYaml(parts: DocsParts): RequestHandler {
  return async (req, res) => {
    const { stringify } = await import('yaml')
    const url = `${serverUrl(req, parts)}${parts.config.basePath}`
    const text = stringify({ ...parts.document.raw, servers: [{ url }] })
    res.type('application/yaml').send(text)
  }
}
