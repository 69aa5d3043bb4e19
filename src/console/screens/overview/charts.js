import { html } from '../../html.js'
import { Chart } from '../../parts/chart.js'

/** @param {{ figures: import('./figures.js').Figures }} props */
export function FigureCharts({ figures }) {
  return html`<section class="charts" aria-label="Over time">
    ${figures.charts.map(
      ({ title, unit, lines, inverted, bars }) => html`<div class="panel" key=${title}>
        <${Chart} title=${title} unit=${unit} days=${figures.days} lines=${lines} inverted=${inverted} bars=${bars} />
      </div>`,
    )}
  </section>`
}
