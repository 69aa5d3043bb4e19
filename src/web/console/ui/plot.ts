import UPlot, { type AlignedData, type Axis, type Options } from 'uplot'
import { dayOf, measured, shortened } from '../client/format.ts'

/** A value of a day: null interrupts the line, undefined does not. */
export type DayValue = number | null | undefined

export interface Line {
  name: string
  values: readonly DayValue[]
}

/** The data of a plot. Days are YYYY-MM-DD, the oldest first. */
export interface PlotContent {
  days: readonly string[]
  lines: readonly Line[]
  unit: string
  /** The smallest value is on top. */
  inverted: boolean
  /** Counts per day. */
  bars: boolean
  /** Only whole numbers. */
  whole: boolean
  /** Text along the axis of the values. */
  axis: string | undefined
  /** Pixels. */
  height: number
  /** Whether the last day is not over. */
  partial: boolean
  /** Days with a numbered mark. */
  marked: readonly string[]
}

type Theme = ReturnType<typeof themeOf>

/** Seconds. */
const HALF_DAY = 43_200
/** Seconds between two marks of the days. */
const DAY_STEPS = [1, 2, 3, 4, 5, 7, 10, 14, 30, 60, 90].map((days) => days * 2 * HALF_DAY)
/** 1, 2, 5, 10, 20, … */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()
/** Pixels. */
const MARK_RADIUS = 8

export function dataOf({ days, lines }: Pick<PlotContent, 'days' | 'lines'>): AlignedData {
  return [days.map(secondsOf), ...lines.map(({ values }) => [...values])]
}

/** The colours of the theme, read from an element because a canvas has no custom properties. */
export function themeOf(element: HTMLElement) {
  const probe = element.appendChild(document.createElement('i'))
  const colour = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const family = getComputedStyle(element).fontFamily
  const theme = {
    text: colour('--text-faint'),
    grid: colour('--line'),
    shade: colour('--raised'),
    panel: colour('--panel'),
    mark: colour('--line-strong'),
    lines: [1, 2, 3, 4, 5, 6, 7, 8].map((index) => colour(`--series-${index}`)),
    font: `12px ${family}`,
    family,
  }
  probe.remove()
  return theme
}

export function optionsOf(content: PlotContent, width: number, theme: Theme): Options {
  const { lines, inverted, bars, whole, unit, height } = content
  const axis: Axis = {
    stroke: theme.text,
    font: theme.font,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
  }
  const label = content.axis
    ? { label: content.axis, labelSize: 20, labelFont: theme.font, labelGap: 4 }
    : {}
  return {
    width,
    height,
    padding: [content.marked.length > 0 ? 2 * MARK_RADIUS + 6 : null, null, null, null],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    // The line under the pointer stands out; the others fade.
    ...(lines.length > 1 && { focus: { alpha: 0.2 } }),
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 7 },
      ...(lines.length > 1 && { focus: { prox: 24 } }),
    },
    legend: { show: true, live: true },
    // Without a pointer, the legend shows the latest values.
    hooks: {
      setData: [showLast],
      ready: [showLast],
      setCursor: [(plot) => plot.cursor.idx == null && showLast(plot)],
      drawClear: [(plot) => paintBackground(plot, content, theme)],
    },
    scales: {
      // Bars and the shade of a day need half a day on both sides.
      x: { time: true, range: (_plot, first, last) => [first - HALF_DAY, last + HALF_DAY] },
      y: {
        dir: inverted ? -1 : 1,
        range: inverted
          ? (_plot, least, most) => rangeOfPlaces(least, most)
          : (_plot, _least, most) => [0, (most || 1) * 1.1],
      },
    },
    axes: [
      {
        ...axis,
        size: 28,
        space: 60,
        incrs: DAY_STEPS,
        values: (_plot, ticks) => ticks.map(tickOf),
      },
      {
        ...axis,
        ...label,
        size: 48,
        ...(whole ? { incrs: WHOLE_STEPS } : {}),
        values: (_plot, ticks) => ticks.map((tick) => `${shortened(tick)}${unit}`),
      },
    ],
    series: [
      { label: 'Day', value: (_plot, seconds) => (seconds ? dayOf(isoOf(seconds)) : '–') },
      ...lines.map(({ name }, index) => {
        const stroke = theme.lines[index % theme.lines.length] as string
        return {
          label: name,
          stroke,
          width: 2,
          points: { show: false, size: 7, fill: stroke, filter: bars ? () => null : alone },
          value: (_plot: UPlot, value: number | null) => measured(value, unit),
          ...(bars
            ? { paths: UPlot.paths.bars?.({ size: [0.7, 24] }), fill: stroke, width: 0 }
            : {}),
        }
      }),
    ],
  }
}

/** Room around the places of a chart, which a single one has no range for. There is no place before the first. */
function rangeOfPlaces(least: number | null, most: number | null): [number, number] {
  const [first, last] = [least ?? 1, most ?? 10]
  const room = Math.max(1, (last - first) * 0.1)
  return [Math.max(0.5, first - room), last + room]
}

/** The shade of the day that is not over, and a line with a number for each marked day. */
function paintBackground(plot: UPlot, { days, partial, marked }: PlotContent, theme: Theme): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  const at = (seconds: number) => plot.valToPos(seconds, 'x', true)
  ctx.save()
  const last = days.at(-1)
  if (partial && last !== undefined) {
    const [begin, end] = [at(secondsOf(last) - HALF_DAY), at(secondsOf(last) + HALF_DAY)]
    ctx.fillStyle = theme.shade
    ctx.fillRect(begin, bbox.top, end - begin, bbox.height)
  }
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `${11 * ratio}px ${theme.family}`
  ctx.lineWidth = ratio
  let taken = Number.NEGATIVE_INFINITY
  marked.forEach((day, index) => {
    const x = at(secondsOf(day))
    const radius = MARK_RADIUS * ratio
    const y = bbox.top - radius - 2 * ratio
    ctx.strokeStyle = theme.mark
    ctx.setLineDash([3 * ratio, 3 * ratio])
    line(ctx, [x, bbox.top], [x, bbox.top + bbox.height])
    ctx.setLineDash([])
    // Without room for a number, the text below the chart has the day.
    if (x - taken < 2 * radius) return
    taken = x
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    ctx.fillStyle = theme.panel
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = theme.text
    ctx.fillText(String(index + 1), x, y)
  })
  ctx.restore()
}

type Point = [x: number, y: number]

function line(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  ctx.beginPath()
  ctx.moveTo(...from)
  ctx.lineTo(...to)
  ctx.stroke()
}

/** The values without a neighbour, which no line reaches: they are drawn as points. */
function alone(plot: UPlot, series: number): number[] | null {
  const values = plot.data[series] ?? []
  const found = [...values.keys()].filter(
    (at) => values[at] != null && values[at - 1] == null && values[at + 1] == null,
  )
  return found.length > 0 ? found : null
}

/** Shows the last day with a value in the legend. */
function showLast(plot: UPlot): void {
  const [days, ...lines] = plot.data
  const last = Math.max(...lines.map((values) => values.findLastIndex((value) => value != null)))
  plot.setLegend({ idx: last < 0 ? days.length - 1 : last }, false)
}

const TICK = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const tickOf = (seconds: number) => TICK.format(new Date(seconds * 1000))
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const secondsOf = (day: string) => Date.parse(day) / 1000
