import type { DayRecord } from '../intelligence/analytics.ts'
import {
  COLOR,
  type Document,
  drawNoData,
  drawText,
  frame,
  type Rectangle,
  setType,
} from './pdf-layout.ts'
import { shortDay } from './pdf-wording.ts'

/** Room for the labels of the axis. */
const AXIS = 30
/** From here on a day's name says too much, and leaves open of which year it is. */
const HALF_A_YEAR = 183
/** Bars that fit side by side and can still be told apart. */
const MOST_BARS = 92

/** The charts of the trends: average position, visibility, AI mentions. */
export function drawTrends(document: Document, days: readonly DayRecord[]): void {
  if (days.every(({ average_position, mentions }) => average_position === null && mentions === 0)) {
    drawNoData(document)
    return
  }
  if (days.length === 1) {
    drawNoData(document, 'A single day has no trend. The overview compares it with the day before.')
    return
  }
  const positions = days.map(({ average_position }) => average_position)
  drawLineChart(document, 'Average position (higher is better)', days, positions, {
    height: 140,
    upsideDown: true,
  })
  const visibility = days.map((day) => day.visibility)
  drawLineChart(document, 'Visibility (%)', days, visibility, { height: 90, upsideDown: false })
  drawMentions(document, days)
}

interface Scale {
  low: number
  high: number
  step: number
}

/** A line with the area below it. Days without data interrupt it. */
function drawLineChart(
  document: Document,
  title: string,
  days: readonly DayRecord[],
  values: readonly (number | null)[],
  { height, upsideDown }: { height: number; upsideDown: boolean },
): void {
  const known = values.flatMap((value) => value ?? [])
  if (known.length === 0) return
  const chart = startChart(document, title, height)
  const scale = scaleOf(known)
  const share = (value: number) => (value - scale.low) / (scale.high - scale.low)
  const yOf = (value: number) =>
    chart.y + (upsideDown ? share(value) : 1 - share(value)) * chart.height
  const xOf = (i: number) =>
    chart.x + (values.length === 1 ? 0.5 : i / (values.length - 1)) * chart.width
  drawGrid(document, chart, scale, yOf)

  const floor = chart.y + chart.height
  for (const run of runsOf(values)) {
    const points = run.map(({ i, value }) => [xOf(i), yOf(value)] as const)
    const [firstX] = points[0] as readonly [number, number]
    const [lastX] = points.at(-1) as readonly [number, number]
    if (points.length === 1) document.circle(firstX, points[0]?.[1] ?? 0, 1.6).fill(COLOR.accent)
    document.moveTo(firstX, floor)
    for (const [x, y] of points) document.lineTo(x, y)
    document.lineTo(lastX, floor).closePath().fillOpacity(0.1).fill(COLOR.accent)
    document.fillOpacity(1)
    points.forEach(([x, y], i) => {
      if (i === 0) document.moveTo(x, y)
      else document.lineTo(x, y)
    })
    document.lineWidth(1.6).lineJoin('round').stroke(COLOR.accent)
  }
  const end = values.findLastIndex((value) => value !== null)
  const last = values[end] as number
  document.circle(xOf(end), yOf(last), 3).lineWidth(1.2).fillAndStroke(COLOR.accent, COLOR.paper)
  endChart(document, chart, days, xOf)
}

/** Bars of a day, or of the average over as many days as leave the bars apart. */
function drawMentions(document: Document, days: readonly DayRecord[]): void {
  const size = [1, 7, 30].find((length) => days.length / length <= MOST_BARS) ?? 91
  // An average, since the days that are left at the end would make a sum look like a fall.
  const bars = Array.from({ length: Math.ceil(days.length / size) }, (_, i) => {
    const some = days.slice(i * size, (i + 1) * size)
    return some.reduce((sum, { mentions }) => sum + mentions, 0) / some.length
  })
  const span = size === 7 ? 'each week' : `each ${size} days`
  const title = `AI mentions a day${size === 1 ? '' : ` (average of ${span})`}`
  const chart = startChart(document, title, 80)
  // A count has no halves, and an average needs none.
  const scale = scaleOf([0, ...bars], { lines: 2, least: 1 })
  const yOf = (value: number) => chart.y + (1 - value / scale.high) * chart.height
  drawGrid(document, chart, scale, yOf)
  const room = chart.width / bars.length
  bars.forEach((value, i) => {
    if (value === 0) return
    const y = yOf(value)
    const width = Math.min(room * 0.7, 24)
    const x = chart.x + i * room + (room - width) / 2
    document.rect(x, y, width, chart.y + chart.height - y).fill('#60a5fa')
  })
  endChart(document, chart, days, (i) => chart.x + ((i + 0.5) / days.length) * chart.width)
}

/** Draws the title, on a new page if the chart has no room on this one; returns where the chart lies. */
function startChart(document: Document, title: string, height: number): Rectangle {
  const { left, width, bottom, top: first } = frame(document)
  if (document.y + height + 40 > bottom) {
    document.addPage()
    document.y = first
  }
  const top = document.y
  setType(document, 9.5, COLOR.ink, true)
  drawText(document, title, left, top, width)
  return { x: left + AXIS, y: top + 22, width: width - AXIS - 4, height }
}

function drawGrid(
  document: Document,
  chart: Rectangle,
  { low, high, step }: Scale,
  yOf: (value: number) => number,
): void {
  for (let value = low; value <= high + step / 100; value += step) {
    const y = yOf(value)
    document
      .moveTo(chart.x, y)
      .lineTo(chart.x + chart.width, y)
      .lineWidth(0.5)
      .stroke(COLOR.line)
    setType(document, 8, COLOR.muted)
    const label = Number.isInteger(step) ? String(Math.round(value)) : value.toFixed(1)
    drawText(document, label, chart.x - AXIS, y - 5, AXIS - 8, 'right')
  }
}

/** Names up to seven days along the lower edge. */
function endChart(
  document: Document,
  chart: Rectangle,
  days: readonly DayRecord[],
  xOf: (index: number) => number,
): void {
  const y = chart.y + chart.height + 7
  const ticks = Math.min(7, days.length)
  setType(document, 8, COLOR.muted)
  for (let tick = 0; tick < ticks; tick++) {
    const i = ticks === 1 ? 0 : Math.round((tick / (ticks - 1)) * (days.length - 1))
    const x = xOf(i)
    const label = shortDay(days[i]?.date ?? '', days.length > HALF_A_YEAR)
    // Those at the ends stay within the chart.
    const room = 56
    const from = Math.min(Math.max(x - room / 2, chart.x), chart.x + chart.width - room)
    const align = from > x - room / 2 ? 'left' : from < x - room / 2 ? 'right' : 'center'
    drawText(document, label, from, y, room, days.length === 1 ? 'center' : align)
  }
  document.y = y + 26
}

/** The values that follow each other without a gap. */
function runsOf(values: readonly (number | null)[]): { i: number; value: number }[][] {
  const runs: { i: number; value: number }[][] = []
  values.forEach((value, i) => {
    if (value === null) return
    if (i > 0 && values[i - 1] !== null) runs.at(-1)?.push({ i, value })
    else runs.push([{ i, value }])
  })
  return runs
}

/** Round limits around the values with about `lines` steps between them, each of `least` or more. */
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
