import type { KeywordRecord } from '../../intelligence/records.ts'
import type { ReportContent } from '../report.ts'
import { COLOR, colorOf, type Sheet } from './sheet.ts'
import { drawShares } from './table.ts'
import { counted, decimal, grouped, periodBefore, place, signed } from './wording.ts'

const GAP = 12
/** How many winners and losers are listed. */
const MOVERS = 5

/** Draws key figures, the distribution of positions, and the keywords that moved most. */
export function drawOverview(sheet: Sheet, report: ReportContent): void {
  sheet.section('Overview', 0)
  drawCards(sheet, report)
  if (report.summary.visibility === null) {
    sheet.pdf.y += 16
    sheet.noData()
    return
  }
  drawDistribution(sheet, report)
  if (report.rankings) drawMovers(sheet, report.rankings)
}

interface Card {
  label: string
  value: string
  /** Such as "+3 places"; undefined without a comparison. */
  change?: string | undefined
  /** Without a change. */
  note?: string
}

/** Cards with the most important figures. */
function drawCards(sheet: Sheet, report: ReportContent): void {
  const { summary, changes, period, mentions } = report
  const visibility: Card = {
    label: 'Visibility',
    value: decimal(summary.visibility, '%'),
    change: changeText(changes.visibility, 1, 'points'),
  }
  const named: Card = {
    label: 'AI mentions',
    value: grouped(summary.mentions),
    change: changeText(changes.mentions, 0, ''),
  }
  const ofSearch: Card[] = [
    {
      label: 'Average position',
      value: decimal(summary.average_position),
      change: changeText(changes.average_position, 1, 'places'),
    },
    visibility,
    {
      label: 'Keywords in top 10',
      value: grouped(summary.distribution.top_10),
      note: `of ${grouped(summary.keywords)} tracked`,
    },
    named,
  ]
  const ofChat: Card[] = [
    {
      label: 'AI visibility',
      value: decimal(mentions.ai_visibility, '%'),
      change: changeText(mentions.changes.ai_visibility, 1, 'points'),
      note: `of ${counted(mentions.answers, 'answer')}`,
    },
    named,
    {
      label: 'Share of voice',
      value: decimal(mentions.share_of_voice, '%'),
      change: changeText(mentions.changes.share_of_voice, 1, 'points'),
    },
    visibility,
  ]
  const cards = report.type === 'chat' ? ofChat : ofSearch
  const { left, width } = sheet.frame
  const cardWidth = (width - GAP * (cards.length - 1)) / cards.length
  const top = sheet.pdf.y
  cards.forEach((card, i) => {
    drawCard(sheet, card, left + i * (cardWidth + GAP), top, cardWidth)
  })
  sheet.pdf.y = top + 76
  const hasChange = cards.some(({ change }) => change !== undefined)
  sheet.note(
    hasChange
      ? `Changes are against ${periodBefore(period.days)}. Better is up, also where positions are counted down.`
      : `There is no data of ${periodBefore(period.days)} to compare with.`,
  )
}

function changeText(change: number | null, digits: number, unit: string): string | undefined {
  if (change === null) return undefined
  const amount = signed(change, digits)
  return amount === '0' ? 'unchanged' : `${amount} ${unit}`
}

function drawCard(sheet: Sheet, card: Card, x: number, y: number, width: number): void {
  sheet.paint((pdf) =>
    pdf.roundedRect(x, y, width, 76, 6).lineWidth(0.75).fillAndStroke(COLOR.stripe, COLOR.line),
  )
  sheet.structure.begin('P')
  const inner = width - 24
  sheet.type(8.5, COLOR.muted).text(card.label, x + 12, y + 12, inner)
  sheet.type(20, COLOR.ink, true).text(card.value, x + 12, y + 25, inner)
  const below = y + 55
  if (card.note !== undefined && card.change === undefined) {
    sheet.type(8.5, COLOR.muted).text(card.note, x + 12, below, inner)
  }
  if (card.change !== undefined) {
    const room = sheet.arrow(card.change, x + 12, below + 2) ? 11 : 0
    const color = colorOf(card.change)
    sheet.type(8.5, color, true).text(card.change, x + 12 + room, below, inner - room)
  }
  sheet.structure.end()
}

/** One bar of all keywords, divided by position. */
function drawDistribution(sheet: Sheet, { summary }: ReportContent): void {
  const { top_3, top_10, top_20 } = summary.distribution
  drawShares(sheet, 'Where the keywords stand', [
    { label: 'Top 3', count: top_3, color: '#1d4ed8' },
    { label: '4–10', count: top_10 - top_3, color: '#60a5fa' },
    { label: '11–20', count: top_20 - top_10, color: '#bfdbfe' },
    { label: 'Lower', count: summary.keywords - top_20, color: '#d1d5db' },
  ])
}

/** The keywords that gained and lost most places, side by side. */
function drawMovers(sheet: Sheet, rankings: readonly KeywordRecord[]): void {
  const moved = rankings.flatMap((row) =>
    row.change === null ? [] : [{ ...row, change: row.change }],
  )
  const byChange = moved.sort((a, b) => b.change - a.change)
  const winners = byChange.filter(({ change }) => change > 0).slice(0, MOVERS)
  const losers = byChange
    .filter(({ change }) => change < 0)
    .slice(-MOVERS)
    .reverse()
  if (winners.length + losers.length === 0) return

  const { left, width } = sheet.frame
  const half = (width - 24) / 2
  const top = sheet.pdf.y + 22
  drawMoverList(sheet, 'Gained most', winners, left, top, half)
  drawMoverList(sheet, 'Lost most', losers, left + half + 24, top, half)
  sheet.pdf.y = top + 22 + Math.max(winners.length, losers.length, 1) * 18
}

function drawMoverList(
  sheet: Sheet,
  title: string,
  rows: readonly KeywordRecord[],
  x: number,
  top: number,
  width: number,
): void {
  sheet.heading('H3', title, x, top, width, 10)
  if (rows.length === 0) {
    sheet.type(9, COLOR.muted).text('None', x, top + 20, width)
  }
  rows.forEach(({ keyword, start_position, position, change }, i) => {
    const y = top + 20 + i * 18
    sheet.structure.begin('P')
    sheet.type(9, COLOR.ink).text(keyword, x, y, width - 100)
    sheet
      .type(9, COLOR.muted)
      .text(`${place(start_position)} → ${place(position)}`, x + width - 96, y, 52, 'right')
    const text = signed(change)
    sheet.type(9, colorOf(text), true)
    sheet.change(text, x + width - 36, y, 36)
    sheet.structure.end()
  })
}
