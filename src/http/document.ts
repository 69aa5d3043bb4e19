import type { RequestHandler } from 'express'
import type { Services } from '../services.ts'
import { sendJson } from './envelope.ts'
import { exchangeOf } from './exchange.ts'
import { serverUrl } from './run.ts'

/** GET /openapi.json: the document that this server keeps to, with its own address as the server. */
export function serveDocument(services: Services): RequestHandler {
  return (req, res) => {
    exchangeOf(res).part = 'page'
    const url = `${serverUrl(req, services)}${services.config.basePath}`
    sendJson(res, 200, { ...services.document.raw, servers: [{ url }] })
  }
}
