import { linkTo } from '../../hooks/route.js'
import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Chart, Sparkline } from '../../parts/chart.js'
import { Command, curlCommand } from '../../parts/controls.js'
import { Empty, Panel } from '../../parts/page.js'
import { Badge, Change, shown, Time } from '../../parts/values.js'

/** @param {{ figures: import('./figures.js').Figures }} props */
export function Tiles({ figures }) {
  return html`<section class="tiles" aria-label="Key figures">
    ${figures.tiles.map(
      ({ label, value, change, unit = '', values, inverted }) => html`<div class="tile">
        <h2>${label}</h2>
        <p class="tile-value">${shown(value)}${value === undefined ? '' : unit} <${Change} change=${change} /></p>
        <${Sparkline} values=${values} inverted=${inverted} />
      </div>`,
    )}
  </section>`
}

/** @param {{ figures: import('./figures.js').Figures }} props */
export function FigureCharts({ figures }) {
  return html`<section class="charts" aria-label="Over time">
    ${figures.charts.map(
      (chart) => html`<div class="panel" key=${chart.title}>
        <${Chart} ...${chart} days=${figures.days} />
      </div>`,
    )}
  </section>`
}

const TONES = /** @type {const} */ ({ positive: 'good', negative: 'bad' })
const MOST_ROWS = 6

/** @param {{ events: any[], mentions: any[], brands: { brand: string, own: boolean, share: number }[] }} props */
export function Happened({ events, mentions, brands }) {
  return html`<div class="thirds">
    ${
      brands.length > 0 &&
      html`<${Panel} title="Share of voice">
        <ul class="bars">
          ${brands.slice(0, MOST_ROWS + 2).map(
            ({ brand, own, share }) => html`<li class=${own ? 'own' : ''}>
              <span><bdi>${brand}</bdi>${own ? ' (own)' : ''}</span><span class="number">${shown(share)} %</span>
              <meter min="0" max=${Math.max(...brands.map((each) => each.share ?? 0), 1)} value=${share ?? 0} aria-label=${`Share of voice of ${brand}`}></meter>
            </li>`,
          )}
        </ul>
      </${Panel}>`
    }
    <${Panel} title="Recent events">
      ${events.length === 0 && html`<p class="faint">No events in this period.</p>`}
      <ul class="feed">
        ${events.slice(0, MOST_ROWS).map(
          ({ date, type, keyword, position, previous_position }) => html`<li>
            <span class="faint">${date}</span>
            <span>${keyword ? html`<strong><bdi>${keyword}</bdi></strong> ` : ''}${String(type ?? '').replaceAll('_', ' ')}${position ? `: ${previous_position ?? '–'} to ${position}` : ''}</span>
          </li>`,
        )}
      </ul>
    </${Panel}>
    <${Panel} title="Latest mentions">
      ${mentions.length === 0 && html`<p class="faint">No mentions in this period.</p>`}
      <ul class="feed">
        ${mentions.slice(0, MOST_ROWS - 2).map(
          ({ platform, detected_at, sentiment, excerpt, brand }) => html`<li>
            <span><strong>${platform}</strong> on <bdi>${brand}</bdi> <${Badge} tone=${TONES[/** @type {'positive'} */ (sentiment)] ?? 'plain'}>${sentiment}</${Badge}></span>
            <bdi class="excerpt">${excerpt}</bdi>
            <span class="faint"><${Time} at=${detected_at} /></span>
          </li>`,
        )}
      </ul>
    </${Panel}>
  </div>`
}

const SAMPLE = {
  name: 'My first campaign',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots', 'ultralight tent'],
  frequency: 'daily',
}

/** How to create the first campaign. @param {{ onDone: () => void }} props */
export function FirstCampaign({ onDone }) {
  const { api } = useSandbox()
  const create = useAction(async () => {
    await api('POST', 'campaigns', { body: SAMPLE })
    onDone()
    return 'Campaign created. Advance the clock by 7 days to see its positions change.'
  })
  const command = curlCommand(`${new URL('api/campaigns', document.baseURI)}`, {
    body: JSON.stringify(SAMPLE),
  })
  return html`<${Empty} title="No campaigns yet">
    <p>
      A campaign lists the keywords to monitor. Rankings, mentions and reports follow at once. Create one here, or with a
      ${' '}<a href=${linkTo('integrations')}>key of the account</a>, as your own code will:
    </p>
    <${Command} text=${command} />
    <div class="actions">
      <button type="button" class="primary" disabled=${create.busy} onClick=${() => create.run()}>Create a sample campaign</button>
    </div>
  </${Empty}>`
}
