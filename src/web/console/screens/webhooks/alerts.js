import { useState } from 'preact/hooks'
import { DAY_MS, readClock, shownBy } from '../../client/session.js'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Dialog } from '../../parts/dialog.js'
import { Failure, Pending, Table } from '../../parts/page.js'
import { Badge, Time } from '../../parts/values.js'

/** @import { Column } from '../../parts/page.js' */
/** @import { Loaded } from '../../hooks/sandbox.js' */
/** @import { Shared } from './webhook.js' */

/** @typedef {import('../../../../../spec/generated/api.ts').components['schemas']} Api */
/** @typedef {Api['Alert']} Alert */

/** How many events of an alert are shown. */
const SHOWN = 50

/** The alerts of the account, and what they found. @param {Pick<Shared, 'campaigns' | 'onChange'> & { loaded: Loaded<Alert[]> }} props */
export function Alerts({ campaigns, loaded, onChange }) {
  const [opened, setOpened] = useState(/** @type {Alert | undefined} */ (undefined))
  const alerts = loaded.data
  /** @type {Column<Alert>[]} */
  const columns = [
    [
      'Alert',
      (alert) =>
        html`<bdi>${alert.name}</bdi> <span class="webhooks-note">${conditionOf(alert, campaigns)}</span>`,
    ],
    ['Events', ({ trigger_count }) => trigger_count],
    ['Last event', lastOf],
    [
      'Actions',
      (alert) =>
        html`<${AlertActions} alert=${alert} onChange=${onChange} onOpen=${() => setOpened(alert)} />`,
      'webhooks-actions',
    ],
  ]
  if (alerts?.length === 0) return null
  return html`<section class="panel" aria-labelledby="alerts-title">
    <h2 id="alerts-title">Alerts</h2>
    <${Pending} of=${loaded} title="The alerts could not be loaded">Loading alerts…</${Pending}>
    ${alerts && html`<${Table} class="webhooks-table" columns=${columns} rows=${alerts} />`}
    ${opened && html`<${History} alert=${opened} onClose=${() => setOpened(undefined)} />`}
  </section>`
}

/** @param {Alert} alert @param {Shared['campaigns']} campaigns */
function conditionOf({ event, campaign_id, keyword, min_change, platform }, campaigns) {
  const campaign = campaigns?.find(({ id }) => id === campaign_id)?.name ?? campaign_id
  return [event, campaign, keyword, min_change && `${min_change} places or more`, platform]
    .filter(Boolean)
    .join(', ')
}

/** @param {Alert} alert */
function lastOf({ last_triggered_at: last, acknowledged_at: seen, snoozed_until: until }) {
  return html`<${Time} at=${last} />
    ${last && !(seen && seen >= last) && html` <${Badge} tone="accent">new</${Badge}>`}
    ${until && html` <span class="webhooks-note">snoozed until <${Time} at=${until} /></span>`}`
}

/** @param {{ alert: Alert, onChange: () => void, onOpen: () => void }} props */
function AlertActions({ alert, onChange, onOpen }) {
  const { api, control } = useSandbox()
  const { id, name, snoozed_until } = alert
  const path = `alerts/${encodeURIComponent(id)}`
  const acknowledge = useAction(async () => {
    await api('POST', `${path}/acknowledge`)
    onChange()
    return `${name} acknowledged.`
  })
  const snooze = useAction(async () => {
    if (snoozed_until) await api('DELETE', `${path}/snooze`)
    else {
      const now = shownBy(await readClock(control)(new AbortController().signal))
      const until = new Date(now + DAY_MS).toISOString()
      await api('POST', `${path}/snooze`, { body: { until } })
    }
    onChange()
    return snoozed_until ? `${name} sends events again.` : `${name} sends nothing for a day.`
  })
  return html`<div class="actions">
    <button type="button" onClick=${onOpen}>History</button>
    <button type="button" disabled=${acknowledge.busy || alert.last_triggered_at === null} onClick=${() => acknowledge.run()}>Acknowledge</button>
    <button type="button" disabled=${snooze.busy} onClick=${() => snooze.run()}>${snoozed_until ? 'End the snooze' : 'Snooze for a day'}</button>
  </div>`
}

/** @param {{ alert: Alert, onClose: () => void }} props */
function History({ alert: { id, name }, onClose }) {
  const { api } = useSandbox()
  /** @type {Loaded<Api['AlertTrigger'][]>} */
  const { data, error, reload } = useLoaded(
    async (signal) => {
      const query = { limit: SHOWN }
      return (await api('GET', `alerts/${encodeURIComponent(id)}/history`, { query, signal })).data
    },
    [api, id],
  )
  /** @type {Column<Api['AlertTrigger']>[]} */
  const columns = [
    ['Time', ({ triggered_at }) => html`<${Time} at=${triggered_at} precision="moment" />`],
    ['Event', ({ event }) => html`<code>${event.type}</code>`],
    ['What', ({ event }) => html`<bdi>${whatOf(event.data)}</bdi>`],
    [
      '',
      ({ acknowledged }) =>
        acknowledged ? 'acknowledged' : html`<${Badge} tone="accent">new</${Badge}>`,
    ],
  ]
  return html`<${Dialog} title=${html`What <bdi>${name}</bdi> found`} onClose=${onClose} wide>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} />`}
    ${data?.length === 0 && html`<p>No event matched it yet. Advance the clock, or trigger an event.</p>`}
    ${data && data.length > 0 && html`<${Table} columns=${columns} rows=${data} />`}
  </${Dialog}>`
}

/** What the event says, in a few words. @param {Record<string, any>} data */
function whatOf({ campaign_name, keyword, platform, date, position, previous_position }) {
  if (previous_position !== undefined)
    return `${keyword}: ${previous_position ?? '–'} → ${position ?? '–'}`
  return platform === undefined ? `${campaign_name}, ${date}` : `${platform}: ${keyword}`
}
