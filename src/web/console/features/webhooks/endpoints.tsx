import type { BodyOf } from '../../../../control-client/operations.ts'
import { controlDocument } from '../../client/control-document.ts'
import type { EventKind } from '../../client/document.ts'
import { counted, shown } from '../../client/format.ts'
import type { FormSettings } from '../../client/schema-form.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { type Loaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton, AskButton, DialogButton } from '../../ui/buttons.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Empty, Pending } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Time } from '../../ui/values.tsx'
import { isReceiver, type Shared, shortUrl, type Webhook } from './webhook.tsx'
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
  const sent = useRead((control, signal) => control('GET', '/webhooks', { signal }), [turn])
  const columns: Column<Webhook>[] = [
    ['Address', (webhook) => addressOf(webhook, isReceiver(webhook.url, receiver))],
    ['Events', (webhook) => eventsOf(webhook, kinds), 'wide'],
    ['Deliveries', ({ id }) => <Health sent={sent.data?.find((each) => each.id === id)} />, 'wide'],
    ['Status', statusOf],
    ['Created', (webhook) => <Time at={webhook.created_at} precision="day" />],
    ['Actions', (webhook) => <Actions webhook={webhook} onChange={onChange} />, 'row-actions'],
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
      {isEmpty && (
        <Empty title="No webhooks yet">
          <p>
            A webhook sends signed events about campaign runs, rankings and mentions to an address:
            to your own with “Create a webhook”, or to the built-in receiver below.
          </p>
          <div class="actions">
            <ActionButton class="primary" disabled={!sendHere} act={async () => sendHere?.()}>
              Send events to the built-in receiver
            </ActionButton>
          </div>
        </Empty>
      )}
      {webhooks && !isEmpty && <Table columns={columns} rows={webhooks} />}
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

function Actions({ webhook, onChange }: { webhook: Webhook; onChange: () => void }) {
  const { api } = useSandbox()
  const { id, url, status } = webhook
  const isActive = status === 'active'
  const params = { id }
  return (
    <div class="actions">
      <DialogButton
        dialog={(close) => (
          <WebhookForm
            webhook={webhook}
            onClose={() => {
              close()
              onChange()
            }}
          />
        )}
      >
        Edit
      </DialogButton>
      <ActionButton
        act={async () => {
          const body = { status: isActive ? ('disabled' as const) : ('active' as const) }
          await api('PUT', '/webhooks/{id}', { params, body })
          onChange()
          return `Webhook to ${shortUrl(url)} ${isActive ? 'disabled' : 'enabled'}.`
        }}
      >
        {isActive ? 'Disable' : 'Enable'}
      </ActionButton>
      <DialogButton dialog={(close) => <SendMissed id={id} onClose={close} onDone={onChange} />}>
        Send missed…
      </DialogButton>
      <AskButton
        text="Delete…"
        class="danger"
        title="Delete this webhook?"
        confirm="Delete the webhook"
        failed="The webhook was not deleted"
        act={async () => {
          await api('DELETE', '/webhooks/{id}', { params })
          onChange()
          return `Webhook to ${shortUrl(url)} deleted.`
        }}
      >
        <p>
          This stops all events to <code class="webhooks-url">{url}</code> and cancels pending
          retries. Disable it instead to keep its secret and resume later.
        </p>
      </AskButton>
    </div>
  )
}

const MISSED: FormSettings<NonNullable<BodyOf<'replayWebhook'>>> = {
  since: { label: 'Since', kind: 'moment', hint: 'UTC. Empty: from the oldest event in the log.' },
  until: { label: 'Until', kind: 'moment', hint: 'UTC. Empty: up to now.' },
  types: { label: 'Events', hint: 'If none is selected, all that it subscribes to.' },
}

/** Sends past events that a webhook missed: of the time before its creation, or while it was disabled. */
function SendMissed({
  id,
  onClose,
  onDone,
}: {
  id: string
  onClose: () => void
  onDone: () => void
}) {
  const { control, notify } = useSandbox()
  return (
    <FormDialog
      title="Send missed events"
      of={[controlDocument, 'post', '/webhooks/{id}/replay']}
      settings={MISSED}
      submit="Send missed events"
      send={async (body) => {
        const params = { id }
        const { data } = await control('POST', '/webhooks/{id}/replay', { params, body })
        const more =
          data.remaining > 0 ? ` ${shown(data.remaining)} more are left: send again.` : ''
        notify(`${counted(data.replayed, 'missed event')} sent.${more}`)
        onClose()
        onDone()
      }}
      onClose={onClose}
      note={
        <p>
          Sends the events of the last 24 hours that this webhook would get now and has not got,
          from before its creation or while it was disabled.
        </p>
      }
    />
  )
}
