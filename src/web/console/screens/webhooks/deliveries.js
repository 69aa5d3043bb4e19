import { useEffect, useRef, useState } from 'preact/hooks'
import { readClock } from '../../client/session.js'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.js'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Choice, ChoiceButtons } from '../../parts/controls.js'
import { Pager, Pending, Table } from '../../parts/page.js'
import { counted, shown, Time } from '../../parts/values.js'
import { untilText, useAttempts } from './due.js'
import { DeliveryBadge, nameOf } from './webhook.js'

/** @import { Shared } from './webhook.js' */
/** @import { ControlCall } from '../../client/http.js' */
/** @import { Clock } from '../../client/session.js' */
/** @import { Column } from '../../parts/page.js' */

/** @typedef {import('../../client/session.js').Control['Delivery']} Delivery */

const PAGE = 10
/** The first is that of all deliveries. */
const STATUSES = ['', 'delivered', 'pending', 'failed']
const FILTERS = /** @type {const} */ (['status', 'webhook_id', 'type', 'campaign_id'])
/** The pending deliveries that are watched for their next attempt. */
const WATCHED = 50

/** Deliveries, as the address filters them: `#/webhooks?status=pending`. @param {Shared & { query: URLSearchParams }} props */
export function Deliveries({ webhooks, receiver, campaigns, kinds, turn, onChange, query }) {
  const { control } = useSandbox()
  const filter = filterIn(query, FILTERS)
  const asked = JSON.stringify(filter)
  const [page, setPage] = useState(0)
  useEffect(() => setPage(0), [asked])
  const section = useRef(/** @type {HTMLElement | null} */ (null))
  // The links of webhooks lead to this section.
  useEffect(() => {
    if (filter.webhook_id) section.current?.scrollIntoView({ block: 'nearest' })
  }, [filter.webhook_id])
  const loaded = useLoaded(
    (signal) => deliveriesOf(control, filter, page, signal),
    [control, asked, page, turn],
  )
  const { data } = loaded
  useAttempts(data?.pending, data?.clock, onChange)
  const choose = (/** @type {Record<string, string>} */ change) =>
    replaceRoute(linkTo('webhooks', undefined, { ...filter, ...change }))
  const bound = (/** @type {typeof FILTERS[number]} */ name) => ({
    value: filter[name],
    onChange: (/** @type {string} */ value) => choose({ [name]: value }),
  })
  const isFiltering = Object.values(filter).some((value) => value !== '')

  return html`<section ref=${section} class="panel webhooks-deliveries" aria-labelledby="deliveries-title">
    <div class="panel-header">
      <h2 id="deliveries-title">Deliveries</h2>
      <${ChoiceButtons}
        class="webhooks-statuses"
        label="Status"
        value=${filter.status}
        options=${STATUSES.map((status) => [status, html`${status || 'all'} <span class="faint">${shown(data?.totals[status])}</span>`])}
        onChange=${(/** @type {string} */ status) => choose({ status })}
      />
      <${ResendFailed} count=${data?.totals.failed ?? 0} filter=${filter} onDone=${onChange} />
    </div>
    <div class="filter-bar" role="search" aria-label="Filter the deliveries">
      <${Choice} label="Webhook" any="Any webhook" ...${bound('webhook_id')} options=${(webhooks ?? []).map(({ id }) => [id, `${nameOf(id, webhooks, receiver)} (${id})`])} />
      <${Choice} label="Event" any="Any event" ...${bound('type')} options=${kinds.map(({ name }) => [name, name])} />
      <${Choice} label="Campaign" any="Any campaign" ...${bound('campaign_id')} options=${(campaigns ?? []).map(({ id, name }) => [id, name])} />
      ${isFiltering && html`<a href=${linkTo('webhooks')}>Show all</a>`}
    </div>
    <${Pending} of=${loaded} title="The deliveries could not be loaded">Loading deliveries…</${Pending}>
    ${
      data &&
      (data.shown.length > 0
        ? html`<${DeliveryTable} deliveries=${data.shown} clock=${data.clock} webhooks=${webhooks} receiver=${receiver} campaigns=${campaigns} />
              <${Pager} total=${data.totals[filter.status] ?? 0} size=${PAGE} page=${page} onPage=${setPage} />`
        : html`<p class="faint webhooks-none">${
            isFiltering
              ? 'No deliveries match this filter.'
              : webhooks?.length === 0
                ? 'No deliveries yet. Create a webhook first.'
                : 'No deliveries yet. Trigger an event, or advance the clock to run a campaign.'
          }</p>`)
    }
  </section>`
}

