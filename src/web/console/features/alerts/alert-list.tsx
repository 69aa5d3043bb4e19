import { useState } from 'preact/hooks'
import { isolated } from '../../client/format.ts'
import { readAll } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { ScreenHeader } from '../../ui/page.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { useEventTurn } from '../webhooks/due.ts'
import { AlertActions } from './alert-actions.tsx'
import { type Alert, AlertForm } from './alert-form.tsx'
import { conditionOf, hasNews } from './conditions.ts'

/** The alerts of the account. */
export function AlertList() {
  const { api, notify } = useSandbox()
  const [turn, next] = useEventTurn()
  const [isCreating, setCreating] = useState(false)
  const campaigns = useCampaigns()
  const loaded = useLoaded(
    async (signal) => (await readAll(api, '/alerts', { signal })).rows,
    [api, turn],
  )
  const alerts = loaded.data
  const columns: Column<Alert>[] = [
    [
      'Alert',
      (alert) => (
        <span>
          <a href={linkTo('alerts', alert.id)}>
            <Name>{alert.name}</Name>
          </a>
          <span class="note">{conditionOf(alert, campaigns.data)}</span>
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
      (alert) => (
        <AlertActions
          alert={alert}
          campaigns={campaigns.data ?? []}
          onChange={next}
          onDeleted={next}
        />
      ),
      'row-actions',
    ],
  ]
  const create = (
    <button
      type="button"
      class="primary"
      disabled={!campaigns.data || campaigns.data.length === 0}
      onClick={() => setCreating(true)}
    >
      Create an alert
    </button>
  )
  return (
    <>
      <ScreenHeader title="Alerts">{alerts?.length === 0 ? undefined : create}</ScreenHeader>
      <Pending of={campaigns} title="The campaigns could not be loaded" />
      <Pending of={loaded} title="The alerts could not be loaded">
        Loading alerts…
      </Pending>
      {alerts?.length === 0 && (
        <Empty title="No alerts yet">
          <p>
            An alert waits for something to happen in a campaign, such as a keyword that moves by
            five places, and remembers each time it did. A webhook with an alert sends only such
            events.
            {campaigns.data?.length === 0 && (
              <>
                {' '}
                It needs a campaign. <a href={linkTo('campaigns')}>Create one first</a>.
              </>
            )}
          </p>
          <div class="actions">{create}</div>
        </Empty>
      )}
      {alerts && alerts.length > 0 && (
        <section class="panel" aria-label="List of alerts">
          <Table caption="Alerts" columns={columns} rows={alerts} />
        </section>
      )}
      {isCreating && (
        <AlertForm
          campaigns={campaigns.data ?? []}
          onClose={() => setCreating(false)}
          onDone={({ id, name }) => {
            notify(`Alert “${isolated(name)}” created.`)
            location.hash = linkTo('alerts', id)
          }}
        />
      )}
    </>
  )
}
