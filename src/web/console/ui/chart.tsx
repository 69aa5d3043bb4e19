import { useEffect, useRef } from 'preact/hooks'
import UPlot from 'uplot'
import { measured } from '../client/format.ts'
import { dataOf, optionsOf, type PlotContent, themeOf } from './plot.ts'

export type { Line } from './plot.ts'

type Required = 'days' | 'lines'

export interface ChartProps
  extends Pick<PlotContent, Required>,
    Partial<Omit<PlotContent, Required>> {
  title: string
  /** Shown without values. */
  none?: string
  /** The name of a line that stands out. */
  highlighted?: string | undefined
}

/** Pixels. */
const HEIGHT = 200

/** Lines or bars over days, with the values at the day under the pointer, and a hidden table of all values. */
export function Chart({
  title,
  none = 'No data in this period.',
  highlighted,
  ...given
}: ChartProps) {
  const { bars = false } = given
  const content: PlotContent = {
    unit: '',
    inverted: false,
    bars,
    whole: bars,
    axis: undefined,
    height: HEIGHT,
    partial: false,
    marked: [],
    ...given,
  }
  const { days, lines, unit, height } = content
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef(undefined as UPlot | undefined)
  const latest = useRef(content)
  latest.current = content

  const { days: _, lines: __, ...form } = content
  const names = lines.map(({ name }) => name)
  // A new form or theme needs a new plot; new data do not.
  useEffect(() => {
    const element = place.current as HTMLDivElement
    const draw = () => {
      plot.current?.destroy()
      const options = optionsOf(latest.current, element.clientWidth, themeOf(element))
      plot.current = new UPlot(options, dataOf(latest.current), element)
    }
    draw()
    const resized = new ResizeObserver(() => {
      const width = element.clientWidth
      if (width > 0 && width !== plot.current?.width) plot.current?.setSize({ width, height })
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
  }, [JSON.stringify([names, form, days.at(-1)])])
  const data = JSON.stringify([days, lines.map(({ values }) => values)])
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [data])

  useEffect(() => {
    const index = names.indexOf(highlighted ?? '')
    if (names.length > 1) plot.current?.setSeries(index < 0 ? null : index + 1, { focus: true })
  }, [highlighted])

  const isEmpty = lines.every(({ values }) => values.every((value) => value === null))
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {isEmpty && <p class="faint">{none}</p>}
      <div style={{ minHeight: height + 32 }} ref={place} aria-hidden="true" />
      <div class="hidden-text">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {lines.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr>
                <th scope="row">{day}</th>
                {lines.map(({ values }) => (
                  <td>{measured(values[index], unit)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
