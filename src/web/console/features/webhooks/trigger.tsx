import { useState } from 'preact/hooks'
import type { DataOf } from '../../../../control-client/operations.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import { Failure, Panel } from '../../ui/page.tsx'
import { Badge, StatusBadge } from '../../ui/values.tsx'
import { DeliveryBadge, type Shared } from './webhook.tsx'

/** Triggers an event and shows its deliveries. `failed`: why the choices are missing. */
export function Trigger({
  kinds,
  campaigns,
  webhooks,
  nameOf,
  turn,
  failed,
  onChange,
}: Shared & { failed: unknown }) {
  const { control } = useSandbox()
  const state = useState({ type: '', campaign_id: '', data: '', to: '' })
  const [draft] = state
  const [happened, setHappened] = useState<Happened>()

  const type = draft.type || kinds[0]?.name || ''
  const { attributes, busy, field, problem, problemsOf } = useForm(state, async () => {
    const read = readData(draft.data)
    if ('problem' in read) return { fields: { data: [read.problem] }, rest: undefined }
    const { campaign_id, to } = draft
    const body = {
      type: type as Control['EventKind'],
      ...(campaign_id && { campaign_id }),
      ...(read.data && { data: read.data }),
      ...(to.trim() && { to: to.trim() }),
    }
    try {
      setHappened((await control('POST', '/events', { body })).data)
    } catch (error) {
      setHappened(undefined)
      throw error
    }
    onChange()
  })

  return (
    <Panel title="Trigger an event">
      {failed !== undefined && (
        <Failure error={failed} title="Events and campaigns could not be loaded" />
      )}
      <form {...attributes}>
        <div class="grid fields">
          {field('type', 'Kind', {
            options: kinds.map(({ name }, index) => [index === 0 ? '' : name, name]),
          })}
          {field('campaign_id', 'Campaign', {
            options: [['', 'The newest'], ...(campaigns ?? []).map(({ id, name }) => [id, name])],
          })}
        </div>
        {campaigns?.length === 0 && (
          <p class="hint">
            Events need a campaign, and this account has none.{' '}
            <a href={linkTo('')}>Create one first</a>.
          </p>
        )}
        <details open={Boolean(problemsOf('data') || problemsOf('to'))}>
          <summary>Custom data and address</summary>
          <div class="stack">
            {field('data', 'Data', {
              as: 'textarea',
              hint: 'A JSON object that replaces parts of the generated data. Optional.',
              rows: 3,
              placeholder: '{ "position": 1 }',
              spellcheck: false,
            })}
            {field('to', 'Address', {
              hint: 'Sends the event once to this address only, instead of to webhooks.',
              type: 'url',
              placeholder: 'http://localhost:3000/hook',
              spellcheck: false,
            })}
          </div>
        </details>
        <FormProblem text={problem} />
        <div class="actions">
          <button
            type="submit"
            class={webhooks?.length ? 'primary' : ''}
            disabled={busy || type === ''}
          >
            {busy ? 'Sending…' : 'Trigger the event'}
          </button>
        </div>
      </form>
      <div role="status" aria-label="Result of the event">
        {happened && (
          <Outcome key={happened.event.id} happened={happened} nameOf={nameOf} turn={turn} />
        )}
      </div>
    </Panel>
  )
}

function readData(
  text: string,
): { data: Record<string, unknown> | undefined } | { problem: string } {
  if (text.trim() === '') return { data: undefined }
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : error}.` }
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return { data: { ...data } }
  return { problem: 'This must be a JSON object, such as { "position": 1 }.' }
}

export type Happened = DataOf<'triggerEvent'>

function Outcome({
  happened,
  nameOf,
  turn,
}: { happened: Happened } & Pick<Shared, 'nameOf' | 'turn'>) {
  const { event, deliveries, attempt, secret } = happened
  return (
    <div class="stack">
      <p>
        <strong>{event.type}</strong> triggered: <code>{event.id}</code>
      </p>
      {attempt !== null ? (
        <Sent attempt={attempt} secret={secret} />
      ) : deliveries.length === 0 ? (
        <p>
          No enabled webhook subscribes to this event. Send events to the built-in receiver, or give
          an address.
        </p>
      ) : (
        <Ways eventId={event.id} nameOf={nameOf} turn={turn} />
      )}
    </div>
  )
}

function Sent({
  attempt: { url, status, error, duration_ms },
  secret,
}: {
  attempt: Control['Attempt']
  secret: string | null
}) {
  return (
    <>
      <p>
        {error === null ? <Badge tone="good">delivered</Badge> : <Badge tone="bad">failed</Badge>}{' '}
        <code class="webhooks-url">{url}</code>{' '}
        {status !== null && (
          <>
            answered <StatusBadge status={status} /> in {Math.round(duration_ms)} ms.
          </>
        )}
      </p>
      {error !== null && <p class="problem">{error}</p>}
      {secret !== null && (
        <p class="signed">
          Signed with <code class="webhooks-url">{secret}</code>{' '}
          <CopyButton text={secret} label="Copy secret" />
        </p>
      )}
    </>
  )
}

/** The deliveries of an event. */
function Ways({ eventId, nameOf, turn }: { eventId: string } & Pick<Shared, 'nameOf' | 'turn'>) {
  const query = { event_id: eventId }
  const { data, error, reload } = useRead(
    (control, signal) => control('GET', '/deliveries', { query, signal }),
    [eventId, turn],
  )
  if (error !== undefined) return <Failure error={error} retry={reload} />
  return (
    <ul class="stack tight">
      {data?.map((delivery) => (
        <li key={delivery.id}>
          <DeliveryBadge of={delivery} />
          <a href={linkTo('webhooks', delivery.id)}>to {nameOf(delivery.webhook_id)}</a>
        </li>
      ))}
    </ul>
  )
}
