import { useState } from 'preact/hooks'
import { apiDocument, eventKindsOf } from '../client/document.js'
import { manyRows } from '../client/lists.js'
import { useLoaded, useRead, useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Empty, ScreenHeader } from '../parts/page.js'
import { Alerts } from './webhooks/alerts.js'
import { Deliveries } from './webhooks/deliveries.js'
import { DeliveryPage } from './webhooks/delivery-page.js'
import { useEventTurn } from './webhooks/due.js'
import { CreateWebhook, Endpoints } from './webhooks/endpoints.js'
import { Receiver } from './webhooks/receiver.js'
import { Trigger } from './webhooks/trigger.js'
import { useSendHere } from './webhooks/webhook.js'

/** @import { Alert } from './webhooks/alerts.js' */
/** @import { Campaign, Webhook } from './webhooks/webhook.js' */
/** @import { Route } from '../hooks/route.js' */
/** @import { Loaded } from '../hooks/sandbox.js' */

/** Webhooks and what is sent to them, with one delivery open at `#/webhooks/<delivery id>`. @param {{ route: Route }} props */
export default function Webhooks({ route }) {
  const { id, query } = route
  const { data: api } = useLoaded(apiDocument, [])
  if (api !== undefined && api.paths?.['/webhooks'] === undefined) {
    return html`<h1>Webhooks</h1>
      <${Empty} title=${`Release ${api.info?.version} has no webhooks`}>
        <p>A later release has them (§9). Start the sandbox without --api-version to use it.</p>
      </${Empty}>`
  }
  return id === undefined
    ? html`<${WebhooksPage} query=${query} />`
    : html`<${DeliveryPage} key=${id} id=${id} />`
}

/** @param {{ query: URLSearchParams }} props */
function WebhooksPage({ query }) {
  const { api } = useSandbox()
  const [turn, next] = useEventTurn()
  const [isCreating, setCreating] = useState(false)
  /** @type {Loaded<Webhook[]>} */
  const webhooks = useLoaded((signal) => manyRows(api, 'webhooks', signal), [api, turn])
  const receiver = useRead((control, signal) => control('GET', '/receiver', { signal }), [turn])
  /** @type {Loaded<Campaign[]>} */
  const campaigns = useLoaded((signal) => manyRows(api, 'campaigns', signal), [api])
  /** @type {Loaded<Alert[]>} */
  const alerts = useLoaded((signal) => manyRows(api, 'alerts', signal), [api, turn])
  const kinds = useLoaded(async () => eventKindsOf(await apiDocument()), [])
  const sendHere = useSendHere({ kinds: kinds.data, receiver: receiver.data, onDone: next })
  const closeForm = () => {
    setCreating(false)
    next()
  }
  const shared = {
    webhooks: webhooks.data,
    receiver: receiver.data,
    campaigns: campaigns.data,
    kinds: kinds.data ?? [],
    turn,
    onChange: next,
    sendHere,
  }

  return html`<${ScreenHeader} title="Webhooks">
      <button type="button" onClick=${() => setCreating(true)}>Create a webhook</button>
    </${ScreenHeader}>
    <${Endpoints} ...${shared} loaded=${webhooks} onCreate=${() => setCreating(true)} />
    <${Alerts} ...${shared} loaded=${alerts} />
    <div class="webhooks-try">
      <${Receiver} ...${shared} loaded=${receiver} />
      <${Trigger} ...${shared} failed=${kinds.error ?? campaigns.error} />
    </div>
    <${Deliveries} ...${shared} query=${query} />
    ${isCreating && html`<${CreateWebhook} kinds=${shared.kinds} onClose=${closeForm} />`}`
}
