import { useState } from 'preact/hooks'
import { useForm } from '../../hooks/form.js'
import { linkTo } from '../../hooks/route.js'
import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Check, CopyButton, FieldGroup, FormProblem } from '../../parts/controls.js'
import { Confirmation, Dialog } from '../../parts/dialog.js'
import { Empty, Pending, Table } from '../../parts/page.js'
import { Badge, counted, Time } from '../../parts/values.js'
import { isReceiver, newSecret, shortUrl } from './webhook.js'

/** @import { Column } from '../../parts/page.js' */
/** @import { EventKind } from '../../client/document.js' */
/** @import { Loaded } from '../../hooks/sandbox.js' */
/** @import { Shared, Webhook } from './webhook.js' */

/** The webhooks of the account. @param {Shared & { loaded: Loaded<unknown>, onCreate: () => void }} props */
export function Endpoints({ webhooks, receiver, kinds, sendHere, loaded, onChange, onCreate }) {
  const { api } = useSandbox()
  const [leaving, setLeaving] = useState(/** @type {Webhook | undefined} */ (undefined))
  const remove = async (/** @type {Webhook} */ { id, url }) => {
    await api('DELETE', `webhooks/${encodeURIComponent(id)}`)
    onChange()
    return `Webhook to ${shortUrl(url)} deleted.`
  }
  const actionsOf = (/** @type {Webhook} */ webhook) =>
    html`<${EndpointActions} webhook=${webhook} onChange=${onChange} onDelete=${() => setLeaving(webhook)} />`
  /** @type {Column<Webhook>[]} */
  const columns = [
    ['Address', (webhook) => addressOf(webhook, isReceiver(webhook.url, receiver))],
    ['Events', (webhook) => eventsOf(webhook, kinds)],
    ['Status', statusOf],
    [
      'Created',
      (webhook) => html`<${Time} at=${webhook.created_at} precision="day" />`,
      'webhooks-day',
    ],
    ['Actions', actionsOf, 'webhooks-actions'],
  ]
  const isEmpty = webhooks?.length === 0
  return html`<section class=${isEmpty ? 'webhooks-none' : 'panel'} aria-labelledby="endpoints-title">
    <h2 id="endpoints-title" class=${isEmpty ? 'hidden-text' : ''}>Endpoints</h2>
    <${Pending} of=${loaded} title="The webhooks could not be loaded">Loading webhooks…</${Pending}>
    ${
      webhooks &&
      (isEmpty
        ? html`<${Empty} title="No webhooks yet">
              <p>
                A webhook sends signed events about campaign runs, rankings and mentions to an address. Try it with the built-in
                receiver, or with your own address.
              </p>
              <div class="actions">
                <button type="button" class="primary" disabled=${!sendHere.ready || sendHere.busy} onClick=${() => sendHere.run()}>Send events to the built-in receiver</button>
                <button type="button" onClick=${onCreate}>Use your own address</button>
              </div>
            </${Empty}>`
        : html`<${Table} class="webhooks-table" columns=${columns} rows=${webhooks} />`)
    }
    ${
      leaving &&
      html`<${Confirmation}
        title="Delete this webhook?"
        confirm="Delete the webhook"
        failed="The webhook was not deleted"
        act=${() => remove(leaving)}
        onClose=${() => setLeaving(undefined)}
      >
        <p>
          This stops all events to <code class="webhooks-url">${leaving.url}</code> and cancels pending retries. Disable it instead to
          keep its secret and resume later.
        </p>
      </${Confirmation}>`
    }
  </section>`
}

/** @param {Webhook} webhook */
const statusOf = ({ status }) =>
  status === 'active'
    ? html`<${Badge} tone="good">enabled</${Badge}>`
    : html`<${Badge} tone="warn">disabled</${Badge}>`

/** @param {Webhook} webhook @param {boolean} isBuiltIn */
const addressOf = ({ id, url, disabled_reason }, isBuiltIn) => html`
  <a class="webhooks-url" href=${linkTo('webhooks', undefined, { webhook_id: id })} title="Its deliveries">${shortUrl(url)}</a>
  <span class="webhooks-note">${isBuiltIn && 'Built-in receiver, '}<code>${id}</code></span>
  ${disabled_reason && html`<span class="problem webhooks-note">${disabled_reason}</span>`}
`

