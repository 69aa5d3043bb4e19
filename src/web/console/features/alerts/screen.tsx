import { readAll } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useEventTurn } from '../../hooks/deliveries.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Pending } from '../../ui/page.tsx'
import { ResourceScreen } from '../../ui/resource.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { type Alert, AlertActions, NewAlert } from './alert.tsx'
import { AlertPage } from './alert-page.tsx'
import { conditionOf, hasNews } from './conditions.ts'

/** `#/alerts` for all of the account, `#/alerts/<id>` for one. */
export default function Alerts({ route }: { route: Route }) {
  return route.id === undefined ? <AlertList /> : <AlertPage key={route.id} id={route.id} />
}

function AlertList() {
  const { api } = useSandbox()
  const [turn, next] = useEventTurn()
  const { data: campaigns = [], ...loading } = useCampaigns()
  const loaded = useLoaded(
    async (signal) => (await readAll(api, '/alerts', { signal })).rows,
    [api, turn],
  )
  const columns: Column<Alert>[] = [
    [
      'Alert',
      (alert) => (
        <span>
          <a href={linkTo('alerts', alert.id)}>
            <Name>{alert.name}</Name>
          </a>
          <span class="note">{conditionOf(alert, campaigns)}</span>
        </span>
      ),
    ],
    ['Events', ({ trigger_count }) => trigger_count, 'number'],
    [
      'Last event',
      (alert) => (
        <span>
          <Time at={alert.last_triggered_at} /> {hasNews(alert) && <Badge tone="accent">new</Badge>}
        </span>
      ),
    ],
    [
      'Sends',
      ({ snoozed_until }) =>
        snoozed_until ? (
          <span class="faint">
            snoozed until <Time at={snoozed_until} />
          </span>
        ) : (
          'events'
        ),
    ],
    [
      'Actions',
      (alert) => <AlertActions alert={alert} campaigns={campaigns} onChange={next} />,
      'row-actions',
    ],
  ]
  return (
    <ResourceScreen
      what="alert"
      of={loaded}
      filters={
        <Pending of={{ ...loading, data: campaigns }} title="The campaigns could not be loaded" />
      }
      count={loaded.data?.length}
      form={(close) => <NewAlert campaigns={campaigns} onClose={close} />}
      canCreate={campaigns.length > 0}
      none={
        <>
          An alert waits for something to happen in a campaign, such as a keyword that moves by five
          places, and remembers each time it did. A webhook with an alert sends only such events.
          {campaigns.length === 0 && !loading.loading && (
            <>
              {' '}
              It needs a campaign. <a href={linkTo('campaigns')}>Create one first</a>.
            </>
          )}
        </>
      }
    >
      <Table caption="Alerts" columns={columns} rows={loaded.data ?? []} />
    </ResourceScreen>
  )
}
