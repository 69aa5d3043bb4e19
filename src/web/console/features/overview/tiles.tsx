import { measured } from '../../client/format.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Change } from '../../ui/values.tsx'
import type { Figure } from './figures.ts'

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
