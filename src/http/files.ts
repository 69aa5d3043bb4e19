import type { RequestHandler } from 'express'
import { ApiError } from '../errors.ts'
import { isSigned } from '../reports/download-link.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import { exchangeOf } from './exchange.ts'
import { sendFile } from './run.ts'

/** GET /files/…: what a `download_url` opens, without a key. The link's signature stands in for it. */
export function serveFiles({ store, clock }: Services): RequestHandler {
  return async (req, res) => {
    exchangeOf(res).metered = false
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError('wrong_method', `Files have no ${req.method}. Use GET.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    }
    const url = new URL(req.originalUrl, 'http://sandbox')
    const accountId = url.searchParams.get('account') ?? ''
    const known = (await store.accountIds()).includes(accountId)
    const owner = known ? await store.read(accountId) : undefined
    // An unknown account is answered like a wrong signature: links must not tell which accounts exist.
    if (!owner || !isSigned(req.originalUrl, owner.linkSecret)) {
      throw new ApiError(
        'permission_denied',
        'This link was altered or cut off. Ask for a new one with GET /reports/generate or GET /export/csv.',
      )
    }
    const expiresAt = Number(url.searchParams.get('expires')) * 1000
    const now = clock.of(owner)
    if (expiresAt <= now) {
      throw new ApiError(
        'permission_denied',
        `This link expired at ${isoTime(expiresAt)}. Ask for a new one with GET /reports/generate or GET /export/csv.`,
      )
    }
    // Loaded with the first file, as the operations that make the links are.
    const [{ campaignsOf }, { accountAsOf, fileOf, fromParameters }] = await Promise.all([
      import('../operations/campaigns.ts'),
      import('../reports/download.ts'),
    ])
    const download = fromParameters(url.searchParams)
    const account = accountAsOf(owner, download, now)
    const campaigns = campaignsOf(account, download.campaignId)
    const fileName = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    await sendFile(res, await fileOf(account, campaigns, download, fileName))
  }
}
