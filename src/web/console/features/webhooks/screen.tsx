import { useState } from 'preact/hooks'
import { apiDocument, eventKindsOf } from '../../client/document.ts'
import { readAll } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import type { Route } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ScreenHeader } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import { useEventTurn } from './due.ts'
import { Endpoints } from './endpoints.tsx'
import { Failures } from './failures.tsx'
import { Receiver } from './receiver.tsx'
import { Trigger } from './trigger.tsx'
import { useSendHere } from './webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Webhooks and what is sent to them, with one delivery open at `#/webhooks/<delivery id>`. */
export default function Webhooks({ route }: { route: Route }) {
  const { id, query } = route
  const { data: api } = useLoaded(apiDocument, [])
  if (api !== undefined && api.paths?.['/webhooks'] === undefined) {
    return (
      <>
        <h1>Webhooks</h1>
        <Empty title={`Release ${api.info?.version} has no webhooks`}>
          <p>A later release has them (§9). Start the sandbox without --api-version to use it.</p>
        </Empty>
      </>
    )
  }
  return id === undefined ? <WebhooksPage query={query} /> : <DeliveryPage key={id} id={id} />
}

function WebhooksPage({ query }: { query: URLSearchParams }) {
  const { api } = useSandbox()
  const [turn, next] = useEventTurn()
  const [isCreating, setCreating] = useState(false)
  const webhooks = useLoaded(
    async (signal) => (await readAll(api, '/webhooks', { signal })).rows,
    [api, turn],
  )
  const receiver = useRead((control, signal) => control('GET', '/receiver', { signal }), [turn])
  const campaigns = useCampaigns()
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

  return (
    <>
      <ScreenHeader title="Webhooks">
        <button
          type="button"
          class={webhooks.data?.length ? 'primary' : ''}
          onClick={() => setCreating(true)}
        >
          Create a webhook
        </button>
      </ScreenHeader>
      <Endpoints {...shared} loaded={webhooks} />
      <Deliveries {...shared} query={query} />
      <Failures {...shared} />
      <div class="panels">
        <Receiver {...shared} loaded={receiver} />
        <Trigger {...shared} failed={kinds.error ?? campaigns.error} />
      </div>
      {isCreating && <CreateWebhook onClose={closeForm} />}
    </>
  )
}

/** The form for a new webhook, once it knows the alerts to choose from. */
function CreateWebhook({ onClose }: { onClose: () => void }) {
  const { api } = useSandbox()
  const alerts = useLoaded(
    async (signal) => (await readAll(api, '/alerts', { signal })).rows,
    [api],
  )
  if (alerts.loading && alerts.data === undefined) return null
  return <WebhookForm alerts={alerts.data ?? []} onClose={onClose} />
}
