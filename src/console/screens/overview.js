import { useState } from 'preact/hooks'
import { RequestFailed } from '../client/http.js'
import { useLoaded } from '../hooks/loaded.js'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'
import { Missing } from '../parts/missing.js'
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
  // The shell shows this screen where the address names none.
  if (!['', 'overview'].includes(route.screen)) {
    return html`<${Missing} title=${html`There is no screen called <bdi>${route.screen}</bdi>`} href="#/">Go to the Overview</${Missing}>`
  }
  return html`<${Figures} id=${route.screen === 'overview' ? route.id : undefined} />`
}

/** @param {{ id: string | undefined }} props Of a campaign. */
function Figures({ id }) {
  const { api, control } = useSandbox()
  const [days, setDays] = useState(30)
  const { data, error, loading, reload } = useLoaded(
    (signal) =>
      id === undefined
        ? accountFigures({ api, control, days, signal })
        : campaignFigures(id, { api, control, days, signal }),
    [api, control, days, id],
  )

  if (id !== undefined && isUnknown(error)) {
    return html`<${Missing} title=${html`There is no campaign <bdi>${id}</bdi> in this account`} href="#/">Show all campaigns</${Missing}>`
  }
  const title = data?.name ?? 'Overview'
  return html`<div class="screen-header">
      <div>
        ${id !== undefined && html`<p class="crumb"><a href="#/">All campaigns</a></p>`}
        <h1><bdi>${title}</bdi></h1>
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
          : html`<div class=${loading ? 'is-stale' : ''} aria-busy=${loading}>
              <${Tiles} figures=${data} />
              <${FigureCharts} figures=${data} />
              ${id === undefined && html`<${CampaignTable} days=${days} />`}
              <${Happened} events=${data.events} mentions=${data.mentions} brands=${data.brands} />
            </div>`
    }`
}

/** Whether the API knows no such campaign; a fault rule may say so of any. @param {unknown} error */
const isUnknown = (error) =>
  error instanceof RequestFailed && error.status === 404 && error.fault === undefined
