import type { Mention, PlatformRecord, SentimentRecord } from '../../intelligence/records.ts'
import type { ReportContent, ReportMentions } from '../report.ts'
import { COLOR, type Sheet } from './sheet.ts'
import { drawShares, drawTable, type Row } from './table.ts'
import { isolated } from './typesetting.ts'
import { counted, decimal, grouped, joined, leftOut, longDay, signed } from './wording.ts'

/** How many prompts the table lists. */
const MOST_PROMPTS = 10
const MOST_BRANDS = 10
const MOST_SITES = 10
const MOST_PAGES = 5

/** Draws what AI platforms answer: tone, platforms, brands, quotes, sources. */
export async function drawAnswers(
  sheet: Sheet,
  { mentions, include }: ReportContent,
): Promise<void> {
  await drawPlatforms(sheet, mentions)
  await drawPrompts(sheet, mentions, include)
  await drawBrands(sheet, mentions)
  drawQuotes(sheet, mentions.quotes)
  await drawSources(sheet, mentions)
}

/** The sentiment of the answers about the brand, with a row for each platform that named it. */
async function drawPlatforms(sheet: Sheet, mentions: ReportMentions): Promise<void> {
  const { total, by_sentiment, by_platform } = mentions
  const named = by_platform
    .filter((platform) => platform.mentions > 0)
    .sort((a, b) => b.mentions - a.mentions)
  sheet.section('AI platforms', 130 + 22 * (named.length + 2) + 30)
  sheet.pdf.y -= 16
  drawShares(sheet, 'Tone of the answers', [
    { label: 'Positive', count: by_sentiment.positive, color: '#22c55e' },
    { label: 'Neutral', count: by_sentiment.neutral, color: '#d1d5db' },
    { label: 'Negative', count: by_sentiment.negative, color: '#ef4444' },
  ])

  sheet.pdf.y += 16
  const row = (
    name: string,
    of: Pick<PlatformRecord, 'answers' | 'mentions' | 'ai_visibility' | 'share_of_voice'>,
    tone: SentimentRecord,
  ): Row => ({
    cells: [
      name,
      grouped(of.answers),
      grouped(of.mentions),
      signed(tone.score, 2),
      decimal(of.share_of_voice, '%'),
      decimal(of.ai_visibility, '%'),
    ],
    bar: of.ai_visibility,
  })
  await drawTable(
    sheet,
    [
      { title: 'Platform', width: 130 },
      { title: 'Answers', width: 66, numeric: true },
      { title: 'Mentions', width: 66, numeric: true },
      { title: 'Sentiment', width: 66, numeric: true, tone: 'sign' },
      { title: 'Share of voice', width: 72, numeric: true },
      { title: 'AI visibility', width: 95, numeric: true },
    ],
    [
      { ...row('All platforms', { ...mentions, mentions: total }, by_sentiment), strong: true },
      ...named.map((it) => row(it.platform, it, it.sentiment)),
    ],
  )
  const silent = by_platform.filter((it) => it.mentions === 0 && it.answers > 0)
  sheet.note(
    [
      silent.length === 0
        ? ''
        : `${joined(silent.map(({ platform }) => platform))} did not name the brand.`,
      'AI visibility is the part of the answers that name the brand. Share of voice is its part of all brand names in ' +
        'the answers. Sentiment is the mean score of the mentions, from −1 to +1.',
    ]
      .join(' ')
      .trim(),
  )
}

/** The prompts with most answers. */
async function drawPrompts(
  sheet: Sheet,
  { prompts }: ReportMentions,
  include: ReportContent['include'],
): Promise<void> {
  if (prompts.length === 0) return
  const shown = prompts.slice(0, MOST_PROMPTS)
  sheet.part('Prompts', 60 + 22 * Math.min(shown.length, 8))
  await drawTable(
    sheet,
    [
      { title: 'Prompt', width: 268 },
      { title: 'Answers', width: 62, numeric: true },
      { title: 'Mentions', width: 62, numeric: true },
      { title: 'AI visibility', width: 103, numeric: true },
    ],
    shown.map((row) => ({
      cells: [
        row.prompt,
        grouped(row.answers),
        grouped(row.mentions),
        decimal(row.ai_visibility, '%'),
      ],
      bar: row.ai_visibility,
    })),
  )
  if (prompts.length > shown.length) {
    // A CSV file with a single section has no room for more.
    const formats = include.length > 1 ? undefined : 'JSON format'
    sheet.note(leftOut(prompts.length - shown.length, 'prompt', formats))
  }
}

