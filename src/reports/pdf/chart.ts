import type { DayRecord } from '../../intelligence/records.ts'
import type { ReportContent } from '../report.ts'
import {
  drawCurve,
  drawGrid,
  endChart,
  type Point,
  scaleOf,
  startChart,
  unbrokenParts,
} from './axes.ts'
import { partialDay } from './message.ts'
import { COLOR, type Rectangle, type Sheet } from './sheet.ts'
import { decimal, joined, longDay, shortDay } from './wording.ts'

/** The most bars that can be distinguished side by side. */
const MOST_BARS = 92
const BAR = '#60a5fa'
const UPDATE = '#9333ea'

/** The days that the charts show, and what is marked on them. */
interface Days {
  days: readonly DayRecord[]
  /** Numbers of days with an update of the search engine. */
  updates: readonly number[]
  /** The number of the day that is not over; -1 if all are. */
  partial: number
}

/** Draws the charts of the trends: average position, visibility, AI mentions; these first for chat campaigns. */
export function drawTrends(sheet: Sheet, report: ReportContent): void {
  const { trends = [], type } = report
  const first = trends.findIndex((day) => day.average_position !== null || day.mentions > 0)
  if (first === -1) {
    sheet.noData('No keyword was checked in this period.')
    return
  }
  // A young campaign would have a chart that is empty but for its end.
  const days = trends.slice(first)
  if (days.length === 1) {
    const isCampaignYoung = trends.length > 1
    sheet.noData(
      isCampaignYoung
        ? 'The campaign has data of one day: a trend begins with the second one.'
        : 'A single day has no trend. The overview compares it with the day before.',
    )
    return
  }
  const shown: Days = {
    days,
    updates: report.algorithm_updates
      .map((date) => days.findIndex((day) => day.date === date))
      .filter((i) => i !== -1),
    partial: days.findIndex(({ date }) => date === report.partial_day),
  }
  if (type === 'chat') drawMentions(sheet, shown)
  drawSearch(sheet, shown)
  if (type !== 'chat') drawMentions(sheet, shown)
  drawLegend(sheet, report, shown, first > 0)
}

function drawSearch(sheet: Sheet, shown: Days): void {
  const { days } = shown
  const positions = days.map(({ average_position }) => average_position)
  const asPlaces = { height: 140, upsideDown: true, unit: '' }
  drawLineChart(sheet, 'Average position (higher is better)', shown, positions, asPlaces)
  const visibility = days.map((day) => day.visibility)
  const asShare = { height: 90, upsideDown: false, unit: '%' }
  drawLineChart(sheet, 'Visibility (%)', shown, visibility, asShare)
}

/** A line with a filled area below. Days without data interrupt it; it is dashed to a day that is not over. */
function drawLineChart(
  sheet: Sheet,
  title: string,
  shown: Days,
  values: readonly (number | null)[],
  { height, upsideDown, unit }: { height: number; upsideDown: boolean; unit: string },
): void {
  const known = values.flatMap((value) => value ?? [])
  if (known.length === 0) return
  const chart = startChart(sheet, title, height, describe(title, shown, values, unit))
  const scale = scaleOf(known, upsideDown ? { floor: 1 } : { ceiling: 100 })
  const share = (value: number) => (value - scale.low) / (scale.high - scale.low)
  const yOf = (value: number) =>
    chart.y + (upsideDown ? share(value) : 1 - share(value)) * chart.height
  const xOf = (i: number) => chart.x + (i / (values.length - 1)) * chart.width
  drawGrid(sheet, chart, scale, yOf)
  drawUpdates(sheet, chart, shown.updates.map(xOf))

  const floor = chart.y + chart.height
  sheet.paint((pdf) => {
    for (const run of unbrokenParts(values)) {
      const points = run.map(({ i, value }) => [xOf(i), yOf(value)] as const)
      const endsOpen = run.at(-1)?.i === shown.partial
      drawArea(pdf, points, floor)
      drawCurve(pdf, points, endsOpen)
    }
    const end = values.findLastIndex((value) => value !== null)
    const last = values[end] as number
    pdf.circle(xOf(end), yOf(last), 3).lineWidth(1.2)
    if (end === shown.partial) pdf.fillAndStroke(COLOR.paper, COLOR.accent)
    else pdf.fillAndStroke(COLOR.accent, COLOR.paper)
  })
  endChart(sheet, chart, shown.days, xOf)
}

