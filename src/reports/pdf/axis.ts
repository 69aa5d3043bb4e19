import { COLOR, type Rectangle, type Sheet } from './sheet.ts'
import { shortDay } from './wording.ts'

/** Room for the labels of the axis. */
export const AXIS = 30
/** For longer periods, labels show month and year instead of the day. */
const HALF_A_YEAR = 183

export interface Scale {
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
export function drawDays(
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
