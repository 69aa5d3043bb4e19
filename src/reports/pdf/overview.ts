import { rankOf } from '../../intelligence/rankings/position.ts'
import type { KeywordRecord } from '../../intelligence/records.ts'
import type { ReportContent } from '../report.ts'
import { COLOR, colorOf, type Sheet } from './sheet.ts'
import { drawShares } from './table.ts'
import { counted, decimal, grouped, periodBefore, place, signed } from './wording.ts'

const GAP = 12
/** The height of a card. */
const CARD = 76
/** How many winners and losers are listed. */
const MOVERS = 5

/** Draws key figures, the distribution of positions, and the keywords that moved most. */
export function drawOverview(sheet: Sheet, report: ReportContent): void {
  sheet.section('Overview', 0)
  drawCards(sheet, report)
  if (report.standing === null) {
    sheet.pdf.y += 16
    sheet.noData('No keyword was checked in this period.')
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

/** Cards with the most important figures, in two rows. */
function drawCards(sheet: Sheet, report: ReportContent): void {
  const { summary, changes, period, mentions, standing } = report
  const wasAsked = mentions.answers > 0
  const visibility: Card = {
    label: 'Visibility',
    value: decimal(summary.visibility, '%'),
    change: changeText(changes.visibility, 1, 'points'),
  }
  const position: Card = {
    label: 'Average position',
    value: decimal(summary.average_position),
    change: changeText(changes.average_position, 1, 'places'),
  }
  const traffic: Card = {
    label: 'Estimated traffic',
    value: standing === null ? '–' : grouped(Math.round(summary.estimated_traffic)),
    change: changeText(changes.estimated_traffic, 0, 'visits'),
    note: standing === null ? 'not checked' : 'visits',
  }
  const named: Card = {
    label: 'AI mentions',
    value: wasAsked ? grouped(summary.mentions) : '–',
    change: wasAsked ? changeText(changes.mentions, 0, '') : undefined,
    note: wasAsked ? `in ${counted(mentions.answers, 'answer')}` : 'no platform was asked',
  }
  const seen: Card = {
    label: 'AI visibility',
    value: decimal(mentions.ai_visibility, '%'),
    change: changeText(mentions.changes.ai_visibility, 1, 'points'),
    note: wasAsked ? `of ${counted(mentions.answers, 'answer')}` : 'no platform was asked',
  }
  const topTen: Card = {
    label: 'Keywords in top 10',
    value: standing === null ? '–' : grouped(summary.distribution.top_10),
    change: standing?.top_10_change ? signed(standing.top_10_change) : undefined,
    note: standing === null ? 'not checked' : `of ${grouped(summary.keywords)} tracked`,
  }
  const voice: Card = {
    label: 'Share of voice',
    value: decimal(mentions.share_of_voice, '%'),
    change: changeText(mentions.changes.share_of_voice, 1, 'points'),
  }
  const isChat = report.type === 'chat'
  const rows = isChat
    ? [
        [seen, named, voice],
        [visibility, position, traffic],
      ]
    : [
        [position, visibility, topTen],
        [traffic, named, seen],
      ]
  const { left, width } = sheet.frame
  for (const cards of rows) {
    const cardWidth = (width - GAP * (cards.length - 1)) / cards.length
    const top = sheet.pdf.y
    cards.forEach((card, i) => {
      drawCard(sheet, card, left + i * (cardWidth + GAP), top, cardWidth)
    })
    sheet.pdf.y = top + CARD + GAP
  }
  sheet.pdf.y -= GAP
  const compared = rows.flat().some((card) => card !== topTen && card.change !== undefined)
  const sinceFirst = !isChat && topTen.change !== undefined
  const notes = [
    compared
      ? `Changes are against ${periodBefore(period.days)}. Better is up, also where positions are counted down.`
      : `There is no data of ${periodBefore(period.days)} to compare with.`,
    sinceFirst ? 'The change of the top 10 is since the first day of the period.' : '',
  ]
  sheet.note(notes.join(' ').trim())
}

function changeText(change: number | null, digits: number, unit: string): string | undefined {
  if (change === null) return undefined
  const amount = signed(change, digits)
  return amount === '0' ? 'unchanged' : `${amount} ${unit}`
}

function drawCard(sheet: Sheet, card: Card, x: number, y: number, width: number): void {
  sheet.paint((pdf) =>
    pdf.roundedRect(x, y, width, CARD, 6).lineWidth(0.75).fillAndStroke(COLOR.stripe, COLOR.line),
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

/** One bar of all keywords, divided by position on their last day. */
function drawDistribution(sheet: Sheet, { summary }: ReportContent): void {
  const { top_3, top_10, top_20, top_100, unranked } = summary.distribution
  const unchecked = summary.keywords - top_100 - unranked
  drawShares(sheet, 'Where the keywords stand', [
    { label: 'Top 3', count: top_3, color: '#1d4ed8' },
    { label: '4–10', count: top_10 - top_3, color: '#60a5fa' },
    { label: '11–20', count: top_20 - top_10, color: '#bfdbfe' },
    { label: '21–100', count: top_100 - top_20, color: '#e2e8f0' },
    { label: 'Not in the first 100', count: unranked, color: '#9ca3af' },
    ...(unchecked > 0 ? [{ label: 'Not checked', count: unchecked, color: '#fcd34d' }] : []),
  ])
}

/** The keywords that gained and lost most; those that entered or left the first 100 come first. */
function drawMovers(sheet: Sheet, rankings: readonly KeywordRecord[]): void {
  const gained = moversIn(rankings, 1)
  const lost = moversIn(rankings, -1)
  if (gained.length + lost.length === 0) return
  drawMoverList(sheet, 'Gained most', gained)
  drawMoverList(sheet, 'Lost most', lost)
}

function moversIn(rankings: readonly KeywordRecord[], direction: number): KeywordRecord[] {
  const gainOf = ({ start_position, position }: KeywordRecord) =>
    direction * (rankOf(start_position) - rankOf(position))
  const isCrossing = ({ change }: KeywordRecord) => Number(change === null)
  return rankings
    .filter((row) => gainOf(row) > 0)
    .sort((a, b) => isCrossing(b) - isCrossing(a) || gainOf(b) - gainOf(a))
    .slice(0, MOVERS)
}

function drawMoverList(sheet: Sheet, title: string, rows: readonly KeywordRecord[]): void {
  const { left: x, width } = sheet.frame
  const top = sheet.pdf.y + 22
  sheet.heading('H3', title, x, top, width, 10)
  if (rows.length === 0) {
    sheet.type(9, COLOR.muted).text('None', x, top + 20, width)
  }
  rows.forEach(({ keyword, start_position, position, change }, i) => {
    const y = top + 20 + i * 18
    sheet.structure.begin('P')
    sheet.type(9, COLOR.ink).text(keyword, x, y, width - 130)
    sheet
      .type(9, COLOR.muted)
      .text(`${place(start_position)} → ${place(position)}`, x + width - 126, y, 62, 'right')
    const text = change === null ? (position === null ? 'lost' : 'new') : signed(change)
    const color =
      position === null ? COLOR.down : start_position === null ? COLOR.up : colorOf(text)
    sheet.type(9, color, true)
    sheet.change(text, x + width - 46, y, 46)
    sheet.structure.end()
  })
  sheet.pdf.y = top + 20 + Math.max(rows.length, 1) * 18
}
