import { useEffect, useRef } from 'preact/hooks'
import { html } from '../html.js'
import { shortened, shown } from './numbers.js'
import { dayOf } from './time.js'

/** @typedef {import('uplot')} Plot */

// A script of the page: as a module its package has it with all comments only, which are half of its weight.
const { uPlot: UPlot } = /** @type {{ uPlot: typeof import('uplot') }} */ (
  /** @type {unknown} */ (globalThis)
)

/** @typedef {{ name: string, values: (number | null)[] }} Line */

const HEIGHT = 200
/** Seconds. */
const HALF_DAY = 43_200
/** 1, 2, 5, 10, 20, … */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

/**
 * Lines over days, with what they show at the day under the pointer. The table below says the same to who does not see
 * them.
 *
 * @param {object} props
 * @param {string} props.title
 * @param {string} [props.unit] After each number.
 * @param {string[]} props.days YYYY-MM-DD, the oldest first.
 * @param {Line[]} props.lines
 * @param {boolean} [props.inverted] The least is on top, as with positions.
 * @param {boolean} [props.bars] Counts of a day, as bars.
 * @param {boolean} [props.whole] There is nothing between two whole numbers, as with counts.
 */
export function Chart({
  title,
  unit = '',
  days,
  lines,
  inverted = false,
  bars = false,
  whole = bars,
}) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null))
  const form = JSON.stringify([lines.map(({ name }) => name), inverted, bars, whole, unit])
  const data = JSON.stringify([days, lines.map(({ values }) => values)])
  const plot = useRef(/** @type {Plot | undefined} */ (undefined))

  // A new plot for another form or theme; new data are put into the one that is there.
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

  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <div class="chart-plot" ref=${place} aria-hidden="true"></div>
    <div class="hidden-text">
      <table>
        <caption>${title}</caption>
        <thead><tr><th scope="col">Day</th>${lines.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${days.map(
            (day, index) => html`<tr>
              <th scope="row">${day}</th>
              ${lines.map(({ values }) => html`<td>${shown(values[index])}${unit}</td>`)}
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

/**
 * The colours of the theme as it is now. A canvas knows no custom properties, so they are asked of an element that has them.
 *
 * @param {HTMLElement} element
 */
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

/**
 * @param {{ width: number, lines: Line[], inverted: boolean, bars: boolean, whole: boolean, unit: string }} wish
 * @param {ReturnType<typeof colours>} theme
 * @returns {import('uplot').Options}
 */
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
    // Where no pointer is, the legend tells of the last day.
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
          points: { show: false },
          value: (/** @type {import('uplot')} */ _plot, /** @type {number | null} */ value) =>
            `${shown(value)}${value === null ? '' : unit}`,
          ...(bars
            ? { paths: UPlot.paths.bars?.({ size: [0.7, 24] }), fill: stroke, width: 0 }
            : {}),
        }
      }),
    ],
  }
}

/** @param {import('uplot')} plot */
const showLast = (plot) => plot.setLegend({ idx: plot.data[0].length - 1 }, false)

const TICK = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** @param {number} seconds */
const tickOf = (seconds) => TICK.format(new Date(seconds * 1000))
/** @param {number} seconds */
const isoDay = (seconds) => new Date(seconds * 1000).toISOString()
