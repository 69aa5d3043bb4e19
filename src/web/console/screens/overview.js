import { useState } from 'preact/hooks'
import { RequestFailed } from '../client/http.js'
import { useLoaded, useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { PeriodChoice } from '../parts/controls.js'
import { Missing, Pending, ScreenHeader } from '../parts/page.js'
import { KeywordTable, Runs } from './overview/campaign-panels.js'
import { CampaignTable } from './overview/campaign-table.js'
import { accountFigures, campaignFigures } from './overview/figures.js'
import { Asked, FigureCharts, FirstCampaign, Happened, Tiles } from './overview/panels.js'

/** @import { Route } from '../hooks/route.js' */

/** The figures of all campaigns at `#/`, or of one at `#/overview/<id>`. @param {{ route: Route }} props */
export function Overview({ route }) {
  // The shell shows this screen for unknown addresses.
  if (!['', 'overview'].includes(route.screen)) {
    return html`<${Missing} title=${html`There is no screen called <bdi>${route.screen}</bdi>`} href="#/">Go to the Overview</${Missing}>`
  }
  return html`<${Figures} id=${route.screen === 'overview' ? route.id : undefined} />`
}

/** @param {{ id: string | undefined }} props Of a campaign. */
function Figures({ id }) {
  const { api, control } = useSandbox()
  const [days, setDays] = useState(30)
  const figures = useLoaded(
    (signal) =>
      id === undefined
        ? accountFigures({ api, control, days, signal })
        : campaignFigures(id, { api, control, days, signal }),
    [api, control, days, id],
  )

  const { data, error, loading, reload } = figures
  // A fault rule may answer 404 for a campaign that exists.
  const isUnknown = error instanceof RequestFailed && error.status === 404 && !error.fault
  if (id !== undefined && isUnknown) {
    return html`<${Missing} title=${html`There is no campaign <bdi>${id}</bdi> in this account`} href="#/">Show all campaigns</${Missing}>`
  }
  const title = data?.name ?? 'Overview'
  return html`<${ScreenHeader} trail=${id !== undefined && html`<a href="#/">All campaigns</a>`} title=${html`<bdi>${title}</bdi>`}>
      <${PeriodChoice} days=${days} onDays=${setDays} />
    </${ScreenHeader}>
    <${Pending} of=${figures} title="The figures could not be loaded">Loading figures…</${Pending}>
    ${data?.isEmpty && html`<${FirstCampaign} onDone=${reload} />`}
    ${
      data?.isEmpty === false &&
      html`<div class=${loading ? 'is-stale' : ''} aria-busy=${loading}>
        <div class="notes">
          ${data.campaign && html`<${Runs} campaign=${data.campaign} />`}
          ${data.incomparable && html`<p>${data.incomparable}</p>`}
        </div>
        <${Tiles} figures=${data} />
        <${FigureCharts} figures=${data} />
        ${id === undefined && html`<${CampaignTable} days=${days} />`}
        ${data.latest.length > 0 && html`<${KeywordTable} rows=${data.latest} />`}
        <${Happened} events=${data.events} mentions=${data.mentions} voice=${data.voice} />
        <${Asked} prompts=${data.prompts} sites=${data.sites} />
      </div>`
    }`
}