function drawArea(pdf: PDFKit.PDFDocument, points: readonly Point[], floor: number): void {
  const [first] = points as [Point]
  pdf.moveTo(first[0], floor)
  for (const point of points) pdf.lineTo(...point)
  const [lastX] = points.at(-1) as Point
  pdf.lineTo(lastX, floor).closePath().fillOpacity(0.1).fill(COLOR.accent).fillOpacity(1)
}

/** Bars for days, or for averages over several days if there are too many. A day that is not over is hollow. */
function drawMentions(sheet: Sheet, shown: Days): void {
  const { days, partial } = shown
  const size = [1, 7, 30].find((length) => days.length / length <= MOST_BARS) ?? 91
  // A sum over the remaining days at the end would look like a fall.
  const bars = Array.from({ length: Math.ceil(days.length / size) }, (_, i) => {
    const some = days.slice(i * size, (i + 1) * size)
    return some.reduce((sum, { mentions }) => sum + mentions, 0) / some.length
  })
  const span = size === 7 ? 'each week' : `each ${size} days`
  const title = `AI mentions a day${size === 1 ? '' : ` (average of ${span})`}`
  const counts = days.map(({ mentions }) => mentions)
  const chart = startChart(sheet, title, 80, describe(title, shown, counts, ''))
  // Counts have no halves, and averages need none.
  const scale = scaleOf([0, ...bars], { lines: 2, least: 1 })
  const yOf = (value: number) => chart.y + (1 - value / scale.high) * chart.height
  drawGrid(sheet, chart, scale, yOf)
  const room = chart.width / bars.length
  sheet.paint((pdf) => {
    bars.forEach((value, i) => {
      if (value === 0) return
      const y = yOf(value)
      const width = Math.min(room * 0.7, 24)
      const x = chart.x + i * room + (room - width) / 2
      const isOpen = partial !== -1 && Math.floor(partial / size) === i
      pdf.rect(x, y, width, chart.y + chart.height - y)
      if (isOpen) pdf.lineWidth(0.8).dash(2, { space: 1.5 }).stroke(BAR).undash()
      else pdf.fill(BAR)
    })
  })
  endChart(sheet, chart, days, (i) => chart.x + ((i + 0.5) / days.length) * chart.width)
}

function drawUpdates(sheet: Sheet, chart: Rectangle, xs: readonly number[]): void {
  sheet.paint((pdf) => {
    for (const x of xs) {
      pdf.moveTo(x, chart.y).lineTo(x, chart.y + chart.height)
      pdf.lineWidth(0.8).dash(2, { space: 2 }).stroke(UPDATE).undash()
      pdf.polygon([x - 3, chart.y - 6], [x + 3, chart.y - 6], [x, chart.y - 1]).fill(UPDATE)
    }
  })
}

/** A chart in words. */
function describe(
  title: string,
  { days, updates }: Days,
  values: readonly (number | null)[],
  unit: string,
): string {
  const known = values.flatMap((value) => value ?? [])
  const figure = (value: number | undefined) =>
    unit === '' && Number.isInteger(value) ? String(value) : decimal(value ?? null, unit)
  const dates = updates.map((i) => shortDay(days[i]?.date ?? '', false))
  return [
    `${title}, ${longDay(days[0]?.date ?? '')} to ${longDay(days.at(-1)?.date ?? '')}:`,
    `${figure(known[0])} first, ${figure(known.at(-1))} last, between ${figure(Math.min(...known))} and ${figure(Math.max(...known))}.`,
    dates.length === 0 ? '' : `Updates of the search engine: ${joined(dates)}.`,
  ]
    .join(' ')
    .trim()
}

/** Draws the legend of the marks in the charts. */
function drawLegend(sheet: Sheet, report: ReportContent, shown: Days, isCut: boolean): void {
  const { days, updates, partial } = shown
  const dates = updates.map((i) => shortDay(days[i]?.date ?? '', false))
  const notes = [
    updates.length === 0
      ? ''
      : `Purple lines mark updates of the search engine (${dates.length > 12 ? dates.length : joined(dates)}).`,
    partial === -1 ? '' : `${partialDay(report)} The charts show it dashed.`,
    isCut ? `The charts begin with the first figures, on ${longDay(days[0]?.date ?? '')}.` : '',
  ].filter((it) => it !== '')
  if (notes.length > 0) sheet.note(notes.join(' '))
}
