import type { DayValue } from './plot.ts'

/** Pixels of a sparkline. */
const SPARK = { width: 120, height: 28, margin: 2 }
/** The x position of a single value, as a share of the width: at the end, with room for the point. */
const POINT_AT = 0.94

/** A small line without axes, as decoration next to its numbers. One value is a point. */
export function Sparkline({
  values,
  inverted = false,
}: {
  values: readonly DayValue[]
  inverted?: boolean
}) {
  const known = values.filter((value) => value != null)
  if (known.length === 0)
    return (
      <span class="faint" title="No data for a trend">
        –
      </span>
    )
  const first = values.findIndex((value) => value != null)
  const last = values.findLastIndex((value) => value != null)
  const least = Math.min(...known)
  const spread = Math.max(...known) - least || 1
  const points = values.flatMap((value, index) => {
    if (value == null) return []
    const share = known.length === 1 ? 0.5 : (value - least) / spread
    const along = last === first ? POINT_AT : (index - first) / (last - first)
    const x = SPARK.margin + along * (SPARK.width - 2 * SPARK.margin)
    const y = SPARK.margin + (inverted ? share : 1 - share) * (SPARK.height - 2 * SPARK.margin)
    return [`${x.toFixed(1)},${y.toFixed(1)}`]
  })
  // A line of no length with round ends is a round point, also when the picture is stretched.
  const line = points.length === 1 ? [...points, ...points] : points
  return (
    <svg
      class={points.length === 1 ? 'sparkline is-point' : 'sparkline'}
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={line.join(' ')} />
    </svg>
  )
}
