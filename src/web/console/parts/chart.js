import { useEffect, useRef } from 'preact/hooks'
import { html } from '../html.js'
import { dayOf, measured, shortened } from './values.js'

/** @typedef {import('uplot')} Plot */

// A script of the page, because the module in its package is not minified.
const { uPlot: UPlot } = /** @type {{ uPlot: typeof import('uplot') }} */ (
  /** @type {unknown} */ (globalThis)
)

/** @typedef {{ name: string, values: (number | null)[] }} Line */
/** @typedef {{ unit: string, inverted: boolean, bars: boolean, whole: boolean }} Form */

const HEIGHT = 200
/** Seconds. */
const HALF_DAY = 43_200
/** 1, 2, 5, 10, 20, … */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

/**
 * Lines over days, with the values at the day under the pointer, and a hidden table of all values. `days` are YYYY-MM-DD, the
 * oldest first. `inverted`: the smallest value is on top. `bars`: counts per day. `whole`: only whole numbers.
 * `none` is said when there are no values.
 * @param {{ title: string, days: string[], lines: Line[], none?: string } & Partial<Form>} props
 */
export function Chart({
  title,
  unit = '',
  days,
  lines,
  inverted = false,
  bars = false,
  whole = bars,
  none = 'No data in this period.',
}) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null))
  const form = JSON.stringify([lines.map(({ name }) => name), inverted, bars, whole, unit])
  const data = JSON.stringify([days, lines.map(({ values }) => values)])
  const plot = useRef(/** @type {Plot | undefined} */ (undefined))

  // A new form or theme needs a new plot; new data do not.
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (place.current)
    const draw = () => {
      plot.current?.destroy()
      const width = element.clientWidth
      const options = optionsOf({ width, lines, inverted, bars, whole, unit }, colours(element))
      plot.current = new UPlot(options, dataOf(days, lines), element)
    }
    draw()
    const resized = new ResizeObserver(() => {
      const width = element.clientWidth
      if (width > 0 && width !== plot.current?.width)
        plot.current?.setSize({ width, height: HEIGHT })
    })
    resized.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    addEventListener('themechange', draw)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', draw)
      removeEventListener('themechange', draw)
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [form])
  useEffect(() => plot.current?.setData(dataOf(days, lines)), [data])

  const isEmpty = lines.every(({ values }) => values.every((value) => value === null))
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    ${isEmpty && html`<p class="faint">${none}</p>`}
    <div class="chart-plot" ref=${place} aria-hidden="true"></div>
    <div class="hidden-text">
      <table>
        <caption>${title}</caption>
        <thead><tr><th scope="col">Day</th>${lines.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${days.map(
            (day, index) => html`<tr>
              <th scope="row">${day}</th>
              ${lines.map(({ values }) => html`<td>${measured(values[index], unit)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </figure>`
}

/** @param {string[]} days @param {Line[]} lines @returns {import('uplot').AlignedData} */
function dataOf(days, lines) {
  return [days.map((day) => Date.parse(day) / 1000), ...lines.map(({ values }) => values)]
}

/** The colours of the theme, read from an element because a canvas has no custom properties. @param {HTMLElement} element */
function colours(element) {
  const probe = element.appendChild(document.createElement('i'))
  const colour = (/** @type {string} */ name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const theme = {
    text: colour('--text-faint'),
    grid: colour('--line'),
    lines: [1, 2, 3, 4, 5, 6, 7, 8].map((index) => colour(`--series-${index}`)),
    font: `11px ${getComputedStyle(element).fontFamily}`,
  }
  probe.remove()
  return theme
}

/** @param {Form & { width: number, lines: Line[] }} wish @param {ReturnType<typeof colours>} theme @returns {import('uplot').Options} */
function optionsOf({ width, lines, inverted, bars, whole, unit }, theme) {
  const axis = {
    stroke: theme.text,
    font: theme.font,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    tzDate: (/** @type {number} */ seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    legend: { show: true, live: true },
    // Without a pointer, the legend shows the last day.
    hooks: {
      setData: [showLast],
      ready: [showLast],
      setCursor: [(plot) => plot.cursor.idx == null && showLast(plot)],
    },
    scales: {
      // A bar at the edge needs room for its other half.
      x: {
        time: true,
        ...(bars ? { range: (_plot, first, last) => [first - HALF_DAY, last + HALF_DAY] } : {}),
      },
      y: {
        dir: inverted ? -1 : 1,
        range: inverted ? undefined : (_plot, _least, most) => [0, (most || 1) * 1.1],
      },
    },
    axes: [
      { ...axis, size: 28, space: 60, values: (_plot, ticks) => ticks.map(tickOf) },
      {
        ...axis,
        size: 44,
        ...(whole ? { incrs: WHOLE_STEPS } : {}),
        values: (_plot, ticks) => ticks.map((tick) => `${shortened(tick)}${unit}`),
      },
    ],
    series: [
      { label: 'Day', value: (_plot, seconds) => (seconds ? dayOf(isoDay(seconds)) : '–') },
      ...lines.map(({ name }, index) => {
        const stroke = /** @type {string} */ (theme.lines[index % theme.lines.length])
        return {
          label: name,
          stroke,
          width: 2,
          points: { show: false, size: 5, fill: stroke, filter: bars ? () => null : alone },
          value: (/** @type {import('uplot')} */ _plot, /** @type {number | null} */ value) =>
            measured(value, unit),
          ...(bars
            ? { paths: UPlot.paths.bars?.({ size: [0.7, 24] }), fill: stroke, width: 0 }
            : {}),
        }
      }),
    ],
  }
}

/** The values without a neighbour, which no line reaches: they are drawn as points. @param {import('uplot')} plot @param {number} series */
function alone(plot, series) {
  const values = plot.data[series] ?? []
  const found = [...values.keys()].filter(
    (at) => values[at] != null && values[at - 1] == null && values[at + 1] == null,
  )
  return found.length > 0 ? found : null
}

/** @param {import('uplot')} plot */
const showLast = (plot) => plot.setLegend({ idx: plot.data[0].length - 1 }, false)

const TICK = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const tickOf = (/** @type {number} */ seconds) => TICK.format(new Date(seconds * 1000))
const isoDay = (/** @type {number} */ seconds) => new Date(seconds * 1000).toISOString()

/** Pixels of a sparkline. */
const SPARK = { width: 120, height: 28, margin: 2 }

/** A small line without axes, as decoration next to its numbers. @param {{ values: (number | null)[], inverted?: boolean }} props */
export function Sparkline({ values, inverted = false }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2)
    return html`<span class="faint" title="Not enough data for a trend">–</span>`
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  const least = Math.min(...known)
  const spread = Math.max(...known) - least || 1
  const points = values.flatMap((value, index) => {
    if (value === null) return []
    const share = (value - least) / spread
    const x = SPARK.margin + ((index - first) / (last - first)) * (SPARK.width - 2 * SPARK.margin)
    const y = SPARK.margin + (inverted ? share : 1 - share) * (SPARK.height - 2 * SPARK.margin)
    return [`${x.toFixed(1)},${y.toFixed(1)}`]
  })
  return html`<svg class="sparkline" viewBox=${`0 0 ${SPARK.width} ${SPARK.height}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline points=${points.join(' ')} />
  </svg>`
}
