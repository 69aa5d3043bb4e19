import { html } from '../../html.js'
import { Change, shown } from '../../parts/numbers.js'
import { Sparkline } from '../../parts/sparkline.js'

/** @param {{ figures: import('./figures.js').Figures }} props */
export function Tiles({ figures }) {
  return html`<section class="tiles" aria-label="Key figures">
    ${figures.tiles.map(
      ({ label, value, change, unit, values, inverted }) => html`<div class="tile">
        <h2>${label}</h2>
        <p class="tile-value">${shown(value)}${value === undefined ? '' : unit} <${Change} change=${change} /></p>
        <${Sparkline} values=${values} inverted=${inverted} />
      </div>`,
    )}
  </section>`
}
