import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { Key } from '../accounts/key.ts'
import { mentionCount } from '../intelligence/answers/mentions.ts'
import { isTracked } from '../intelligence/world/keywords.ts'
import { timelinesOf, worldOf } from '../intelligence/world/world.ts'
import {
  type CsvKind,
  countExportedRankings,
  csvExportRecord,
  exportCampaigns,
} from '../reports/csv.ts'
import {
  type Download,
  type ExportDownload,
  fileOf,
  mentionsIn,
  periodOfDownload,
  type ReportDownload,
  reportOf,
  signLink,
  toParameters,
} from '../reports/download.ts'
import { reportFilename, reportRecord } from '../reports/report.ts'
import { isoDay } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { campaignsOf, findCampaign } from './campaigns.ts'
import type { Operation } from './operation.ts'
import { periodOf, rangeOf } from './period.ts'

/** How long a download link works: long enough to be mailed. */
const LINK_MS = DAY_MS

/** GET /reports/generate */
export const generateReport: Operation<'generateReport'> = async ({
  query,
  caller,
  now,
  store,
  serverUrl,
  signal,
}) => {
  const account = await store.read(caller.account.id)
  const { campaign_id, format, date_range, include, bom, locale } = query as Required<typeof query>
  const campaign = findCampaign(account, campaign_id)
  const range = rangeOf(date_range, isoDay(now))
  const download: ReportDownload = {
    kind: 'report',
    campaignId: campaign.id,
    format,
    ...range,
    include,
    generatedAt: now,
    change: account.changes,
    bom: bom !== 0,
    locale,
  }
  const report = await reportOf(account, campaign, download, signal)
  const expiresAt = now + LINK_MS
  const fileName = reportFilename(report, format)
  return {
    data: reportRecord(report, {
      format,
      dateRange: date_range,
      downloadUrl: serverUrl + linkTo({ account, key: caller.key }, download, fileName, expiresAt),
      expiresAt,
    }),
  }
}

/** GET /export/csv */
export const exportCsv: Operation<'exportCsv'> = async (request) => {
  const { signal, query, caller, now, store, serverUrl, prefers, listOf } = request
  const account = await store.read(caller.account.id)
  const { campaign_id, bom, locale = 'en' } = query
  const type = query.type as CsvKind
  const campaigns = campaignsOf(account, campaign_id)
  const keywords = listOf('keywords', (keyword) =>
    isTracked(timelinesOf(worldOf(account), campaigns), keyword),
  )
  const { from, to } = periodOf(query, now)
  const download: ExportDownload = {
    kind: 'export',
    type,
    campaignId: campaign_id,
    keywords,
    from,
    to,
    generatedAt: now,
    change: account.changes,
    bom: bom !== 0,
    locale,
  }
  const fileName =
    type === 'campaigns' ? `campaigns-${isoDay(now)}.csv` : `${type}-${from}-to-${to}.csv`
  if (prefers('text/csv')) {
    return { file: await fileOf(account, campaigns, download, fileName, { signal }) }
  }

  const expiresAt = now + LINK_MS
  return {
    data: csvExportRecord(type, {
      filename: fileName,
      downloadUrl: serverUrl + linkTo({ account, key: caller.key }, download, fileName, expiresAt),
      rows: await countRows(account, campaigns, download, signal),
      generatedAt: now,
      expiresAt,
    }),
  }
}

/**
 * A link that works for a day, as long as the key that asked for it does (§3: deleting it takes effect immediately). The
 * operator's names no key.
 */
function linkTo(
  { account, key }: { account: Account; key: Key | undefined },
  download: Download,
  fileName: string,
  expiresAt: number,
): string {
  const parameters = toParameters(download)
  parameters.set('account', account.id)
  if (key !== undefined) parameters.set('key', key.id)
  parameters.set('expires', String(Math.floor(expiresAt / 1000)))
  return signLink(fileName, parameters, account.linkSecret)
}

function countRows(
  account: Account,
  campaigns: readonly Campaign[],
  download: ExportDownload,
  signal: AbortSignal | undefined,
): Promise<number> | number {
  const query = { ...periodOfDownload(download), keywords: download.keywords }
  switch (download.type) {
    case 'rankings':
      return countExportedRankings(worldOf(account), campaigns, query)
    case 'mentions':
      return mentionCount(worldOf(account), mentionsIn(account, download), signal)
    case 'campaigns':
      return exportCampaigns(campaigns, query).length
  }
}
