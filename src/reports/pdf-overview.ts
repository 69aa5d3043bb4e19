import type { KeywordRecord } from '../intelligence/analytics.ts'
import {
  COLOR,
  colorOf,
  type Document,
  drawNoData,
  drawSection,
  drawText,
  frame,
  setType,
} from './pdf-layout.ts'
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
      value: `${summary.distribution.top_10} of ${summary.keywords}`,
      change: null,
      digits: 0,
      unit: '',
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
  if (card.change === null) return

  const text = signed(card.change, card.digits)
  const color = colorOf(text)
  const room = text === '0' ? 0 : 11
  if (room > 0) drawTriangle(document, x + 12, y + 56, text.startsWith('+'), color)
  setType(document, 8.5, color, true)
  drawText(
    document,
    text === '0' ? 'unchanged' : `${text} ${card.unit}`,
    x + 12 + room,
    y + 55,
    inner - room,
  )
}

function drawTriangle(document: Document, x: number, y: number, up: boolean, color: string): void {
  const [base, tip] = up ? [y + 7, y + 1] : [y + 1, y + 7]
  document.polygon([x, base], [x + 7, base], [x + 3.5, tip]).fill(color)
}

const STEPS = [
  { label: 'Top 3', color: '#1d4ed8' },
  { label: '4–10', color: '#60a5fa' },
  { label: '11–20', color: '#bfdbfe' },
  { label: 'Below 20', color: '#d1d5db' },
] as const

/** One bar of all keywords, divided by how far up they stand. */
function drawDistribution(document: Document, { summary }: ReportContent): void {
  const { top_3, top_10, top_20 } = summary.distribution
  const counts = [top_3, top_10 - top_3, top_20 - top_10, summary.keywords - top_20]
  const { left, width } = frame(document)
  const top = document.y + 18
  drawSubtitle(document, 'Where the keywords stand', top)

  document.save()
  document.roundedRect(left, top + 20, width, 16, 4).clip()
  let x = left
  counts.forEach((count, i) => {
    const part = (count / Math.max(summary.keywords, 1)) * width
    document.rect(x, top + 20, part, 16).fill(STEPS[i]?.color ?? COLOR.line)
    x += part
  })
  document.restore()

  const room = width / STEPS.length
  STEPS.forEach(({ label, color }, i) => {
    const at = left + i * room
    document.roundedRect(at, top + 46, 8, 8, 2).fill(color)
    setType(document, 8.5, COLOR.muted)
    const used = drawText(document, label, at + 13, top + 45, room - 40)
    setType(document, 8.5, COLOR.ink, true)
    drawText(document, String(counts[i]), at + 13 + used + 6, top + 45, 40)
  })
  document.y = top + 58
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
    drawText(document, keyword, x, y, width - 92)
    setType(document, 9, COLOR.muted)
    drawText(document, `${start_position} → ${position}`, x + width - 88, y, 52, 'right')
    const text = signed(change)
    setType(document, 9, colorOf(text), true)
    drawText(document, text, x + width - 32, y, 32, 'right')
  })
}

function drawSubtitle(document: Document, text: string, y: number, x = frame(document).left): void {
  setType(document, 10, COLOR.ink, true)
  drawText(document, text, x, y, 240)
}
