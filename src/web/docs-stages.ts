import { basename } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { DEMO_TOKEN, hashToken } from '../accounts/token.ts'
import type { Config } from '../config.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { documentText } from '../openapi/document-text.ts'
import type { OverlayFile } from '../openapi/load.ts'
import { markedDocument } from '../openapi/provenance/marked-document.ts'
import { provenanceOf } from '../openapi/provenance/statements.ts'
import { serverUrl } from '../pipeline/exchange.ts'
import { inOrder, onGet } from '../pipeline/in-order.ts'
import { sendJsonText } from '../pipeline/send.ts'
import type { Store } from '../store/store.ts'
import { type Clock, isoDay } from '../time/clock.ts'
import { pageHtml } from './page-files.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { sendText } from './revalidated.ts'

export interface DocsParts {
  config: Config
  document: ApiDocument
  /** The overlays that changed the document, in their order. */
  overlays: readonly OverlayFile[]
  store: Store
  clock: Clock
}

/** GET /docs and below: the API explorer, and the document of this server with marks on our assumptions. */
export function docsStages(parts: DocsParts): RequestHandler {
  const page: RequestHandler = async (req, res) => {
    // Addresses in the page are relative to the parent folder.
    if (new URL(req.originalUrl, 'http://sandbox').pathname.endsWith('/')) {
      return res.redirect(301, '../docs')
    }
    sendText(res, 'text/html', await pageHtml('docs'))
  }
  return inOrder(
    onGet('/', inOrder(pagePolicy(parts), page)),
    filePolicy,
    onGet('/openapi.json', sendMarkedDocument(parts)),
    onGet('/openapi.yaml', sendYaml(parts)),
  )
}

/**
 * The document with origins, and with data about this server for the page. `?day=` is the day of its examples, because the clock of
 * an account may be ahead.
 */
function sendMarkedDocument({
  config,
  document,
  overlays,
  store,
  clock,
}: DocsParts): RequestHandler {
  let text: ReturnType<typeof documentText> | undefined
  return async (req, res: Response) => {
    text ??= documentText(markedDocument(document.raw, provenanceOf(document.raw)))
    const day = dayIn(req) ?? clock.now()
    const demo = await store.findCredential(hashToken(DEMO_TOKEN))
    const page = {
      // With sign-up, that key is read-only, and each visitor has their own.
      key: demo === undefined || config.openSignup ? null : DEMO_TOKEN,
      account: demo?.accountId ?? null,
      day: isoDay(day),
      signup: config.openSignup,
      overlays: overlays.map(({ file }) => basename(file)),
    }
    // Relative to this document, because the page may only call its own server.
    const own = text({ now: day, server: `..${config.apiPath}` })
    sendJsonText(res, 200, `${own.slice(0, -1)},"x-page":${JSON.stringify(page)}}`)
  }
}

/** The day in the query in epoch milliseconds; undefined without a valid one. */
function dayIn({ originalUrl }: Request): number | undefined {
  const day = new URL(originalUrl, 'http://sandbox').searchParams.get('day') ?? ''
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN
  return Number.isNaN(time) ? undefined : time
}

/** The content of /openapi.json as YAML. */
function sendYaml(parts: DocsParts): RequestHandler {
  const { config, document, clock } = parts
  let writing: Promise<ReturnType<typeof documentText>> | undefined
  return async (req, res) => {
    writing ??= import('yaml').then(({ stringify }) => documentText(document.raw, stringify))
    const server = `${serverUrl(req, parts)}${config.apiPath}`
    res.type('application/yaml').send((await writing)({ now: clock.now(), server }))
  }
}