/** The brands that the answers name, the own one among its rivals. */
async function drawBrands(sheet: Sheet, { brands, answers }: ReportMentions): Promise<void> {
  const rows = brands.brands.filter(({ mentions }) => mentions > 0).slice(0, MOST_BRANDS)
  if (rows.length < 2) return
  sheet.part('Brands in the answers', 60 + 22 * Math.min(rows.length, 8))
  await drawTable(
    sheet,
    [
      { title: 'Brand', width: 190 },
      { title: 'Mentions', width: 90, numeric: true },
      { title: 'AI visibility', width: 90, numeric: true },
      { title: 'Share of voice', width: 125, numeric: true },
    ],
    rows.map((row) => ({
      cells: [
        row.own ? `${isolated(row.brand)} (you)` : row.brand,
        grouped(row.mentions),
        decimal(row.ai_visibility, '%'),
        decimal(row.share, '%'),
      ],
      strong: row.own,
      bar: row.share,
    })),
  )
  const listed = rows.reduce((sum, { share }) => sum + share, 0)
  if (listed < 99.5) {
    sheet.note(
      `Other brands have ${decimal(100 - listed, '%')} of all names in ${counted(answers, 'answer')}.`,
    )
  }
}

/** Excerpts of answers, with the question and a link to the conversation. */
function drawQuotes(sheet: Sheet, quotes: readonly Mention[]): void {
  if (quotes.length === 0) return
  sheet.part('What the answers say', 110)
  const { left, width } = sheet.frame
  for (const [i, quote] of quotes.entries()) {
    const inner = width - 18
    sheet.type(9.5, COLOR.ink)
    const height = Math.min(sheet.heightOf(quote.excerpt, inner), 68)
    if (sheet.pdf.y + height + 40 > sheet.frame.bottom) sheet.newPage()
    else if (i > 0) sheet.pdf.y += 12
    const top = sheet.pdf.y
    sheet.paint((pdf) => pdf.rect(left, top, 3, height + 32).fill(TONES[quote.sentiment]))
    sheet.type(9, COLOR.ink, true).text(quote.prompt, left + 14, top, inner)
    sheet.structure.begin('BlockQuote')
    sheet.type(9.5, COLOR.ink)
    const below = sheet.paragraph(quote.excerpt, left + 14, top + 15, inner, 68)
    sheet.structure.end()
    const day = longDay(quote.detected_at.slice(0, 10))
    const origin = `${quote.platform}, ${day}, ${quote.sentiment}`
    sheet.structure.begin('P')
    sheet.type(8, COLOR.muted).link(origin, quote.url, left + 14, below + 2, inner)
    sheet.structure.end()
    sheet.pdf.y = below + 15
  }
}

const TONES: Record<Mention['sentiment'], string> = {
  positive: '#22c55e',
  neutral: '#9ca3af',
  negative: '#ef4444',
}

/** The sites and pages that the answers cite most. */
async function drawSources(sheet: Sheet, { citations }: ReportMentions): Promise<void> {
  const { pages, total, by_type } = citations
  const domains = citations.domains.slice(0, MOST_SITES)
  if (domains.length === 0) return
  sheet.part('Sources of the answers', 120 + 22 * Math.min(domains.length, 8))
  sheet.pdf.y -= 34
  drawShares(sheet, undefined, [
    { label: 'Your pages', count: by_type.own, color: '#2563eb' },
    { label: 'Pages of rivals', count: by_type.rival, color: '#f59e0b' },
    { label: 'Other pages', count: by_type.third_party, color: '#d1d5db' },
  ])
  sheet.pdf.y += 14
  await drawTable(
    sheet,
    [
      { title: 'Site', width: 230 },
      { title: 'Whose', width: 60 },
      { title: 'Citations', width: 80, numeric: true },
      { title: 'Share', width: 125, numeric: true },
    ],
    domains.map((row) => ({
      cells: [
        sheet.address(row.domain),
        WHOSE[row.type],
        grouped(row.citations),
        decimal(row.share, '%'),
      ],
      url: `https://${row.domain}/`,
      strong: row.own,
      bar: row.share,
    })),
  )
  const listed = domains.reduce((sum, row) => sum + row.citations, 0)
  if (listed < total) {
    sheet.note(`Other sites have ${grouped(total - listed)} of ${counted(total, 'citation')}.`)
  }
  await drawPages(sheet, pages.slice(0, MOST_PAGES))
}

type Page = ReportMentions['citations']['pages'][number]

async function drawPages(sheet: Sheet, pages: readonly Page[]): Promise<void> {
  if (pages.length === 0) return
  sheet.part('Most cited pages', 60 + 31 * pages.length)
  await drawTable(
    sheet,
    [
      { title: 'Page', width: 355 },
      { title: 'Whose', width: 60 },
      { title: 'Citations', width: 80, numeric: true },
    ],
    pages.map(({ title, url, type, citations }) => ({
      cells: [title, WHOSE[type], grouped(citations)],
      note: sheet.address(url.replace(/^https?:\/\//, '')),
      url,
    })),
  )
}

const WHOSE: Record<Page['type'], string> = { own: 'you', rival: 'a rival', third_party: 'other' }
