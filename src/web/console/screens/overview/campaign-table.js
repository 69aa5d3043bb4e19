import { useState } from 'preact/hooks'
import { apiDocument } from '../../client/document.js'
import { listPage } from '../../client/lists.js'
import { linkTo } from '../../hooks/route.js'
import { useLoaded, useSandbox } from '../../hooks/sandbox.js'
import { useDebounced } from '../../hooks/timing.js'
import { html } from '../../html.js'
import { Sparkline } from '../../parts/chart.js'
import { valueTo } from '../../parts/controls.js'
import { Failure, Pager, Panel, Table } from '../../parts/page.js'
import { Badge, Change, measured, shown } from '../../parts/values.js'
import { column, period } from './figures.js'

/** @import { Column } from '../../parts/page.js' */
/** @import { Wish } from './figures.js' */

const PAGE = 10

/** @param {{ days: number }} props The number of days in trends. */
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

  const find = html`<input
    type="search"
    aria-label="Find a campaign"
    placeholder="Find by name"
    value=${typed}
    onInput=${valueTo((text) => {
      setTyped(text)
      setPage(0)
    })}
  />`
  return html`<${Panel} title="Campaigns" actions=${find}>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} />`}
    <${Table} class="campaigns" columns=${columnsOf(trends)} rows=${data?.campaigns ?? []} />
    ${data?.campaigns.length === 0 && html`<p class="faint">${search === '' ? 'No campaigns yet.' : html`No campaigns match “<bdi>${search}</bdi>”.`}</p>`}
    <${Pager} total=${data?.total ?? 0} size=${PAGE} page=${page} onPage=${setPage} />
  </${Panel}>`
}

/** @param {Record<string, any>} trends Analytics by campaign, as far as they are loaded. @returns {Column<any>[]} */
function columnsOf(trends) {
  const summaryOf = (/** @type {any} */ { id }) => trends[id]?.summary
  const positionOf = (/** @type {any} */ { id }) =>
    html`<span>${shown(trends[id]?.summary?.average_position)} <${Change} change=${trends[id]?.changes?.average_position} /></span>`
  const trendOf = (/** @type {any} */ { id }) =>
    trends[id] &&
    html`<${Sparkline} values=${column(trends[id].series ?? [], 'average_position')} inverted />`
  return [
    [
      'Campaign',
      ({ id, name, status }) => html`<span>
        <a href=${linkTo('overview', id)}><bdi>${name ?? id}</bdi></a>
        ${status && status !== 'active' && html` <${Badge} tone="warn">${status}</${Badge}>`}
      </span>`,
    ],
    ['Type', ({ type }) => type ?? '–'],
    ['Keywords', ({ keywords }) => shown(keywords?.length), 'number'],
    ['Position', positionOf, 'number'],
    ['Trend', trendOf],
    ['Visibility', (campaign) => measured(summaryOf(campaign)?.visibility, ' %'), 'number'],
    ['Mentions', (campaign) => shown(summaryOf(campaign)?.mentions), 'number'],
  ]
}

/**
 * The analytics of each campaign on the page, except failed ones.
 * @param {Omit<Wish, 'signal'> & { ids: string[] }} wish @returns {(signal: AbortSignal) => Promise<Record<string, any>>}
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
