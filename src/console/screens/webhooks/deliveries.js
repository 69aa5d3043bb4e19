import { useEffect, useRef, useState } from 'preact/hooks'
import { readClock } from '../../client/clock.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo, replaceRoute } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Choice } from '../../parts/choice.js'
import { Failure } from '../../parts/failure.js'
import { shown } from '../../parts/numbers.js'
import { Pager } from '../../parts/pager.js'
import { DeliveryTable } from './delivery-table.js'
import { useAttempts } from './turns.js'
import { nameOf } from './webhook.js'

/** @typedef {import('../../client/session.js').Control['Delivery']} Delivery */

const PAGE = 10
const STATUSES = /** @type {const} */ (['delivered', 'pending', 'failed'])
const FILTERS = /** @type {const} */ (['status', 'webhook_id', 'type', 'campaign_id'])
/** Of the pending ones, those that are looked at for the next attempt. */
const WATCHED = 50

/**
 * Events on their way to webhooks, as the address filters them: `#/webhooks?status=pending`.
 *
 * @param {import('./webhooks-page.js').Shared & { query: URLSearchParams }} props
 */
export function Deliveries({ webhooks, receiver, campaigns, kinds, turn, onChange, query }) {
  const { control } = useSandbox()
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']))
  const asked = JSON.stringify(filter)
  const [page, setPage] = useState(0)
  useEffect(() => setPage(0), [asked])
  const section = useRef(/** @type {HTMLElement | null} */ (null))
  // The links of webhooks lead here.
  useEffect(() => {
    if (filter.webhook_id) section.current?.scrollIntoView({ block: 'nearest' })
  }, [filter.webhook_id])
  const { data, error, reload } = useLoaded(
    (signal) => deliveriesOf(control, filter, page, signal),
    [control, asked, page, turn],
  )
  useAttempts(data?.pending, data?.clock, onChange)
  const choose = (/** @type {Record<string, string>} */ change) =>
    replaceRoute(linkTo('webhooks', undefined, { ...filter, ...change }))
  const isFiltering = Object.values(filter).some((value) => value !== '')
  const total = data?.totals[/** @type {'all'} */ (filter.status || 'all')] ?? 0

  return html`<section ref=${section} class="panel webhooks-deliveries" aria-labelledby="deliveries-title">
    <div class="panel-header">
      <h2 id="deliveries-title">Deliveries</h2>
      <div class="choice webhooks-statuses" role="group" aria-label="Status">
        ${['', ...STATUSES].map(
          (status) => html`<button
            type="button"
            aria-pressed=${filter.status === status}
            onClick=${() => choose({ status })}
          >${status || 'all'} <span class="faint">${shown(data?.totals[/** @type {'all'} */ (status || 'all')])}</span></button>`,
        )}
      </div>
    </div>
    <div class="filter-bar" role="search" aria-label="Filter the deliveries">
      <${Choice}
        label="Webhook"
        any="Any webhook"
        value=${filter.webhook_id ?? ''}
        onChange=${(/** @type {string} */ webhook_id) => choose({ webhook_id })}
        options=${(webhooks ?? []).map(({ id }) => [id, `${nameOf(id, webhooks, receiver)} (${id})`])}
      />
      <${Choice}
        label="Event"
        any="Any event"
        value=${filter.type ?? ''}
        onChange=${(/** @type {string} */ type) => choose({ type })}
        options=${kinds.map(({ name }) => [name, name])}
      />
      <${Choice}
        label="Campaign"
        any="Any campaign"
        value=${filter.campaign_id ?? ''}
        onChange=${(/** @type {string} */ campaign_id) => choose({ campaign_id })}
        options=${(campaigns ?? []).map(({ id, name }) => [id, name])}
      />
      ${isFiltering && html`<a href=${linkTo('webhooks')}>Show all</a>`}
    </div>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The deliveries could not be loaded" />`}
    ${
      data === undefined
        ? error === undefined && html`<div class="loading" role="status">Loading deliveries…</div>`
        : data.shown.length > 0
          ? html`<${DeliveryTable} deliveries=${data.shown} clock=${data.clock} webhooks=${webhooks} receiver=${receiver} campaigns=${campaigns} />
              <${Pager} total=${total} size=${PAGE} page=${page} onPage=${setPage} />`
          : html`<p class="faint webhooks-none">${
              isFiltering
                ? 'No delivery fits this filter.'
                : webhooks?.length === 0
                  ? 'Nothing is sent as long as there is no webhook: begin at the top of the page.'
                  : 'Nothing was sent yet. Trigger an event, or let a campaign run by pushing the clock.'
            }</p>`
    }
  </section>`
}

/**
 * @param {import('../../hooks/sandbox.js').Sandbox['control']} control
 * @param {Record<string, string>} filter
 * @param {number} page
 * @param {AbortSignal} signal
 */
async function deliveriesOf(control, filter, page, signal) {
  const list = async (/** @type {object} */ more) => {
    const query = { ...filter, ...more }
    const { data, meta } = await control('GET', 'deliveries', { query, signal })
    return { rows: /** @type {Delivery[]} */ (data), total: meta?.pagination?.total ?? data.length }
  }
  const [listed, all, delivered, pending, failed, clock] = await Promise.all([
    list({ limit: PAGE, offset: page * PAGE }),
    list({ status: '', limit: 1 }),
    list({ status: 'delivered', limit: 1 }),
    list({ status: 'pending', limit: WATCHED }),
    list({ status: 'failed', limit: 1 }),
    readClock(control)(signal),
  ])
  const totals = {
    all: all.total,
    delivered: delivered.total,
    pending: pending.total,
    failed: failed.total,
  }
  return { shown: listed.rows, totals, pending: pending.rows, clock }
}
