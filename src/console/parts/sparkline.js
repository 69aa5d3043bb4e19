import { html } from '../html.js'

const WIDTH = 120
const HEIGHT = 28
const MARGIN = 2

/**
 * A line without axes. Numbers stand beside it, so it is decoration for who does not see it.
 *
 * @param {{ values: (number | null)[], inverted?: boolean }} props `inverted`: less is better, and drawn higher.
 */
export function Sparkline({ values, inverted = false }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return html`<span class="faint" title="too young for a trend">–</span>`
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  const least = Math.min(...known)
  const spread = Math.max(...known) - least || 1
  const points = values.flatMap((value, index) => {
    if (value === null) return []
    const share = (value - least) / spread
    const x = MARGIN + ((index - first) / (last - first)) * (WIDTH - 2 * MARGIN)
    const y = MARGIN + (inverted ? share : 1 - share) * (HEIGHT - 2 * MARGIN)
    return [`${x.toFixed(1)},${y.toFixed(1)}`]
  })
  return html`<svg class="sparkline" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline points=${points.join(' ')} />
  </svg>`
}
