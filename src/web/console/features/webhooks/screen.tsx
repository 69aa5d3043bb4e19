import { apiDocument, eventKindsOf } from '../../client/document.ts'
import { readAll } from '../../client/service-lists.ts'
import type { Control } from '../../client/session.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useEventTurn } from '../../hooks/deliveries.ts'
import type { Route } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { DialogButton } from '../../ui/buttons.tsx'
import { Empty, ScreenHeader } from '../../ui/page.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import { Endpoints } from './endpoints.tsx'
import { Failures } from './failures.tsx'
import { Receiver } from './receiver.tsx'
import { Trigger } from './trigger.tsx'
import { isReceiver, shortUrl } from './webhook.tsx'
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
  const webhooks = useLoaded(
    async (signal) => (await readAll(api, '/webhooks', { signal })).rows,
    [api, turn],
  )
  const receiver = useRead((control, signal) => control('GET', '/receiver', { signal }), [turn])
  const campaigns = useCampaigns()
  const kinds = useLoaded(async () => eventKindsOf(await apiDocument()), [])
  const url = receiver.data?.url
  const send = async (url: string) => {
    // The kinds are those of the served document.
    const events = (kinds.data ?? []).map(({ name }) => name as Control['EventKind'])
    await api('POST', '/webhooks', { body: { url, events, secret: newSecret() } })
    next()
    return 'Webhook created. Trigger an event, or advance the clock.'
  }
  const nameOf = (id: string) => {
    const found = webhooks.data?.find((webhook) => webhook.id === id)
    if (found === undefined) return webhooks.data === undefined ? id : `${id} (deleted)`
    return isReceiver(found.url, receiver.data) ? 'Built-in receiver' : shortUrl(found.url)
  }
  const shared = {
    webhooks: webhooks.data,
    receiver: receiver.data,
    campaigns: campaigns.data,
    kinds: kinds.data ?? [],
    turn,
    onChange: next,
    sendHere: url && kinds.data ? () => send(url) : undefined,
    nameOf,
  }

  return (
    <>
      <ScreenHeader title="Webhooks">
        <DialogButton
          class={webhooks.data?.length ? 'primary' : ''}
          dialog={(close) => (
            <WebhookForm
              onClose={() => {
                close()
                next()
              }}
            />
          )}
        >
          Create a webhook
        </DialogButton>
      </ScreenHeader>
      <Endpoints {...shared} loaded={webhooks} />
      <Deliveries {...shared} query={query} />
      <Failures {...shared} />
      <div class="panels">
        <Receiver {...shared} loaded={receiver} />
        <Trigger {...shared} failed={kinds.error ?? campaigns.error} />
      </div>
    </>
  )
}

/** A secret in the form of Standard Webhooks: 24 random bytes in base64. */
function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
