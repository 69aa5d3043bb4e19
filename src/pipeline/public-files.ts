import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { isSigned } from '../reports/download-link.ts'
import { ifPresent, type Store } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import { exchangeOf, serverUrl } from './exchange.ts'
import { sendFile, sendJson } from './send.ts'

/** GET /openapi.json: the served document, with the address of this server. */
export function serveDocument(parts: { config: Config; document: ApiDocument }): RequestHandler {
  const { config, document } = parts
  return (req, res) => {
    exchangeOf(res).part = 'page'
    const url = `${serverUrl(req, parts)}${config.basePath}`
    sendJson(res, 200, { ...document.raw, servers: [{ url }] })
  }
}

/** GET /files/…: the file of a `download_url`. The signature of the link replaces a key. */
export function serveFiles({ store, clock }: { store: Store; clock: Clock }): RequestHandler {
  return async (req, res) => {
    exchangeOf(res).part = 'page'
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError('wrong_method', `Files have no ${req.method}. Use GET.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    }
    const url = new URL(req.originalUrl, 'http://sandbox')
    const accountId = url.searchParams.get('account') ?? ''
    const owner = await ifPresent(store.readHead(accountId))
    // The same answer as for a wrong signature: links must not reveal which accounts exist.
    if (!owner || !isSigned(req.originalUrl, owner.linkSecret)) {
      throw denied('This link was altered or cut off.')
    }
    const expiresAt = Number(url.searchParams.get('expires')) * 1000
    const now = clock.of(owner)
    if (expiresAt <= now) throw denied(`This link expired at ${isoTime(expiresAt)}.`)
    // Loaded with the first file, like the operations that make the links.
    const [{ campaignsOf }, { accountAsOf, fileOf, fromParameters }] = await Promise.all([
      import('../operations/campaigns.ts'),
      import('../reports/download.ts'),
    ])
    const download = fromParameters(url.searchParams)
    const account = accountAsOf(await store.read(owner.id), download)
    const campaigns = campaignsOf(account, download.campaignId)
    const fileName = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    await sendFile(res, await fileOf(account, campaigns, download, fileName))
  }
}

function denied(problem: string): ApiError {
  const wayOut = 'Ask for a new one with GET /reports/generate or GET /export/csv.'
  return new ApiError('permission_denied', `${problem} ${wayOut}`)
}