/** @param {Webhook} webhook @param {readonly EventKind[]} kinds */
function eventsOf({ events, alerts }, kinds) {
  const hasAll = kinds.length > 0 && kinds.every(({ name }) => events.includes(name))
  return html`<span class="webhooks-kinds">
    ${hasAll ? html`<${Badge}>all events</${Badge}>` : events.map((event) => html`<${Badge}>${event}</${Badge}>`)}
    ${alerts.length > 0 && html`<span class="webhooks-note">filtered by ${counted(alerts.length, 'alert')}</span>`}
  </span>`
}

/** @param {{ webhook: Webhook, onChange: () => void, onDelete: () => void }} props */
function EndpointActions({ webhook: { id, url, status }, onChange, onDelete }) {
  const { api } = useSandbox()
  const isActive = status === 'active'
  const turn = useAction(async () => {
    const body = { status: isActive ? 'disabled' : 'active' }
    await api('PUT', `webhooks/${encodeURIComponent(id)}`, { body })
    onChange()
    return isActive
      ? `Webhook to ${shortUrl(url)} disabled.`
      : `Webhook to ${shortUrl(url)} enabled.`
  })
  return html`<div class="actions">
    <button type="button" disabled=${turn.busy} onClick=${() => turn.run()}>${isActive ? 'Disable' : 'Enable'}</button>
    <button type="button" class="danger" onClick=${onDelete}>Delete…</button>
  </div>`
}

/** Creates a webhook, then shows its secret once. @param {{ kinds: readonly EventKind[], onClose: () => void }} props */
export function CreateWebhook({ kinds, onClose }) {
  const { api } = useSandbox()
  /** @typedef {{ url: string, secret: string }} Made */
  const [made, setMade] = useState(/** @type {Made | undefined} */ (undefined))
  const names = kinds.map(({ name }) => name)
  // All events are selected at first.
  const state = useState({ url: '', events: names, secret: '' })
  const [{ url, events, secret }] = state
  const { attributes, busy, put, field, problemsOf, problem } = useForm(state, async () => {
    const body = { url: url.trim(), events, ...(secret && { secret }) }
    setMade((await api('POST', 'webhooks', { body })).data)
  })

  if (made !== undefined) {
    return html`<${Dialog} title="Webhook created" onClose=${onClose}>
      <p>From now on, events are sent to <code class="webhooks-url">${made.url}</code>.</p>
      <p>This secret signs them. It is shown only once: copy it to your receiver.</p>
      <output class="token" aria-label="Secret">${made.secret}</output>
      <div class="actions">
        <${CopyButton} text=${made.secret} label="Copy the secret" class="primary" />
        <button type="button" onClick=${onClose}>Done</button>
      </div>
    </${Dialog}>`
  }
  return html`<${Dialog} title="Create a webhook" onClose=${onClose}>
    <form ...${attributes}>
      ${field('url', 'Address', {
        hint: 'Must start with https://. On your own machine, http://localhost works, too.',
        type: 'url',
        placeholder: 'http://localhost:3000/hook',
        spellcheck: false,
      })}
      <${FieldGroup} legend="Events" problems=${problemsOf('events')}>
        ${kinds.map(
          ({ name, description }) => html`<${Check}
            checked=${events.includes(name)}
            onChange=${() => put({ events: names.filter((each) => (each === name) !== events.includes(each)) })}
          >
            <span><code>${name}</code> ${description && html`<span class="faint">${description}</span>`}</span>
          </${Check}>`,
        )}
      </${FieldGroup}>
      ${field('secret', 'Secret', {
        hint: 'Signs the events. If it is empty, the service generates one.',
        button: html`<button type="button" onClick=${() => put({ secret: newSecret() })}>Generate</button>`,
        class: 'webhooks-secret',
        spellcheck: false,
      })}
      <${FormProblem} text=${problem} />
      <div class="actions">
        <button class="primary" disabled=${busy}>Create the webhook</button>
        <button type="button" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  </${Dialog}>`
}
