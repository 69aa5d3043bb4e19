import { createHmac, timingSafeEqual } from 'node:crypto'
import { Zip, ZipDeflate } from 'fflate'
import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { campaignsAfter } from '../accounts/campaign-history.ts'
import { type MentionQuery, mentionDays } from '../intelligence/answers/mentions.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import type { Period } from '../intelligence/period.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { worldOf } from '../intelligence/world/world.ts'
import {
  type CsvKind,
  campaignsCsv,
  exportCampaigns,
  exportRankings,
  furtherCsv,
  mentionsCsv,
  rankingsCsv,
  sectionCsv,
} from './csv.ts'
import { BYTE_ORDER_MARK, type CsvLocale } from './csv-writer.ts'
import { asciiNameOf } from './file-name.ts'
import {
  computeReport,
  extensionOf,
  type ReportContent,
  type ReportFormat,
  type ReportSection,
} from './report.ts'

interface Span {
  /** `YYYY-MM-DD`, both ends included. */
  from: string
  to: string
  /** Epoch milliseconds; the file covers the time until then, whenever it is downloaded. */
  generatedAt: number
  /** Number of the last change of campaigns at that time (`Account.changes`). */
  change: number
  /** Whether CSV begins with a byte order mark. */
  bom: boolean
  locale: CsvLocale
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

interface FileTerms {
  signal?: AbortSignal | undefined
  /** Hears of what an operator can improve. */
  notice?: ((message: string) => void) | undefined
}

const CONTENT_TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
}

