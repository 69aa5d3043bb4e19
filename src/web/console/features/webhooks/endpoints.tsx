import { useState } from 'preact/hooks'
import type { EventKind } from '../../client/document.ts'
import { counted, shown } from '../../client/format.ts'
import { type RowOf, readAll } from '../../client/service-lists.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import type { Loaded } from '../../hooks/sandbox.ts'
import { useAction, useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { Confirmation } from '../../ui/dialog.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Table } from '../../ui/table.tsx'
import { Badge, Time } from '../../ui/values.tsx'
import { ReplayForm } from './replay-form.tsx'
import type { Shared, Webhook } from './webhook.tsx'
import { isReceiver, shortUrl } from './webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** The webhooks of the account. */
export function Endpoints({
  webhooks,
  receiver,
  kinds,
  sendHere,
  loaded,
  turn,
  onChange,
}: Shared & { loaded: Loaded<unknown> }) {
  const { api } = useSandbox()
  const alerts = useLoaded(
    async (signal) => (await readAll(api, '/alerts', { signal })).rows,
    [api, turn],
  )
  const sent = useRead((control, signal) => control('GET', '/webhooks', { signal }), [turn])
  const sentOf = ({ id }: Webhook) => sent.data?.find((each) => each.id === id)
  const [leaving, setLeaving] = useState<Webhook>()
  const remove = async ({ id, url }: Webhook) => {
    await api('DELETE', '/webhooks/{id}', { params: { id } })
    onChange()
    return `Webhook to ${shortUrl(url)} deleted.`
  }
  const actionsOf = (webhook: Webhook) => (
    <EndpointActions
      webhook={webhook}
      alerts={alerts.data ?? []}
      onChange={onChange}
      onDelete={() => setLeaving(webhook)}
    />
  )
  const columns: Column<Webhook>[] = [
    ['Address', (webhook) => addressOf(webhook, isReceiver(webhook.url, receiver))],
    ['Events', (webhook) => eventsOf(webhook, kinds), 'wide'],
    ['Deliveries', (webhook) => <Health sent={sentOf(webhook)} />, 'wide'],
    ['Status', statusOf],
    ['Created', (webhook) => <Time at={webhook.created_at} precision="day" />],
    ['Actions', actionsOf, 'row-actions'],
  ]
  const isEmpty = webhooks?.length === 0
  return (
    <section class={isEmpty ? '' : 'panel'} aria-labelledby="endpoints-title">
      <h2 id="endpoints-title" class={isEmpty ? 'hidden-text' : ''}>
        Endpoints
      </h2>
      <Pending of={loaded} title="The webhooks could not be loaded">
        Loading webhooks…
      </Pending>
      {webhooks &&
        (isEmpty ? (
          <Empty title="No webhooks yet">
            <p>
              A webhook sends signed events about campaign runs, rankings and mentions to an
              address: to your own with “Create a webhook”, or to the built-in receiver below.
            </p>
            <div class="actions">
              <button
                type="button"
                class="primary"
                disabled={!sendHere.ready || sendHere.busy}
                onClick={() => sendHere.run()}
              >
                Send events to the built-in receiver
              </button>
            </div>
          </Empty>
        ) : (
          <Table columns={columns} rows={webhooks} />
        ))}
      {leaving && (
        <Confirmation
          title="Delete this webhook?"
          confirm="Delete the webhook"
          failed="The webhook was not deleted"
          act={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            This stops all events to <code class="webhooks-url">{leaving.url}</code> and cancels
            pending retries. Disable it instead to keep its secret and resume later.
          </p>
        </Confirmation>
      )}
    </section>
  )
}

const statusOf = ({ status }: Webhook) =>
  status === 'active' ? <Badge tone="good">enabled</Badge> : <Badge tone="plain">disabled</Badge>

const addressOf = ({ id, url, disabled_reason }: Webhook, isBuiltIn: boolean) => (
  <span>
    <a
      class="webhooks-url"
      href={linkTo('webhooks', undefined, { webhook_id: id })}
      title="Its deliveries"
    >
      {shortUrl(url)}
    </a>
    <span class="note">
      {isBuiltIn && 'Built-in receiver, '}
      <code>{id}</code>
    </span>
    {disabled_reason && <span class="problem note">{disabled_reason}</span>}
  </span>
)

function eventsOf({ events: subscribed, alerts }: Webhook, kinds: readonly EventKind[]) {
  const events: readonly string[] = subscribed
  const hasAll = kinds.length > 0 && kinds.every(({ name }) => events.includes(name))
  return (
    <span class="row">
      {hasAll ? <Badge>all events</Badge> : events.map((event) => <Badge>{event}</Badge>)}
      {alerts.length > 0 && <span class="note">filtered by {counted(alerts.length, 'alert')}</span>}
    </span>
  )
}

/** How deliveries went since the creation of the webhook. */
function Health({ sent }: { sent: Control['SentWebhook'] | undefined }) {
  if (sent === undefined) return <span class="faint">…</span>
  const { delivered, failed, average_duration_ms } = sent.statistics
  return (
    <span>
      {shown(delivered)} delivered
      <span class="note">
        {failed > 0 && <span class="problem">{shown(failed)} failed </span>}
        {average_duration_ms !== null && `${shown(average_duration_ms)} ms on average`}
      </span>
    </span>
  )
}

function EndpointActions({
  webhook,
  alerts,
  onChange,
  onDelete,
}: {
  webhook: Webhook
  alerts: readonly RowOf<'/alerts'>[]
  onChange: () => void
  onDelete: () => void
}) {
  const { api } = useSandbox()
  const [open, setOpen] = useState<'edit' | 'replay'>()
  const { id, url, status } = webhook
  const isActive = status === 'active'
  const close = () => {
    setOpen(undefined)
    onChange()
  }
  const turn = useAction(async () => {
    const body = { status: isActive ? ('disabled' as const) : ('active' as const) }
    await api('PUT', '/webhooks/{id}', { params: { id }, body })
    onChange()
    return isActive
      ? `Webhook to ${shortUrl(url)} disabled.`
      : `Webhook to ${shortUrl(url)} enabled.`
  })
  return (
    <div class="actions">
      <button type="button" onClick={() => setOpen('edit')}>
        Edit
      </button>
      <button type="button" disabled={turn.busy} onClick={() => turn.run()}>
        {isActive ? 'Disable' : 'Enable'}
      </button>
      <button type="button" onClick={() => setOpen('replay')}>
        Send missed…
      </button>
      <button type="button" class="danger" onClick={onDelete}>
        Delete…
      </button>
      {open === 'edit' && <WebhookForm webhook={webhook} alerts={alerts} onClose={close} />}
      {open === 'replay' && <ReplayForm id={id} onClose={close} />}
    </div>
  )
}
