import type { CompetitorRecord } from '../../intelligence/records.ts'
import {
  drawCurve,
  drawGrid,
  endChart,
  type Point,
  scaleOf,
  startChart,
  unbrokenParts,
} from './axes.ts'
import { COLOR, type Sheet } from './sheet.ts'
import { type Column, drawLegend, drawTable, type Row, tableHeight } from './table.ts'
import { isolated } from './typesetting.ts'
import { decimal, grouped, longDay } from './wording.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Brand and site', width: 190 },
  { title: 'Avg. position', width: 75, numeric: true },
  { title: 'Ahead of you', width: 75, numeric: true },
  { title: 'Traffic', width: 60, numeric: true },
  { title: 'Visibility', width: 95, numeric: true },
]

/** Draws the own site and its rivals: a table, and their visibility by day. */
export async function drawCompetitors(
  sheet: Sheet,
  competitors: readonly CompetitorRecord[],
): Promise<void> {
  const rows = competitors.map((row): Row => {
    const hasRows = row.visibility !== null
    return {
      cells: [
        row.own ? `${isolated(row.name)} (you)` : row.name,
        decimal(row.average_position),
        row.own || !hasRows ? '–' : String(row.keywords_ahead),
        hasRows ? grouped(Math.round(row.estimated_traffic)) : '–',
        decimal(row.visibility, '%'),
      ],
      note: sheet.address(row.domain),
      strong: row.own,
      bar: row.visibility,
    }
  })
  // Most tables fit on a page as a whole.
  sheet.section('Competitors', Math.min(48 + tableHeight(sheet, COLUMNS, rows), MOST_ROOM))
  await drawTable(sheet, COLUMNS, rows)
  drawLines(sheet, competitors)
}

/** How many sites the chart shows: the own one, and the rivals that are seen most. */
const MOST_LINES = 6
const COLORS = [COLOR.accent, '#f59e0b', '#059669', '#9333ea', '#dc2626', '#64748b']
const HEIGHT = 120
const MOST_ROOM = 320

function drawLines(sheet: Sheet, competitors: readonly CompetitorRecord[]): void {
  const [own, ...rivals] = competitors
  if (!own) return
  const seen = rivals.toSorted((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0))
  const sites = [own, ...seen.slice(0, MOST_LINES - 1)]
  const first = own.series.findIndex(({ visibility }) => visibility !== null)
  const days = own.series.slice(Math.max(first, 0))
  // A single day has no trend.
  if (first === -1 || days.length === 1 || sites.length === 1) return

  const lines = sites.map(({ series }) => series.slice(first).map(({ visibility }) => visibility))
  const known = lines.flat().flatMap((value) => value ?? [])
  const title = 'Visibility by site (%)'
  const alt = [
    `${title}, ${longDay(days[0]?.date ?? '')} to ${longDay(days.at(-1)?.date ?? '')}:`,
    ...sites.map(({ name }, n) => {
      const values = (lines[n] ?? []).flatMap((value) => value ?? [])
      return `${name}: ${decimal(values[0] ?? null, '%')} first, ${decimal(values.at(-1) ?? null, '%')} last.`
    }),
  ].join(' ')
  sheet.pdf.y += 18
  const chart = startChart(sheet, title, HEIGHT, alt)
  const scale = scaleOf(known, { ceiling: 100 })
  const yOf = (value: number) =>
    chart.y + (1 - (value - scale.low) / (scale.high - scale.low)) * chart.height
  const xOf = (i: number) => chart.x + (i / (days.length - 1)) * chart.width
  drawGrid(sheet, chart, scale, yOf)
  sheet.paint((pdf) => {
    // The own line is drawn last, above the others.
    for (const [n, values] of [...lines.entries()].reverse()) {
      for (const run of unbrokenParts(values)) {
        const points = run.map(({ i, value }): Point => [xOf(i), yOf(value)])
        drawCurve(pdf, points, false, COLORS[n])
      }
    }
  })
  endChart(sheet, chart, days, xOf)
  const marks = sites.map(({ name }, n) => ({ label: name, color: COLORS[n] ?? COLOR.muted }))
  drawLegend(sheet, marks, sheet.pdf.y - 6, sheet.frame.width / marks.length - 42)
  sheet.pdf.y += 10
}
