import { useCallback, useState } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Confirmation } from '../../parts/dialog.js'
import { Empty } from '../../parts/empty.js'
import { Failure } from '../../parts/failure.js'
import { counted } from '../../parts/numbers.js'
import { Time } from '../../parts/time.js'
import { isReceiver, shortUrl } from './webhook.js'

/** @typedef {import('./webhook.js').Webhook} Webhook */

/**
 * Where the events of the account are sent.
 *
 * @param {import('./webhooks-page.js').Shared & { error: unknown, reload: () => void, onCreate: () => void }} props
 */
export function Endpoints({
  webhooks,
  receiver,
  kinds,
  sendHere,
  error,
  reload,
  onChange,
  onCreate,
}) {
  const { api } = useSandbox()
  const [doomed, setDoomed] = useState(/** @type {Webhook | undefined} */ (undefined))
  const remove = useAction(
    useCallback(
      async (/** @type {Webhook} */ { id, url }) => {
        await api('DELETE', `webhooks/${encodeURIComponent(id)}`)
        setDoomed(undefined)
        onChange()
        return `Nothing is sent to ${shortUrl(url)} any more.`
      },
      [api, onChange],
    ),
  )
  const isEmpty = webhooks?.length === 0
  return html`<section class=${isEmpty ? '' : 'panel'} aria-labelledby="endpoints-title">
    <h2 id="endpoints-title" class=${isEmpty ? 'hidden-text' : ''}>Endpoints</h2>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The webhooks could not be loaded" />`}
    ${
      webhooks === undefined
        ? error === undefined && html`<div class="loading" role="status">Loading webhooks…</div>`
        : isEmpty
          ? html`<${Empty} title="Nobody hears of this account's events yet">
              <p>
                A webhook is an address that campaign runs, changed rankings and mentions are sent to, signed. Try it with
                the receiver that is built in, or give the address of your own.
              </p>
              <div class="actions">
                <button type="button" class="primary" disabled=${!sendHere.ready || sendHere.busy} onClick=${() => sendHere.run()}>Send events to the built-in receiver</button>
                <button type="button" onClick=${onCreate}>Give your own address</button>
              </div>
            </${Empty}>`
          : html`<table class="table stacked webhooks-table">
              <thead>
                <tr>
                  <th scope="col">Address</th>
                  <th scope="col">Events</th>
                  <th scope="col">Status</th>
                  <th scope="col">Created</th>
                  <th scope="col"><span class="hidden-text">Actions</span></th>
                </tr>
              </thead>
              <tbody>
                ${webhooks.map(
                  (webhook) => html`<${EndpointRow}
                    key=${webhook.id}
                    webhook=${webhook}
                    kinds=${kinds}
                    isBuiltIn=${isReceiver(webhook.url, receiver)}
                    onChange=${onChange}
                    onDelete=${() => setDoomed(webhook)}
                  />`,
                )}
              </tbody>
            </table>`
    }
    ${
      doomed &&
      html`<${Confirmation}
        title="Delete this webhook?"
        confirm="Delete the webhook"
        busy=${remove.busy}
        onConfirm=${() => remove.run(doomed)}
        onClose=${() => setDoomed(undefined)}
      >
        <p>
          No more events are sent to <code class="webhooks-url">${doomed.url}</code>, and those that wait to be tried again
          are given up. Disable it instead to keep its secret and go on later.
        </p>
      </${Confirmation}>`
    }
  </section>`
}

/**
 * @param {object} props
 * @param {Webhook} props.webhook
 * @param {readonly import('../../client/document.js').EventKind[]} props.kinds
 * @param {boolean} props.isBuiltIn
 * @param {() => void} props.onChange
 * @param {() => void} props.onDelete
 */
function EndpointRow({ webhook, kinds, isBuiltIn, onChange, onDelete }) {
  const { api } = useSandbox()
  const { id, url, events, alerts, status, disabled_reason, created_at } = webhook
  const isActive = status === 'active'
  const hasAll = kinds.length > 0 && kinds.every(({ name }) => events.includes(name))
  const turn = useAction(
    useCallback(async () => {
      const body = { status: isActive ? 'disabled' : 'active' }
      await api('PUT', `webhooks/${encodeURIComponent(id)}`, { body })
      onChange()
      return isActive
        ? `No events are sent to ${shortUrl(url)} until you enable it again.`
        : `Events are sent to ${shortUrl(url)} again.`
    }, [api, id, url, isActive, onChange]),
  )
  return html`<tr>
    <th scope="row">
      <a class="webhooks-url" href=${linkTo('webhooks', undefined, { webhook_id: id })} title="Its deliveries">${shortUrl(url)}</a>
      <span class="webhooks-note">${isBuiltIn && 'Built-in receiver, '}<code>${id}</code></span>
      ${disabled_reason && html`<span class="problem webhooks-note">${disabled_reason}</span>`}
    </th>
    <td data-label="Events">
      <span class="webhooks-kinds">
        ${hasAll ? html`<${Badge}>all events</${Badge}>` : events.map((event) => html`<${Badge}>${event}</${Badge}>`)}
        ${alerts.length > 0 && html`<span class="webhooks-note">that ${counted(alerts.length, 'alert')} let${alerts.length === 1 ? 's' : ''} through</span>`}
      </span>
    </td>
    <td data-label="Status"><${Badge} tone=${isActive ? 'good' : 'warn'}>${isActive ? 'enabled' : 'disabled'}</${Badge}></td>
    <td data-label="Created" class="webhooks-day"><${Time} at=${created_at} precision="day" /></td>
    <td class="webhooks-actions">
      <div class="actions">
        <button type="button" disabled=${turn.busy} onClick=${() => turn.run()}>${isActive ? 'Disable' : 'Enable'}</button>
        <button type="button" class="danger" onClick=${onDelete}>Delete…</button>
      </div>
    </td>
  </tr>`
}
