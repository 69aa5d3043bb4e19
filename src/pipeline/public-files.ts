import type { RequestHandler } from 'express'
import type { AccountHead } from '../accounts/account.ts'
import { statusOf } from '../accounts/key.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { documentText } from '../openapi/document-text.ts'
import { campaignsOf } from '../operations/campaigns.ts'
import { accountAsOf, fileOf, fromParameters, isSigned } from '../reports/download.ts'
import type { FigureTurns } from '../runtime/figure-turns.ts'
import type { OpenRequests } from '../runtime/open-requests.ts'
import { ifPresent, type Store } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import { exchangeOf, serverUrl } from './exchange.ts'
import { figuresFor } from './run.ts'
import { sendFile, sendJsonText } from './send.ts'
import { meter, type TrafficParts } from './traffic.ts'

/** GET /openapi.json: the served document, with the address of this server and examples of today. */
export function serveDocument(parts: {
  config: Config
  document: ApiDocument
  clock: Clock
}): RequestHandler {
  const { config, document, clock } = parts
  let text: ReturnType<typeof documentText> | undefined
  return (req, res) => {
    Object.assign(exchangeOf(res), { part: 'page', resource: 'openapi.json' })
    text ??= documentText(document.raw)
    const server = `${serverUrl(req, parts)}${config.apiPath}`
    sendJsonText(res, 200, text({ now: clock.now(), server }))
  }
}

/**
 * GET /files/…: the file of a `download_url`. The signature of the link replaces a key. Also mounted at `/_sandbox/files` for tools
 * that observe an account.
 */
export function serveFiles(
  parts: {
    store: Store
    clock: Clock
    figures: FigureTurns
    open: OpenRequests
    log: Pick<Log, 'notice'>
  } & TrafficParts,
): RequestHandler {
  const { store, clock, traffic, figures, open, log } = parts
  return async (req, res) => {
    Object.assign(exchangeOf(res), { part: 'page', resource: 'files' })
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError('wrong_method', `Files do not support ${req.method}. Use GET.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    }
    const link = `/files${req.url}`
    const url = new URL(link, 'http://sandbox')
    const accountId = url.searchParams.get('account') ?? ''
    const owner = await ifPresent(store.readHead(accountId))
    // The same answer as for a wrong signature: links must not reveal which accounts exist.
    if (!owner || !isSigned(link, owner.linkSecret)) {
      throw denied('This link was altered or cut off.')
    }
    const expiresAt = Number(url.searchParams.get('expires')) * 1000
    const now = clock.of(owner)
    if (expiresAt <= now) throw denied(`This link expired at ${isoTime(expiresAt)}.`)
    requireKey(owner, url.searchParams.get('key'), now)
    meter({ req, res }, owner.id, traffic)
    open.hold('downloads', owner.id, res)
    const download = fromParameters(url.searchParams)
    const account = accountAsOf(await store.read(owner.id), download)
    const campaigns = campaignsOf(account, download.campaignId)
    const fileName = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    const file = await figuresFor(res, figures, owner.id, (signal) =>
      fileOf(account, campaigns, download, fileName, { signal, notice: log.notice }),
    )
    await sendFile(res, file)
  }
}

/** Refuses a link whose key does not work any more. Links of the operator name none. */
function requireKey({ keys }: Readonly<AccountHead>, id: string | null, now: number): void {
  if (id === null) return
  const key = keys[id]
  if (key && statusOf(key, now) === 'active') return
  throw denied('The key that this link was made with was deleted, or has expired.')
}

function denied(problem: string): ApiError {
  const wayOut = 'Ask for a new one with GET /reports/generate or GET /export/csv.'
  return new ApiError('permission_denied', `${problem} ${wayOut}`)
}
