import type { SentimentRecord } from '../../intelligence/records.ts'
import type { ReportContent } from '../report.ts'
import { COLOR, type Sheet } from './sheet.ts'
import { drawTable, type Row } from './table.ts'
import { decimal, grouped, signed } from './wording.ts'

/** Draws the sentiment of AI platforms' answers about the brand, with a row for each platform that named it. */
export async function drawPlatforms(sheet: Sheet, { mentions }: ReportContent): Promise<void> {
  const { total, by_sentiment, by_platform, share_of_voice } = mentions
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
  const most = Math.max(...named.map((platform) => platform.share_of_voice ?? 0), 1)
  const row = (name: string, count: number, tone: SentimentRecord, voice: number | null): Row => ({
    cells: [
      name,
      grouped(count),
      grouped(tone.positive),
      grouped(tone.neutral),
      grouped(tone.negative),
      tone.score === null ? '–' : signed(tone.score, 2),
      decimal(voice, '%'),
    ],
    share: (voice ?? 0) / most,
  })
  await drawTable(
    sheet,
    [
      { title: 'Platform', width: 118 },
      { title: 'Mentions', width: 56, numeric: true },
      { title: 'Positive', width: 52, numeric: true },
      { title: 'Neutral', width: 50, numeric: true },
      { title: 'Negative', width: 54, numeric: true },
      { title: 'Sentiment', width: 60, numeric: true, tone: 'sign' },
      { title: 'Share of voice', width: 105, numeric: true },
    ],
    [
      { ...row('All platforms', total, by_sentiment, share_of_voice), strong: true },
      ...named.map((it) => row(it.platform, it.mentions, it.sentiment, it.share_of_voice)),
    ],
  )

  const { left, width } = sheet.frame
  sheet.type(8, COLOR.muted)
  const explained =
    'Sentiment is the mean score of the answers, from −1 to +1. Share of voice is the part of the brand among all ' +
    'brand names in the answers that name it.'
  sheet.pdf.y = sheet.paragraph(explained, left, sheet.pdf.y + 8, width, 44)
}

interface Share {
  label: string
  count: number
  color: string
}

/** One bar divided by counts, with a legend below. */
export function drawShares(sheet: Sheet, title: string, shares: readonly Share[]): void {
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const { left, width } = sheet.frame
  const top = sheet.pdf.y + 18
  drawSubtitle(sheet, title, top)

  sheet.pdf.save()
  sheet.pdf.roundedRect(left, top + 20, width, 16, 4).clip()
  let x = left
  for (const { count, color } of shares) {
    const part = (count / Math.max(all, 1)) * width
    sheet.pdf.rect(x, top + 20, part, 16).fill(color)
    x += part
  }
  sheet.pdf.restore()

  const room = width / shares.length
  shares.forEach(({ label, count, color }, i) => {
    const at = left + i * room
    sheet.pdf.roundedRect(at, top + 46, 8, 8, 2).fill(color)
    const used = sheet.type(8.5, COLOR.muted).text(label, at + 13, top + 45, room - 60)
    sheet.type(8.5, COLOR.ink, true).text(grouped(count), at + 13 + used + 6, top + 45, 40)
  })
  sheet.pdf.y = top + 58
}

export function drawSubtitle(sheet: Sheet, text: string, y: number, x = sheet.frame.left): void {
  sheet.type(10, COLOR.ink, true).text(text, x, y, 240)
}
