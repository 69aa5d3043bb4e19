import type { components as Sandbox } from '../../../../../spec/generated/sandbox.ts'
import { RequestFailed } from '../../client/http.ts'
import { type RowOf, readAll, readPage } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useEventTurn } from '../../hooks/deliveries.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import {
  type FactList,
  Facts,
  MissingRecord,
  Panel,
  Pending,
  ScreenHeader,
} from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { type Alert, AlertActions } from './alert.tsx'
import { conditionOf, whatOf } from './conditions.ts'

type PastEvent = Sandbox['schemas']['PastEvent']

/** Rows of the history, and past events that are shown. */
const ROWS = 50

/** One alert: what it lets through, what it found, and who gets that. */
export function AlertPage({ id }: { id: string }) {
  const { api } = useSandbox()
  const [turn, next] = useEventTurn()
  const campaigns = useCampaigns()
  const loaded = useLoaded(
    async (signal) => {
      const params = { id }
      const [alert, history, webhooks] = await Promise.all([
        api('GET', '/alerts/{id}', { params, signal }),
        readPage(api, '/alerts/{id}/history', { params, page: 0, size: ROWS, signal }),
        readAll(api, '/webhooks', { signal }),
      ])
      const users = webhooks.rows.filter(({ alerts }) => alerts.includes(id))
      return { alert: alert.data, history: history.rows, users }
    },
    [api, id, turn],
  )
  const { data, error } = loaded
  const trail = <a href={linkTo('alerts')}>Alerts</a>
  if (error instanceof RequestFailed && error.status === 404)
    return <MissingRecord what="alert" id={id} screen="alerts" title="Alerts" />
  return (
    <>
      <ScreenHeader trail={trail} title={<Name>{data?.alert.name ?? 'Alert'}</Name>}>
        {data && (
          <AlertActions
            alert={data.alert}
            campaigns={campaigns.data ?? []}
            onChange={next}
            onDeleted={() => {
              location.hash = linkTo('alerts')
            }}
          />
        )}
      </ScreenHeader>
      <Pending of={loaded} title="The alert could not be loaded">
        Loading the alert…
      </Pending>
      {data && (
        <>
          <section class="panel" aria-label="About this alert">
            <Facts
              class="facts facts-many"
              facts={factsOf(data.alert, data.users, campaigns.data)}
            />
          </section>
          <History rows={data.history} />
          <PastEvents alert={data.alert} turn={turn} />
        </>
      )}
    </>
  )
}

function factsOf(
  alert: Alert,
  users: readonly RowOf<'/webhooks'>[],
  campaigns: readonly RowOf<'/campaigns'>[] | undefined,
): FactList {
  return [
    ['Waits for', <bdi key="condition">{conditionOf(alert, campaigns)}</bdi>],
    [
      'Webhooks with it',
      users.length === 0 ? (
        <a key="none" href={linkTo('webhooks')}>
          none yet
        </a>
      ) : (
        <span key="users">{users.map(({ url }) => url).join(', ')}</span>
      ),
    ],
    ['Events', alert.trigger_count],
    ['Last event', <Time key="last" at={alert.last_triggered_at} />],
    ['Acknowledged', <Time key="acknowledged" at={alert.acknowledged_at} />],
    ['Snoozed until', <Time key="snoozed" at={alert.snoozed_until} absent="not snoozed" />],
    ['Changed', <Time key="changed" at={alert.updated_at} />],
    ['Id', <code key="id">{alert.id}</code>],
  ]
}

/** The events that the alert found. */
function History({ rows }: { rows: readonly RowOf<'/alerts/{id}/history'>[] }) {
  const columns: Column<RowOf<'/alerts/{id}/history'>>[] = [
    ['What', ({ event }) => <Name>{whatOf(event.data)}</Name>],
    ['Time', ({ triggered_at }) => <Time at={triggered_at} precision="moment" />],
    ['Event', ({ event }) => <code>{event.type}</code>],
    [
      'State',
      ({ acknowledged }) => (acknowledged ? 'acknowledged' : <Badge tone="accent">new</Badge>),
    ],
  ]
  return (
    <Panel title="What it found">
      {rows.length === 0 ? (
        <p class="faint">No event matched it yet. Send a test event, or advance the clock.</p>
      ) : (
        <Table
          caption="Events that the alert found"
          columns={columns}
          rows={rows}
          keyOf={({ triggered_at, event }) => `${triggered_at} ${JSON.stringify(event.data)}`}
        />
      )}
    </Panel>
  )
}

/** Events of its kind and campaign, with a mark on those that it let through. */
function PastEvents({ alert, turn }: { alert: Alert; turn: number }) {
  const { id, campaign_id, event: type } = alert
  const query = { campaign_id, type, limit: ROWS }
  const loaded = useRead(
    (control, signal) => control('GET', '/events', { query, signal }),
    [campaign_id, type, turn],
  )
  const columns: Column<PastEvent>[] = [
    ['What', ({ data }) => <Name>{whatOf(data)}</Name>],
    ['Time', ({ at }) => <Time at={at} precision="moment" />],
    [
      'Let through',
      ({ alerts }) =>
        alerts.includes(id) ? <Badge tone="good">yes</Badge> : <span class="faint">no</span>,
    ],
  ]
  return (
    <Panel title="Events of the last 24 hours">
      <Pending of={loaded} title="The events could not be loaded">
        Loading events…
      </Pending>
      {loaded.data?.length === 0 && <p class="faint">No {type} events of this campaign.</p>}
      {loaded.data && loaded.data.length > 0 && (
        <Table caption="Past events" columns={columns} rows={loaded.data} />
      )}
    </Panel>
  )
}
