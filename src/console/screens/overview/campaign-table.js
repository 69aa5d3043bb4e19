import { useState } from 'preact/hooks'
import { apiDocument } from '../../client/document.js'
import { listPage } from '../../client/lists.js'
import { useDebounced } from '../../hooks/debounced.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Failure } from '../../parts/failure.js'
import { Change, shown } from '../../parts/numbers.js'
import { Pager } from '../../parts/pager.js'
import { Sparkline } from '../../parts/sparkline.js'
import { period } from './figures.js'

const PAGE = 10

/** @param {{ days: number }} props How many days the trends are of. */
export function CampaignTable({ days }) {
  const { api, control } = useSandbox()
  const [page, setPage] = useState(0)
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed)
  const { data, error, reload } = useLoaded(
    async (signal) => {
      const { query, read } = listPage(await apiDocument(), '/campaigns', { page, size: PAGE })
      const answer = await api('GET', 'campaigns', { query: { ...query, search }, signal })
      const { rows, total } = read(answer)
      return { campaigns: rows, total }
    },
    [api, page, search],
  )
  const ids = data?.campaigns.map(({ id }) => id) ?? []
  const { data: trends = {} } = useLoaded(trendsOf({ api, control, ids, days }), [ids.join(), days])

  return html`<section class="panel" aria-labelledby="campaigns-title">
    <div class="panel-header">
      <h2 id="campaigns-title">Campaigns</h2>
      <input
        type="search"
        aria-label="Find a campaign"
        placeholder="Find by name"
        value=${typed}
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => {
          setTyped(event.currentTarget.value)
          setPage(0)
        }}
      />
    </div>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} />`}
    <table class="table stacked campaigns">
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
        ${data?.campaigns.map(
          (campaign) =>
            html`<${CampaignRow} key=${campaign.id} campaign=${campaign} trend=${trends[campaign.id]} />`,
        )}
      </tbody>
    </table>
    ${data?.campaigns.length === 0 && html`<p class="faint">${search === '' ? 'The list of campaigns is empty.' : html`No campaign fits “<bdi>${search}</bdi>”.`}</p>`}
    <${Pager} total=${data?.total ?? 0} size=${PAGE} page=${page} onPage=${setPage} />
  </section>`
}

/**
 * @param {{ campaign: any, trend: any }} props `trend`: what the analytics tell of it, undefined until they are there.
 */
function CampaignRow({ campaign, trend }) {
  const { summary, changes, series } = trend ?? {}
  const positions = (series ?? []).map((/** @type {any} */ day) => day.average_position ?? null)
  return html`<tr>
    <th scope="row">
      <span>
        <a href=${linkTo('overview', campaign.id)}><bdi>${campaign.name ?? campaign.id}</bdi></a>
        ${campaign.status && campaign.status !== 'active' && html` <${Badge} tone="warn">${campaign.status}</${Badge}>`}
      </span>
    </th>
    <td data-label="Type">${campaign.type ?? '–'}</td>
    <td data-label="Keywords" class="number">${shown(campaign.keywords?.length)}</td>
    <td data-label="Position" class="number">
      <span>${shown(summary?.average_position)} <${Change} change=${changes?.average_position} /></span>
    </td>
    <td data-label="Trend">${trend && html`<${Sparkline} values=${positions} inverted />`}</td>
    <td data-label="Visibility" class="number">${shown(summary?.visibility)} %</td>
    <td data-label="Mentions" class="number">${shown(summary?.mentions)}</td>
  </tr>`
}

/**
 * What the analytics tell of each campaign on the page; those that fail are left out, the others are shown.
 *
 * @param {{ api: import('../../hooks/sandbox.js').Sandbox['api'], control: import('../../hooks/sandbox.js').Sandbox['control'], ids: string[], days: number }} wish
 * @returns {(signal: AbortSignal) => Promise<Record<string, any>>}
 */
function trendsOf({ api, control, ids, days }) {
  return async (signal) => {
    if (ids.length === 0) return {}
    const query = await period(control, days, signal)
    const answers = await Promise.allSettled(
      ids.map((id) =>
        api('GET', `analytics/campaign/${encodeURIComponent(id)}`, { query, signal }),
      ),
    )
    return Object.fromEntries(
      answers.flatMap((answer, index) =>
        answer.status === 'fulfilled' ? [[ids[index], answer.value.data]] : [],
      ),
    )
  }
}
