import { useCallback, useState } from 'preact/hooks'
import { apiDocument, eventKindsOf } from '../../client/document.js'
import { manyRows } from '../../client/lists.js'
import { useLoaded } from '../../hooks/loaded.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { CreateWebhook } from './create-webhook.js'
import { Deliveries } from './deliveries.js'
import { Endpoints } from './endpoints.js'
import { Receiver } from './receiver.js'
import { useSendHere } from './send-here.js'
import { Trigger } from './trigger.js'
import { useTurns } from './turns.js'

/** Campaigns of which lists are made. @typedef {{ id: string, name: string }} Campaign */

/** @param {{ query: URLSearchParams }} props */
export function WebhooksPage({ query }) {
  const { api, control } = useSandbox()
  const { turn, next } = useTurns()
  const [isCreating, setCreating] = useState(false)
  const webhooks = useLoaded(
    async (signal) =>
      /** @type {import('./webhook.js').Webhook[]} */ (await manyRows(api, 'webhooks', signal)),
    [api, turn],
  )
  const receiver = useLoaded(
    async (signal) =>
      /** @type {import('../../client/session.js').Control['Receiver']} */ (
        (await control('GET', 'receiver', { signal })).data
      ),
    [control, turn],
  )
  const campaigns = useLoaded(
    async (signal) => /** @type {Campaign[]} */ (await manyRows(api, 'campaigns', signal)),
    [api],
  )
  const kinds = useLoaded(async () => eventKindsOf(await apiDocument()), [])
  const sendHere = useSendHere({ kinds: kinds.data, receiver: receiver.data, onDone: next })
  const closeForm = useCallback(() => {
    setCreating(false)
    next()
  }, [next])
  const shared = {
    webhooks: webhooks.data,
    receiver: receiver.data,
    campaigns: campaigns.data,
    kinds: kinds.data ?? [],
    turn,
    onChange: next,
    sendHere,
  }

  return html`<div class="screen-header">
      <h1>Webhooks</h1>
      <button type="button" onClick=${() => setCreating(true)}>Create a webhook</button>
    </div>
    <${Endpoints} ...${shared} error=${webhooks.error} reload=${webhooks.reload} onCreate=${() => setCreating(true)} />
    <div class="webhooks-try">
      <${Receiver} ...${shared} error=${receiver.error} reload=${receiver.reload} />
      <${Trigger} ...${shared} failed=${kinds.error ?? campaigns.error} />
    </div>
    <${Deliveries} ...${shared} query=${query} />
    ${isCreating && html`<${CreateWebhook} kinds=${shared.kinds} onClose=${closeForm} />`}`
}

/**
 * @typedef {object} Shared What all parts of the page know. Undefined is what was not loaded as yet.
 * @property {readonly import('./webhook.js').Webhook[] | undefined} webhooks
 * @property {import('../../client/session.js').Control['Receiver'] | undefined} receiver
 * @property {readonly Campaign[] | undefined} campaigns The newest first.
 * @property {readonly import('../../client/document.js').EventKind[]} kinds
 * @property {number} turn
 * @property {() => void} onChange To call when something was changed.
 * @property {ReturnType<typeof useSendHere>} sendHere
 */
