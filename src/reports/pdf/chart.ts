import type { DayRecord } from '../../intelligence/records.ts'
import type { ReportContent } from '../report.ts'
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
    sheet.noData()
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

type Point = readonly [x: number, y: number]

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
  endChart(sheet, chart, shown, xOf)
}

function drawArea(pdf: PDFKit.PDFDocument, points: readonly Point[], floor: number): void {
  const [first] = points as [Point]
  pdf.moveTo(first[0], floor)
  for (const point of points) pdf.lineTo(...point)
  const [lastX] = points.at(-1) as Point
  pdf.lineTo(lastX, floor).closePath().fillOpacity(0.1).fill(COLOR.accent).fillOpacity(1)
}

function drawCurve(pdf: PDFKit.PDFDocument, points: readonly Point[], endsOpen: boolean): void {
  const [first, ...others] = points as [Point, ...Point[]]
  if (others.length === 0) {
    pdf.circle(...first, 1.6).fill(COLOR.accent)
    return
  }
  const open = endsOpen ? [others.at(-2) ?? first, others.pop() as Point] : []
  pdf
    .lineWidth(1.6)
    .lineJoin('round')
    .moveTo(...first)
  for (const point of others) pdf.lineTo(...point)
  pdf.stroke(COLOR.accent)
  const [from, to] = open
  if (from && to) {
    pdf.moveTo(...from).lineTo(...to)
    pdf.dash(2.5, { space: 2 }).stroke(COLOR.accent).undash()
  }
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
  endChart(sheet, chart, shown, (i) => chart.x + ((i + 0.5) / days.length) * chart.width)
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

/** Begins a figure and draws its title, on a new page if it does not fit; returns the area of the chart. */
function startChart(sheet: Sheet, title: string, height: number, alt: string): Rectangle {
  const { left, width, bottom } = sheet.frame
  if (sheet.pdf.y + height + 50 > bottom) sheet.newPage()
  const top = sheet.pdf.y
  sheet.heading('H3', title, left, top, width, 9.5)
  sheet.structure.begin('Figure', { alt, bbox: [left, top + 14, left + width, top + height + 42] })
  return { x: left + AXIS, y: top + 24, width: width - AXIS - 4, height }
}

function endChart(
  sheet: Sheet,
  chart: Rectangle,
  { days }: Days,
  xOf: (index: number) => number,
): void {
  const dates = days.map(({ date }) => date)
  drawDays(sheet, chart, dates, xOf)
  sheet.structure.end()
  sheet.pdf.y = chart.y + chart.height + 33
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

/** Groups of consecutive values without a gap. */
function unbrokenParts(values: readonly (number | null)[]): { i: number; value: number }[][] {
  const runs: { i: number; value: number }[][] = []
  values.forEach((value, i) => {
    if (value === null) return
    if (i > 0 && values[i - 1] !== null) runs.at(-1)?.push({ i, value })
    else runs.push([{ i, value }])
  })
  return runs
}

/** Room for the labels of the axis. */
const AXIS = 30
/** For longer periods, labels show month and year instead of the day. */
const HALF_A_YEAR = 183

interface Scale {
  low: number
  high: number
  step: number
}

/** Rounded limits of an axis between `floor` and `ceiling`, with about `lines` steps of at least `least`. */
function scaleOf(
  values: readonly number[],
  { lines = 4, least: finest = 0.5, floor = 0, ceiling = Number.POSITIVE_INFINITY } = {},
): Scale {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const spread = Math.max(most - least, 1)
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
  const step =
    steps.find((size) => size >= finest && spread / size <= lines) ?? Math.ceil(spread / lines)
  // A flat line stands in the middle.
  const room = most === least ? step : 0
  const low = Math.max(floor, Math.floor((least - room) / step) * step)
  const high = Math.min(ceiling, Math.max(low + step, Math.ceil((most + room) / step) * step))
  return { low, high: Math.max(high, low + step), step }
}

/** Lines across a chart with their values on the left. */
function drawGrid(
  sheet: Sheet,
  chart: Rectangle,
  { low, high, step }: Scale,
  yOf: (value: number) => number,
): void {
  sheet.type(8, COLOR.muted)
  for (let value = low; value <= high + step / 100; value += step) {
    const y = yOf(value)
    sheet.rule(chart.x, y, chart.width)
    const label = Number.isInteger(step) ? String(Math.round(value)) : value.toFixed(1)
    sheet.text(label, chart.x - AXIS, y - 5, AXIS - 8, 'right')
  }
}

/** Labels of up to seven days along the lower edge; two days never have the same label. */
function drawDays(
  sheet: Sheet,
  chart: Rectangle,
  dates: readonly string[],
  xOf: (index: number) => number,
): void {
  const y = chart.y + chart.height + 7
  const ticks = Math.min(7, dates.length)
  sheet.type(8, COLOR.muted)
  let before = ''
  for (let tick = 0; tick < ticks; tick++) {
    const i = ticks === 1 ? 0 : Math.round((tick / (ticks - 1)) * (dates.length - 1))
    const x = xOf(i)
    const label = shortDay(dates[i] ?? '', dates.length > HALF_A_YEAR)
    if (label === before) continue
    before = label
    // The first and the last label stay within the chart.
    const room = 56
    const from = Math.min(Math.max(x - room / 2, chart.x), chart.x + chart.width - room)
    const align = from > x - room / 2 ? 'left' : from < x - room / 2 ? 'right' : 'center'
    sheet.text(label, from, y, room, align)
  }
}
