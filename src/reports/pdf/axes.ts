import type { DayRecord } from '../../intelligence/records.ts'
import { COLOR, type Rectangle, type Sheet } from './sheet.ts'
import { shortDay } from './wording.ts'

export type Point = readonly [x: number, y: number]

/** A line through the points; dashed to the last one if that is of a day that is not over. */
export function drawCurve(
  pdf: PDFKit.PDFDocument,
  points: readonly Point[],
  endsOpen: boolean,
  color: string = COLOR.accent,
): void {
  const [first, ...others] = points as [Point, ...Point[]]
  if (others.length === 0) {
    pdf.circle(...first, 1.6).fill(color)
    return
  }
  const open = endsOpen ? [others.at(-2) ?? first, others.pop() as Point] : []
  pdf
    .lineWidth(1.6)
    .lineJoin('round')
    .moveTo(...first)
  for (const point of others) pdf.lineTo(...point)
  pdf.stroke(color)
  const [from, to] = open
  if (from && to) {
    pdf.moveTo(...from).lineTo(...to)
    pdf.dash(2.5, { space: 2 }).stroke(color).undash()
  }
}

/** Begins a figure and draws its title, on a new page if it does not fit; returns the area of the chart. */
export function startChart(sheet: Sheet, title: string, height: number, alt: string): Rectangle {
  const { left, width, bottom } = sheet.frame
  if (sheet.pdf.y + height + 50 > bottom) sheet.newPage()
  const top = sheet.pdf.y
  sheet.heading('H3', title, left, top, width, 9.5)
  sheet.structure.begin('Figure', { alt, bbox: [left, top + 14, left + width, top + height + 42] })
  return { x: left + AXIS, y: top + 24, width: width - AXIS - 4, height }
}

export function endChart(
  sheet: Sheet,
  chart: Rectangle,
  days: readonly Pick<DayRecord, 'date'>[],
  xOf: (index: number) => number,
): void {
  const dates = days.map(({ date }) => date)
  drawDays(sheet, chart, dates, xOf)
  sheet.structure.end()
  sheet.pdf.y = chart.y + chart.height + 33
}

/** Groups of values without a gap. A campaign that runs weekly has none between its runs. */
export function unbrokenParts(
  values: readonly (number | null)[],
): { i: number; value: number }[][] {
  const runs: { i: number; value: number }[][] = []
  const known = values.flatMap((value, i) => (value === null ? [] : i))
  const gaps = known.slice(1).map((i, n) => i - (known[n] as number))
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 1
  values.forEach((value, i) => {
    if (value === null) return
    const last = runs.at(-1)?.at(-1)
    if (last && i - last.i <= usual) runs.at(-1)?.push({ i, value })
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
export function scaleOf(
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
export function drawGrid(
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
