import { useState } from 'preact/hooks'
import { useLoaded } from '../../hooks/loaded.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Change, shown } from '../../parts/numbers.js'
import { Pager } from '../../parts/pager.js'
import { Sparkline } from '../../parts/sparkline.js'
import { period } from './figures.js'

const PAGE = 10

/**
 * @param {{ campaigns: any[], days: number, linkOf: (id: string) => string }} props
 */
export function CampaignTable({ campaigns, days, linkOf }) {
  const [page, setPage] = useState(0)
  const [wanted, setWanted] = useState('')
  const found = campaigns.filter(({ name, id }) =>
    `${name} ${id}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const from = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE) - 1)) * PAGE
  const rows = found.slice(from, from + PAGE)
  const trends = useTrends(
    rows.map(({ id }) => id),
    days,
  )

  return html`<section class="panel" aria-labelledby="campaigns-title">
    <div class="panel-header">
      <h2 id="campaigns-title">Campaigns</h2>
      ${
        campaigns.length > PAGE &&
        html`<input
          type="search"
          aria-label="Find a campaign"
          placeholder="Find by name or id"
          value=${wanted}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => {
            setWanted(event.currentTarget.value)
            setPage(0)
          }}
        />`
      }
    </div>
    <table class="table stacked">
      <thead>
        <tr>
          <th scope="col">Campaign</th>
          <th scope="col">Type</th>
          <th scope="col" class="number">Keywords</th>
          <th scope="col" class="number">Position</th>
          <th scope="col">Trend</th>
          <th scope="col" class="number">Visibility</th>
          <th scope="col" class="number">Mentions</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (campaign) => html`<tr key=${campaign.id}>
            <th scope="row">
              <a href=${linkOf(campaign.id)}>${campaign.name ?? campaign.id}</a>
              ${campaign.status && campaign.status !== 'active' && html` <${Badge} tone="warn">${campaign.status}</${Badge}>`}
            </th>
            <td data-label="Type">${campaign.type ?? '–'}</td>
            <td data-label="Keywords" class="number">${shown(campaign.keywords)}</td>
            <td data-label="Position" class="number">
              ${shown(campaign.average_position)} <${Change} change=${campaign.changes?.average_position} />
            </td>
            <td data-label="Trend"><${Sparkline} values=${trends[campaign.id] ?? []} inverted /></td>
            <td data-label="Visibility" class="number">${shown(campaign.visibility)} %</td>
            <td data-label="Mentions" class="number">${shown(campaign.mentions)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${found.length === 0 && html`<p class="faint">No campaign is called like “${wanted}”.</p>`}
    <${Pager} total=${found.length} size=${PAGE} page=${from / PAGE} onPage=${setPage} />
  </section>`
}

/**
 * The average position of each day by campaign, of those that are on the page.
 *
 * @param {string[]} ids
 * @param {number} days
 * @returns {Record<string, (number | null)[]>}
 */
function useTrends(ids, days) {
  const { api, control } = useSandbox()
  const { data } = useLoaded(
    async (signal) => {
      const query = await period(control, days, signal)
      const series = await Promise.all(
        ids.map(async (id) => {
          const { data } = await api('GET', `analytics/campaign/${encodeURIComponent(id)}`, {
            query,
            signal,
          })
          return (data?.series ?? []).map((/** @type {any} */ day) => day.average_position ?? null)
        }),
      )
      return Object.fromEntries(ids.map((id, index) => [id, series[index]]))
    },
    [ids.join(), days],
  )
  return data ?? {}
}
