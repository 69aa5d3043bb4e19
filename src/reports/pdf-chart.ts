import type { DayRecord } from '../intelligence/analytics.ts'
import { COLOR, type Document, drawText, frame } from './pdf-layout.ts'

const HEIGHT = 120
/** Room for the labels of the axis. */
const AXIS = 28

/** Average position day by day; the top of the chart is the better end, as on a results page. */
export function drawTrend(document: Document, days: readonly DayRecord[]): void {
  const { left, width } = frame(document)
  const top = document.y
  document.font('Helvetica').fontSize(8.5).fillColor(COLOR.muted)
  drawText(document, 'Average position (higher is better)', left, top, width)

  const known = days.flatMap(({ average_position }) => average_position ?? [])
  if (known.length === 0) {
    drawText(document, 'No data in this period.', left, top + 16, width)
    document.y = top + 34
    return
  }

  const chart = { x: left + AXIS, y: top + 18, width: width - AXIS, height: HEIGHT }
  const { low, high, step } = scaleOf(known)
  const yOf = (value: number) => chart.y + ((value - low) / (high - low)) * chart.height
  for (let value = low; value <= high + step / 100; value += step) {
    const y = yOf(value)
    document
      .moveTo(chart.x, y)
      .lineTo(chart.x + chart.width, y)
      .lineWidth(0.5)
      .stroke(COLOR.line)
    document.fontSize(8).fillColor(COLOR.muted)
    const label = Number.isInteger(step) ? String(value) : value.toFixed(1)
    drawText(document, label, left, y - 4, AXIS - 6, 'right')
  }

  const xOf = (i: number) =>
    chart.x + (days.length === 1 ? 0.5 : i / (days.length - 1)) * chart.width
  drawLine(document, days, xOf, yOf)

  const labels = chart.y + chart.height + 6
  const first = days[0]?.date ?? ''
  const last = days.at(-1)?.date ?? ''
  document.fontSize(8).fillColor(COLOR.muted)
  drawText(document, first, chart.x, labels, 80)
  if (days.length > 1) drawText(document, last, chart.x + chart.width - 80, labels, 80, 'right')
  document.y = labels + 14
}

/** Days without data interrupt the line. */
function drawLine(
  document: Document,
  days: readonly DayRecord[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): void {
  let drawing = false
  days.forEach(({ average_position: value }, i) => {
    if (value === null) drawing = false
    else if (drawing) document.lineTo(xOf(i), yOf(value))
    else {
      document.moveTo(xOf(i), yOf(value))
      drawing = true
    }
  })
  document.lineWidth(1.6).lineJoin('round').stroke(COLOR.accent)

  const end = days.findLastIndex(({ average_position }) => average_position !== null)
  const value = days[end]?.average_position ?? 1
  document.circle(xOf(end), yOf(value), 2.6).fill(COLOR.accent)
}

/** Round limits around the values with about four lines between them. */
function scaleOf(values: readonly number[]): { low: number; high: number; step: number } {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const spread = Math.max(most - least, 1)
  const step = [0.5, 1, 2, 5, 10, 20].find((size) => spread / size <= 4) ?? 25
  const low = Math.floor(least / step) * step
  const high = Math.max(low + step, Math.ceil(most / step) * step)
  return { low, high, step }
}
