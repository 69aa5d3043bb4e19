import type { KeywordRecord } from '../intelligence/analytics.ts'
import {
  COLOR,
  colorOf,
  type Document,
  drawArrow,
  drawChange,
  drawNoData,
  drawSection,
  drawText,
  frame,
  setType,
} from './pdf-layout.ts'
import { drawShares, drawSubtitle } from './pdf-shares.ts'
import { decimal, grouped, periodBefore, signed } from './pdf-wording.ts'
import type { ReportContent } from './report.ts'

const GAP = 12
/** How many winners and losers are shown. */
const MOVERS = 5

/** Key figures, how the keywords are spread over the results, and those that moved most. */
export function drawOverview(document: Document, report: ReportContent): void {
  drawSection(document, 'Overview', 0)
  drawCards(document, report)
  if (report.summary.average_position === null) {
    document.y += 16
    drawNoData(document)
    return
  }
  drawDistribution(document, report)
  if (report.rankings) drawMovers(document, report.rankings)
}

interface Card {
  label: string
  value: string
  /** Positive is better; null where there is nothing to compare. */
  change: number | null
  digits: number
  unit: string
  /** In place of a change. */
  note?: string
}

/** Cards with the figures that people look at first. */
function drawCards(document: Document, { summary, changes, period }: ReportContent): void {
  const { average_position, visibility, mentions } = changes
  const cards: Card[] = [
    {
      label: 'Average position',
      value: decimal(summary.average_position),
      change: average_position,
      digits: 1,
      unit: 'places',
    },
    {
      label: 'Visibility',
      value: decimal(summary.visibility, '%'),
      change: visibility,
      digits: 1,
      unit: 'points',
    },
    {
      label: 'Keywords in top 10',
      value: grouped(summary.distribution.top_10),
      change: null,
      digits: 0,
      unit: '',
      note: `of ${grouped(summary.keywords)} tracked`,
    },
    {
      label: 'AI mentions',
      value: grouped(summary.mentions),
      change: mentions,
      digits: 0,
      unit: '',
    },
  ]
  const { left, width } = frame(document)
  const cardWidth = (width - GAP * (cards.length - 1)) / cards.length
  const top = document.y
  cards.forEach((card, i) => {
    drawCard(document, card, left + i * (cardWidth + GAP), top, cardWidth)
  })
  setType(document, 8, COLOR.muted)
  const compared = `Changes are against ${periodBefore(period.days)}. Better is up, also where positions are counted down.`
  drawText(document, compared, left, top + 84, width)
  document.y = top + 96
}

function drawCard(document: Document, card: Card, x: number, y: number, width: number): void {
  document.roundedRect(x, y, width, 76, 6).lineWidth(0.75).fillAndStroke(COLOR.stripe, COLOR.line)
  const inner = width - 24
  setType(document, 8.5, COLOR.muted)
  drawText(document, card.label, x + 12, y + 12, inner)
  setType(document, 20, COLOR.ink, true)
  drawText(document, card.value, x + 12, y + 25, inner)
  const below = y + 55
  if (card.note !== undefined) {
    setType(document, 8.5, COLOR.muted)
    drawText(document, card.note, x + 12, below, inner)
  }
  if (card.change === null) return

  const text = signed(card.change, card.digits)
  const words = text === '0' ? 'unchanged' : `${text} ${card.unit}`
  const room = drawArrow(document, text, x + 12, below + 2) ? 11 : 0
  setType(document, 8.5, colorOf(text), true)
  drawText(document, words, x + 12 + room, below, inner - room)
}

/** One bar of all keywords, divided by how far up they stand. */
function drawDistribution(document: Document, { summary }: ReportContent): void {
  const { top_3, top_10, top_20 } = summary.distribution
  drawShares(document, 'Where the keywords stand', [
    { label: 'Top 3', count: top_3, color: '#1d4ed8' },
    { label: '4–10', count: top_10 - top_3, color: '#60a5fa' },
    { label: '11–20', count: top_20 - top_10, color: '#bfdbfe' },
    { label: '21–100', count: summary.keywords - top_20, color: '#d1d5db' },
  ])
}

/** Those that gained and lost most places, side by side. */
function drawMovers(document: Document, rankings: readonly KeywordRecord[]): void {
  const byChange = rankings.toSorted((a, b) => b.change - a.change)
  const winners = byChange.filter(({ change }) => change > 0).slice(0, MOVERS)
  const losers = byChange
    .filter(({ change }) => change < 0)
    .slice(-MOVERS)
    .reverse()
  if (winners.length + losers.length === 0) return

  const { left, width } = frame(document)
  const half = (width - 24) / 2
  const top = document.y + 22
  drawMoverList(document, 'Gained most', winners, left, top, half)
  drawMoverList(document, 'Lost most', losers, left + half + 24, top, half)
  document.y = top + 22 + Math.max(winners.length, losers.length, 1) * 18
}

function drawMoverList(
  document: Document,
  title: string,
  rows: readonly KeywordRecord[],
  x: number,
  top: number,
  width: number,
): void {
  drawSubtitle(document, title, top, x)
  if (rows.length === 0) {
    setType(document, 9, COLOR.muted)
    drawText(document, 'None', x, top + 20, width)
  }
  rows.forEach(({ keyword, start_position, position, change }, i) => {
    const y = top + 20 + i * 18
    setType(document, 9, COLOR.ink)
    drawText(document, keyword, x, y, width - 100)
    setType(document, 9, COLOR.muted)
    drawText(document, `${start_position} → ${position}`, x + width - 96, y, 52, 'right')
    const text = signed(change)
    setType(document, 9, colorOf(text), true)
    drawChange(document, text, x + width - 36, y, 36)
  })
}
