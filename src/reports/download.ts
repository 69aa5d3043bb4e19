import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import type { Period } from '../intelligence/period.ts'
import { inSlices } from '../time/steps.ts'
import { type CsvKind, campaignsCsv, mentionsCsv, rankingsCsv, reportCsv } from './csv.ts'
import { exportCampaigns, exportMentions, exportRankings } from './exports.ts'
import { asciiNameOf } from './file-name.ts'
import { reportPdf } from './pdf/report-pdf.ts'
import { type ReportContent, type ReportFormat, type ReportSection, reportSteps } from './report.ts'

interface Span {
  /** `YYYY-MM-DD`, both ends included. */
  from: string
  to: string
  /** Epoch milliseconds; the file covers the time until then, whenever it is downloaded. */
  generatedAt: number
}

export interface ReportDownload extends Span {
  kind: 'report'
  campaignId: string
  format: ReportFormat
  include: readonly ReportSection[]
}

export interface ExportDownload extends Span {
  kind: 'export'
  type: CsvKind
  /** All campaigns if absent. */
  campaignId?: string | undefined
  keywords?: readonly string[] | undefined
}

/** Everything that determines a file. */
export type Download = ReportDownload | ExportDownload

export interface FileResult {
  contentType: string
  fileName: string
  /** For clients that read only ASCII names; `fileName` if absent. */
  asciiName?: string
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

const CONTENT_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** The download as parameters of a link. */
export function toParameters(download: Download): URLSearchParams {
  const parameters = new URLSearchParams({
    kind: download.kind,
    from: download.from,
    to: download.to,
    generated: String(download.generatedAt),
  })
  if (download.campaignId !== undefined) parameters.set('campaign', download.campaignId)
  if (download.kind === 'report') {
    parameters.set('format', download.format)
    parameters.set('include', download.include.join(','))
  } else {
    parameters.set('type', download.type)
    for (const keyword of download.keywords ?? []) parameters.append('keyword', keyword)
  }
  return parameters
}

/** Reads the output of `toParameters`, after its signature was verified. */
export function fromParameters(parameters: URLSearchParams): Download {
  const read = (name: string) => parameters.get(name) as string
  const span: Span = { from: read('from'), to: read('to'), generatedAt: Number(read('generated')) }
  if (read('kind') === 'report') {
    return {
      ...span,
      kind: 'report',
      campaignId: read('campaign'),
      format: read('format') as ReportFormat,
      include: read('include').split(',') as ReportSection[],
    }
  }
  const keywords = parameters.getAll('keyword')
  return {
    ...span,
    kind: 'export',
    type: read('type') as CsvKind,
    campaignId: parameters.get('campaign') ?? undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
  }
}

/**
 * The account as of `generatedAt`, for a file opened at `now` (epoch ms): without campaigns created in between. Later
 * changes and deletions remain, because a link stores nothing.
 */
export function accountAsOf(account: Account, { generatedAt }: Download, now: number): Account {
  const isLater = ({ created_at }: Campaign) => {
    const createdAt = Date.parse(created_at)
    return createdAt > generatedAt && createdAt <= now
  }
  const known = [...account.campaigns].filter(([, campaign]) => !isLater(campaign))
  return { ...account, campaigns: new Map(known) }
}

export async function fileOf(
  account: Account,
  campaigns: readonly Campaign[],
  download: Download,
  fileName: string,
): Promise<FileResult> {
  if (download.kind === 'report') {
    const report = await reportOf(account, campaigns[0] as Campaign, download)
    const contentType = CONTENT_TYPES[download.format]
    const { campaignId, from, to, format } = download
    const asciiName = asciiNameOf(fileName, `${campaignId}-${from}-to-${to}.${format}`)
    return { contentType, fileName, asciiName, content: await reportContent(report, format) }
  }
  return {
    contentType: CONTENT_TYPES.csv,
    fileName,
    content: exportContent(account, campaigns, download),
  }
}

export function reportOf(
  account: Account,
  campaign: Campaign,
  download: ReportDownload,
): Promise<ReportContent> {
  const { include, generatedAt } = download
  const request = { ...periodOf(download), include, generatedAt }
  return inSlices(reportSteps(account.seed, campaign, request, [...account.campaigns.values()]))
}

/** The span as a period, as of the time of the request for the file. */
export function periodOf({ from, to, generatedAt }: Span): Period {
  return { from, to, today: formatDay(dayOf(generatedAt)), now: generatedAt }
}

async function reportContent(
  report: ReportContent,
  format: ReportFormat,
): Promise<Iterable<string | Uint8Array>> {
  switch (format) {
    case 'pdf':
      return [await reportPdf(report)]
    case 'csv':
      return reportCsv(report)
    case 'json':
      return [`${JSON.stringify(report, null, 2)}\n`]
  }
}

function exportContent(
  account: Account,
  campaigns: readonly Campaign[],
  download: ExportDownload,
): Iterable<string> {
  const query = { ...periodOf(download), keywords: download.keywords }
  switch (download.type) {
    case 'rankings':
      return rankingsCsv(exportRankings(account.seed, campaigns, query))
    case 'mentions':
      return mentionsCsv(
        exportMentions(account.seed, campaigns, query, [...account.campaigns.values()]),
      )
    case 'campaigns':
      return campaignsCsv(exportCampaigns(campaigns, query))
  }
}
