import { dayOf, measured } from '../../client/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Change } from '../../ui/values.tsx'
import { daysOf, type Figure, type Overview } from './figures.ts'
import { marksOf } from './marks.ts'

/** The figures of the period. The chosen one is in the chart. */
export function Tiles({
  figures,
  chosen,
  days,
  onChoose,
}: {
  figures: readonly Figure[]
  chosen: string
  days: number
  onChoose: (id: string) => void
}) {
  return (
    <section class="tiles" aria-label="Key figures">
      {figures.map(({ id, label, value, change, unit, values, inverted }) => (
        <button
          key={id}
          type="button"
          class="tile"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <span>{label}</span>
          <span class="tile-value">{measured(value, unit)}</span>
          <Sparkline values={values} inverted={inverted} />
          <span class="tile-change">
            {change === null ? (
              <span class="faint">no comparison</span>
            ) : (
              <>
                <Change change={change} unit={unit === '' ? '' : ' pp'} />{' '}
                <span class="faint" title={`Compared with the ${days} days before this period`}>
                  vs. {days} d before
                </span>
              </>
            )}
          </span>
        </button>
      ))}
    </section>
  )
}

/** Pixels. */
const HEIGHT = 230

/** The days of a figure, with what happened on them. */
export function FigureChart({ figure, data }: { figure: Figure; data: Overview }) {
  const days = daysOf(data)
  const marks = marksOf(data).filter(({ day }) => days.includes(day))
  const { now } = data.clock
  const partial = days.at(-1) === now.slice(0, 10)
  return (
    <section class="panel figure-chart" aria-label="Over time">
      <Chart
        // A chart of another figure starts anew.
        key={figure.id}
        {...figure.chart}
        unit={figure.unit}
        inverted={figure.inverted}
        days={days}
        height={HEIGHT}
        partial={partial}
        marked={marks.map(({ day }) => day)}
      />
      {(partial || marks.length > 0) && (
        <ol class="chart-marks row">
          {marks.map(({ day, texts }) => (
            <li key={day}>
              <span class="faint">{dayOf(day)}</span> {texts.join(' · ')}
            </li>
          ))}
          {partial && (
            <li class="of-shade">
              <span class="faint">Shaded:</span> today, until {now.slice(11, 16)} UTC
            </li>
          )}
        </ol>
      )}
    </section>
  )
}