/** The download as parameters of a link. */
export function toParameters(download: Download): URLSearchParams {
  const parameters = new URLSearchParams({
    kind: download.kind,
    from: download.from,
    to: download.to,
    generated: String(download.generatedAt),
    change: String(download.change),
  })
  if (!download.bom) parameters.set('bom', '0')
  if (download.locale !== 'en') parameters.set('locale', download.locale)
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
  const span: Span = {
    from: read('from'),
    to: read('to'),
    generatedAt: Number(read('generated')),
    change: Number(read('change')),
    bom: parameters.get('bom') !== '0',
    locale: (parameters.get('locale') ?? 'en') as CsvLocale,
  }
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

/** The account when the link was made: later changes and deletions do not show in its file. */
export function accountAsOf(account: Account, { change }: Download): Account {
  return { ...account, ...campaignsAfter(account, change) }
}

export async function fileOf(
  account: Account,
  campaigns: readonly Campaign[],
  download: Download,
  fileName: string,
  { signal, notice }: FileTerms = {},
): Promise<FileResult> {
  if (download.kind === 'report') {
    const report = await reportOf(account, campaigns[0] as Campaign, download, signal)
    const { campaignId, from, to } = download
    const extension = extensionOf({ format: download.format, include: report.include })
    const asciiName = asciiNameOf(fileName, `${campaignId}-${from}-to-${to}.${extension}`)
    const answers = () => {
      const days = mentionDays(worldOf(account), mentionsIn(account, download), signal)
      return mentionsCsv(days, download.locale)
    }
    const content = await reportContent(report, download, answers, notice)
    return { contentType: CONTENT_TYPES[extension], fileName, asciiName, content }
  }
  return {
    contentType: CONTENT_TYPES.csv,
    fileName,
    content: marked(await exportContent(account, campaigns, download, signal), download),
  }
}

export function reportOf(
  account: Account,
  campaign: Campaign,
  download: ReportDownload,
  signal?: AbortSignal,
): Promise<ReportContent> {
  const { include, generatedAt } = download
  const request = { ...periodOfDownload(download), include, generatedAt }
  const world = worldOf(account)
  return computeReport(world, world.timeline(campaign.id) as Timeline, request, signal)
}

/** The span as a period, as of the time of the request for the file. */
export function periodOfDownload({ from, to, generatedAt }: Span): Period {
  return { from, to, today: formatDay(dayOf(generatedAt)), now: generatedAt }
}

async function reportContent(
  report: ReportContent,
  download: ReportDownload,
  answers: AnswerTable,
  notice: FileTerms['notice'],
): Promise<AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>> {
  switch (download.format) {
    case 'pdf': {
      // PDFKit and what breaks lines take a quarter of a start to load.
      const { reportPdf } = await import('./pdf/report-pdf.ts')
      return [await reportPdf(report, notice)]
    }
    case 'csv':
      return csvContent(report, download, answers)
    case 'json':
      return [`${JSON.stringify(report, null, 2)}\n`]
  }
}

/** One table as a file, or several in an archive, with the answers that name the brand. */
function csvContent(report: ReportContent, download: ReportDownload, answers: AnswerTable) {
  const tables: Table[] = report.include.map((section) => ({
    name: `${section}.csv`,
    content: marked(sectionCsv(report, section, download.locale), download),
  }))
  const [only, ...others] = tables
  if (only && others.length === 0) return only.content
  for (const [name, content] of Object.entries(furtherCsv(report, download.locale))) {
    tables.push({ name: `${name}.csv`, content: marked(content, download) })
  }
  tables.push({ name: 'answers.csv', content: marked(answers(), download) })
  return zipped(tables, download.generatedAt)
}

/** A table with a byte order mark, if the download has one. */
async function* marked(
  table: AsyncIterable<string> | Iterable<string>,
  { bom }: Span,
): AsyncGenerator<string, undefined> {
  if (bom) yield BYTE_ORDER_MARK
  yield* table
}

/** Selects the mentions of an export: those of a campaign's brand that it found, or those of all own brands. */
export function mentionsIn(account: Account, download: Download): MentionQuery {
  const { campaignId } = download
  const keywords = download.kind === 'export' ? download.keywords : undefined
  const campaign = campaignId === undefined ? undefined : worldOf(account).timeline(campaignId)
  return { ...periodOfDownload(download), campaign, keywords }
}

async function exportContent(
  account: Account,
  campaigns: readonly Campaign[],
  download: ExportDownload,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<string> | Iterable<string>> {
  const { keywords, locale } = download
  const query = { ...periodOfDownload(download), keywords }
  switch (download.type) {
    case 'rankings':
      return rankingsCsv(exportRankings(worldOf(account), campaigns, query, signal), locale)
    case 'mentions':
      return mentionsCsv(
        mentionDays(worldOf(account), mentionsIn(account, download), signal),
        locale,
      )
    case 'campaigns':
      return campaignsCsv(exportCampaigns(campaigns, query), locale)
  }
}

/**
 * Path and query of a link that opens a file without the Authorization header. `parameters` determine the file and
 * are signed with a secret of the account: nothing is stored, and equal links give equal files.
 */
export function signLink(fileName: string, parameters: URLSearchParams, secret: string): string {
  const link = `/files/${encodeURIComponent(fileName)}?${parameters}`
  return `${link}&signature=${signatureOf(link, secret)}`
}

/** Whether `link` (path and query) is signed with `secret` and unchanged. */
export function isSigned(link: string, secret: string): boolean {
  const mark = link.lastIndexOf('&signature=')
  if (mark < 0) return false
  const given = Buffer.from(link.slice(mark + '&signature='.length))
  const expected = Buffer.from(signatureOf(link.slice(0, mark), secret))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(link: string, secret: string): string {
  return createHmac('sha256', secret).update(link).digest('base64url')
}

interface Table {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

type AnswerTable = () => AsyncIterable<string>

/** A ZIP archive of text files, in chunks. `changedAt` is in epoch milliseconds. */
export async function* zipped(
  files: Iterable<Table>,
  changedAt: number,
): AsyncGenerator<Uint8Array, undefined> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, content } of files) {
    const file = new ZipDeflate(name)
    file.mtime = changedAt
    zip.add(file)
    for await (const text of content) {
      file.push(encoder.encode(text))
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* chunks
}