/** Resends the failed deliveries of the filter. @param {{ count: number, filter: Record<string, string>, onDone: () => void }} props */
function ResendFailed({ count, filter, onDone }) {
  const { control, notify } = useSandbox()
  const resend = useAction(async () => {
    const query = { ...filter, status: 'failed' }
    const { delivered, failed } = (await control('POST', '/deliveries/resend', { query })).data
    onDone()
    if (failed === 0) return `${counted(delivered, 'event')} delivered.`
    notify(`${counted(delivered, 'event')} delivered, ${failed} failed again.`, 'failed')
  })
  if (count === 0 && !resend.busy) return null
  return html`<button type="button" disabled=${resend.busy} onClick=${() => resend.run()}>
    ${resend.busy ? 'Resending…' : `Resend ${shown(count)} failed`}
  </button>`
}

/** @param {ControlCall} control @param {Record<string, string>} filter @param {number} page @param {AbortSignal} signal */
async function deliveriesOf(control, filter, page, signal) {
  const list = async (/** @type {object} */ more) => {
    const query = { ...filter, ...more }
    const { data, meta } = await control('GET', '/deliveries', { query, signal })
    return { rows: data, total: meta?.pagination?.total ?? data.length }
  }
  const [listed, clock, ...found] = await Promise.all([
    list({ limit: PAGE, offset: page * PAGE }),
    readClock(control)(signal),
    ...STATUSES.map((status) => list({ status, limit: status === 'pending' ? WATCHED : 1 })),
  ])
  /** @type {Record<string, number>} */
  const totals = Object.fromEntries(found.map(({ total }, index) => [STATUSES[index], total]))
  const pending = found[STATUSES.indexOf('pending')]?.rows
  return { shown: listed.rows, totals, pending, clock }
}

/** @param {{ deliveries: readonly Delivery[], clock: Clock } & Pick<Shared, 'webhooks' | 'receiver' | 'campaigns'>} props */
function DeliveryTable({ deliveries, clock, webhooks, receiver, campaigns = [] }) {
  /** @type {Column<Delivery>[]} */
  const columns = [
    [
      'Event',
      ({ id, type, campaign_id }) => html`
        <a href=${linkTo('webhooks', id)}>${type}</a>
        <span class="webhooks-note"><bdi>${campaigns.find((each) => each.id === campaign_id)?.name ?? campaign_id}</bdi></span>
      `,
    ],
    ['Time', ({ created_at }) => html`<${Time} at=${created_at} />`],
    [
      'Webhook',
      (delivery) =>
        html`<span class="webhooks-url">${nameOf(delivery.webhook_id, webhooks, receiver)}</span>`,
    ],
    ['Status', ({ status }) => html`<${DeliveryBadge} status=${status} />`],
    ['Attempts', ({ attempts }) => shown(attempts.length), 'number'],
    [
      'Next attempt',
      ({ next_attempt_at: at }) =>
        at === null
          ? html`<span class="faint">none</span>`
          : html`<time datetime=${at} title=${`${at} (UTC)`}>${untilText(at, clock) ?? 'now'}</time>`,
    ],
  ]
  return html`<${Table} class="webhooks-table" columns=${columns} rows=${deliveries} />`
}
