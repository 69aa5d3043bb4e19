import type { DayRecord } from '../../intelligence/records.ts'
import { COLOR, type Rectangle, type Sheet } from './sheet.ts'
import { shortDay } from './wording.ts'

/** Room for the labels of the axis. */
const AXIS = 30
/** For longer periods, labels show month and year instead of the day. */
const HALF_A_YEAR = 183
/** The most bars that can be distinguished side by side. */
const MOST_BARS = 92

/** Draws the charts of the trends: average position, visibility, AI mentions. */
export function drawTrends(sheet: Sheet, days: readonly DayRecord[]): void {
  if (days.every(({ average_position, mentions }) => average_position === null && mentions === 0)) {
    sheet.noData()
    return
  }
  if (days.length === 1) {
    sheet.noData('A single day has no trend. The overview compares it with the day before.')
    return
  }
  const positions = days.map(({ average_position }) => average_position)
  drawLineChart(sheet, 'Average position (higher is better)', days, positions, {
    height: 140,
    upsideDown: true,
  })
  const visibility = days.map((day) => day.visibility)
  drawLineChart(sheet, 'Visibility (%)', days, visibility, { height: 90, upsideDown: false })
  drawMentions(sheet, days)
}

type Point = readonly [x: number, y: number]

interface Scale {
  low: number
  high: number
  step: number
}

/** A line with a filled area below. Days without data interrupt it. */
function drawLineChart(
  sheet: Sheet,
  title: string,
  days: readonly DayRecord[],
  values: readonly (number | null)[],
  { height, upsideDown }: { height: number; upsideDown: boolean },
): void {
  const known = values.flatMap((value) => value ?? [])
  if (known.length === 0) return
  const chart = startChart(sheet, title, height)
  const scale = scaleOf(known)
  const share = (value: number) => (value - scale.low) / (scale.high - scale.low)
  const yOf = (value: number) =>
    chart.y + (upsideDown ? share(value) : 1 - share(value)) * chart.height
  const xOf = (i: number) =>
    chart.x + (values.length === 1 ? 0.5 : i / (values.length - 1)) * chart.width
  drawGrid(sheet, chart, scale, yOf)

  const floor = chart.y + chart.height
  for (const run of runsOf(values)) {
    const points = run.map(({ i, value }) => [xOf(i), yOf(value)] as const)
    const [first, ...others] = points as [Point, ...Point[]]
    const [lastX] = points.at(-1) as Point
    if (others.length === 0) sheet.pdf.circle(...first, 1.6).fill(COLOR.accent)
    sheet.pdf.moveTo(first[0], floor)
    for (const point of points) sheet.pdf.lineTo(...point)
    sheet.pdf.lineTo(lastX, floor).closePath().fillOpacity(0.1).fill(COLOR.accent)
    sheet.pdf.fillOpacity(1).moveTo(...first)
    for (const point of others) sheet.pdf.lineTo(...point)
    sheet.pdf.lineWidth(1.6).lineJoin('round').stroke(COLOR.accent)
  }
  const end = values.findLastIndex((value) => value !== null)
  const last = values[end] as number
  sheet.pdf.circle(xOf(end), yOf(last), 3).lineWidth(1.2).fillAndStroke(COLOR.accent, COLOR.paper)
  endChart(sheet, chart, days, xOf)
}

/** Bars for days, or for averages over several days if there are too many. */
function drawMentions(sheet: Sheet, days: readonly DayRecord[]): void {
  const size = [1, 7, 30].find((length) => days.length / length <= MOST_BARS) ?? 91
  // A sum over the remaining days at the end would look like a fall.
  const bars = Array.from({ length: Math.ceil(days.length / size) }, (_, i) => {
    const some = days.slice(i * size, (i + 1) * size)
    return some.reduce((sum, { mentions }) => sum + mentions, 0) / some.length
  })
  const span = size === 7 ? 'each week' : `each ${size} days`
  const title = `AI mentions a day${size === 1 ? '' : ` (average of ${span})`}`
  const chart = startChart(sheet, title, 80)
  // Counts have no halves, and averages need none.
  const scale = scaleOf([0, ...bars], { lines: 2, least: 1 })
  const yOf = (value: number) => chart.y + (1 - value / scale.high) * chart.height
  drawGrid(sheet, chart, scale, yOf)
  const room = chart.width / bars.length
  bars.forEach((value, i) => {
    if (value === 0) return
    const y = yOf(value)
    const width = Math.min(room * 0.7, 24)
    const x = chart.x + i * room + (room - width) / 2
    sheet.pdf.rect(x, y, width, chart.y + chart.height - y).fill('#60a5fa')
  })
  endChart(sheet, chart, days, (i) => chart.x + ((i + 0.5) / days.length) * chart.width)
}

/** Draws the title, on a new page if the chart does not fit; returns the area of the chart. */
function startChart(sheet: Sheet, title: string, height: number): Rectangle {
  const { left, width, bottom } = sheet.frame
  if (sheet.pdf.y + height + 40 > bottom) sheet.newPage()
  const top = sheet.pdf.y
  sheet.type(9.5, COLOR.ink, true).text(title, left, top, width)
  return { x: left + AXIS, y: top + 22, width: width - AXIS - 4, height }
}

function drawGrid(
  sheet: Sheet,
  chart: Rectangle,
  { low, high, step }: Scale,
  yOf: (value: number) => number,
): void {
  for (let value = low; value <= high + step / 100; value += step) {
    const y = yOf(value)
    sheet.rule(chart.x, y, chart.width)
    sheet.type(8, COLOR.muted)
    const label = Number.isInteger(step) ? String(Math.round(value)) : value.toFixed(1)
    sheet.text(label, chart.x - AXIS, y - 5, AXIS - 8, 'right')
  }
}

/** Labels up to seven days along the lower edge. */
function endChart(
  sheet: Sheet,
  chart: Rectangle,
  days: readonly DayRecord[],
  xOf: (index: number) => number,
): void {
  const y = chart.y + chart.height + 7
  const ticks = Math.min(7, days.length)
  sheet.type(8, COLOR.muted)
  for (let tick = 0; tick < ticks; tick++) {
    const i = ticks === 1 ? 0 : Math.round((tick / (ticks - 1)) * (days.length - 1))
    const x = xOf(i)
    const label = shortDay(days[i]?.date ?? '', days.length > HALF_A_YEAR)
    // The first and the last label stay within the chart.
    const room = 56
    const from = Math.min(Math.max(x - room / 2, chart.x), chart.x + chart.width - room)
    const align = from > x - room / 2 ? 'left' : from < x - room / 2 ? 'right' : 'center'
    sheet.text(label, from, y, room, days.length === 1 ? 'center' : align)
  }
  sheet.pdf.y = y + 26
}

/** Groups of consecutive values without a gap. */
function runsOf(values: readonly (number | null)[]): { i: number; value: number }[][] {
  const runs: { i: number; value: number }[][] = []
  values.forEach((value, i) => {
    if (value === null) return
    if (i > 0 && values[i - 1] !== null) runs.at(-1)?.push({ i, value })
    else runs.push([{ i, value }])
  })
  return runs
}

/** Rounded limits of an axis, with about `lines` steps of at least `least`. */
function scaleOf(values: readonly number[], { lines = 4, least: finest = 0.5 } = {}): Scale {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const spread = Math.max(most - least, 1)
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
  const step =
    steps.find((size) => size >= finest && spread / size <= lines) ?? Math.ceil(spread / lines)
  const low = Math.floor(least / step) * step
  const high = Math.max(low + step, Math.ceil(most / step) * step)
  return { low, high, step }
}
