import { useState } from 'preact/hooks'
import { useLoaded } from '../hooks/loaded.js'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'
import { CampaignTable } from './overview/campaign-table.js'
import { FigureCharts } from './overview/charts.js'
import { accountFigures, campaignFigures } from './overview/figures.js'
import { FirstCampaign } from './overview/first-campaign.js'
import { Happened } from './overview/happened.js'
import { Tiles } from './overview/tiles.js'

const PERIODS = [7, 30, 90]

/**
 * What the account's campaigns show: `#/` for all of them, `#/overview/<id>` for one.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Overview({ route }) {
  const { api, control } = useSandbox()
  const [days, setDays] = useState(30)
  const id = route.screen === 'overview' ? route.id : undefined
  const { data, error, loading, reload } = useLoaded(
    (signal) =>
      id === undefined
        ? accountFigures({ api, control, days, signal })
        : campaignFigures(id, { api, control, days, signal }),
    [api, control, days, id],
  )

  const title = data?.name ?? 'Overview'
  return html`<div class="screen-header">
      <div>
        ${id !== undefined && html`<p class="crumb"><a href="#/">All campaigns</a></p>`}
        <h1>${title}</h1>
      </div>
      <div class="choice" role="group" aria-label="Period">
        ${PERIODS.map(
          (each) =>
            html`<button type="button" aria-pressed=${each === days} onClick=${() => setDays(each)}>${each} days</button>`,
        )}
      </div>
    </div>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The figures could not be loaded" />`}
    ${
      data === undefined
        ? loading && html`<div class="loading" role="status">Loading figures…</div>`
        : data.isEmpty
          ? html`<${FirstCampaign} onDone=${reload} />`
          : html`<div class=${loading ? 'is-stale' : ''}>
              <${Tiles} figures=${data} />
              <${FigureCharts} figures=${data} />
              ${id === undefined && html`<${CampaignTable} days=${days} />`}
              <${Happened} events=${data.events} mentions=${data.mentions} brands=${data.brands} />
            </div>`
    }`
}
