import type { SentimentRecord } from '../intelligence/mention-tally.ts'
import { COLOR, type Document, drawParagraph, drawSection, frame, setType } from './pdf-layout.ts'
import { drawShares } from './pdf-shares.ts'
import { drawTable, type Row } from './pdf-table.ts'
import { decimal, grouped, signed } from './pdf-wording.ts'
import type { ReportContent } from './report.ts'

/** How the answers of AI platforms speak of the brand: their tone, and a line for each that named it. */
export async function drawPlatforms(
  document: Document,
  { mentions }: ReportContent,
): Promise<void> {
  const { total, by_sentiment, by_platform, share_of_voice } = mentions
  const named = by_platform
    .filter((platform) => platform.mentions > 0)
    .sort((a, b) => b.mentions - a.mentions)
  drawSection(document, 'AI platforms', 130 + 22 * (named.length + 2) + 30)
  document.y -= 16
  drawShares(document, 'Tone of the answers', [
    { label: 'Positive', count: by_sentiment.positive, color: '#22c55e' },
    { label: 'Neutral', count: by_sentiment.neutral, color: '#d1d5db' },
    { label: 'Negative', count: by_sentiment.negative, color: '#ef4444' },
  ])

  document.y += 16
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
    document,
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

  const { left, width } = frame(document)
  setType(document, 8, COLOR.muted)
  const explained =
    'Sentiment is the mean score of the answers, from −1 to +1. Share of voice is the part of the brand among all ' +
    'brand names in the answers that name it.'
  document.y = drawParagraph(document, explained, left, document.y + 8, width, 44)
}
