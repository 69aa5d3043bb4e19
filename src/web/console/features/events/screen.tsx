import type { components } from '../../../../../spec/generated/sandbox.ts'
import { type ApiDocument, apiDocument } from '../../client/document.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useEventTurn } from '../../hooks/deliveries.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Choice } from '../../ui/controls.tsx'
import { FilterBar, TextFilter, TimeFilter } from '../../ui/filters.tsx'
import { Empty, Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Listed } from '../../ui/resource.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { whatOf } from '../alerts/conditions.ts'

type PastEvent = components['schemas']['PastEvent']

const FILTERS = ['type', 'campaign_id', 'q', 'event_id', 'since', 'until'] as const
const PAGE = 25

/** Past events, as the address filters them, and all kinds: `#/events?type=ranking.changed`. */
export default function Events({ route }: { route: Route }) {
  const catalogue = useLoaded(async () => kindsOf(await apiDocument()), [])
  const kinds = catalogue.data ?? []
  return (
    <>
      <ScreenHeader title="Events">
        <a class="button" href={linkTo('webhooks')}>
          Trigger an event
        </a>
      </ScreenHeader>
      {catalogue.data?.length === 0 && (
        <Empty title="This release has no events">
          <p>A later release has them (§9). Start the sandbox without --api-version to use it.</p>
        </Empty>
      )}
      <PastEvents route={route} kinds={kinds.map(({ name }) => name)} />
      <Panel title="Kinds of events">
        <Pending of={catalogue} title="The kinds could not be loaded" />
        <ul class="entries">
          {kinds.map(({ name, summary, description }) => (
            <li key={name}>
              <a href={linkTo('explorer', name)} title="Its payload, headers and an example">
                {name}
              </a>
              <span>
                <strong>{summary}.</strong> {description}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** The kinds of events in the order of the document. */
function kindsOf(api: ApiDocument) {
  return Object.entries<ApiDocument>(api.webhooks ?? {}).map(([name, { post = {} }]) => ({
    name,
    summary: String(post.summary ?? name),
    description: String(post.description ?? ''),
  }))
}

function PastEvents({ route, kinds }: { route: Route; kinds: readonly string[] }) {
  const { control } = useSandbox()
  const [turn] = useEventTurn()
  const campaigns = useCampaigns()
  const { filter, bound, page, setPage, cleared, isFiltering } = useFilters(route, FILTERS)
  const { q: _, ...others } = filter
  const loaded = useLoaded(
    async (signal) => {
      const query = { ...filter, limit: PAGE, offset: page * PAGE }
      const { data, meta } = await control('GET', '/events', { query, signal })
      return { rows: data, total: meta?.pagination?.total ?? data.length }
    },
    [control, JSON.stringify(filter), page, turn],
  )
  const { rows, total = 0 } = loaded.data ?? {}
  const columns: Column<PastEvent>[] = [
    [
      'Event',
      ({ id, type, data }) => (
        <span>
          <a href={linkTo('webhooks', undefined, { event_id: id })} title="Its deliveries">
            {type}
          </a>
          <span class="note">
            <Name>{whatOf(data)}</Name>
          </span>
        </span>
      ),
    ],
    ['Time', ({ at }) => <Time at={at} precision="moment" />],
    [
      'Alerts',
      ({ alerts }) =>
        alerts.length === 0 ? (
          <span class="faint">none</span>
        ) : (
          alerts.map((id) => (
            <a key={id} href={linkTo('alerts', id)}>
              <Badge>{id}</Badge>
            </a>
          ))
        ),
    ],
    [
      'Campaign',
      ({ campaign_id }) => (
        <a href={linkTo('campaigns', campaign_id)}>
          <Name>{campaigns.data?.find(({ id }) => id === campaign_id)?.name ?? campaign_id}</Name>
        </a>
      ),
      'wide',
    ],
    ['Id', ({ id }) => <code>{id}</code>, 'wide'],
  ]
  return (
    <Panel title="Past events">
      <FilterBar
        label="Filter the events"
        values={others}
        search={<TextFilter label="Search bodies" {...bound('q')} />}
        cleared={isFiltering && cleared}
      >
        <Choice label="Kind" any="Any kind" {...bound('type')} options={kinds} />
        <Choice
          label="Campaign"
          any="Any campaign"
          {...bound('campaign_id')}
          options={(campaigns.data ?? []).map(({ id, name }) => [id, name])}
        />
        <TimeFilter label="Since" {...bound('since')} />
        <TimeFilter label="Until" {...bound('until')} />
      </FilterBar>
      <Listed
        what="events"
        of={loaded}
        rows={rows}
        none={
          isFiltering
            ? 'No events match these filters.'
            : 'No events in the last 24 hours. Advance the clock, or trigger one.'
        }
      >
        {(events) => (
          <>
            <Table caption="Past events" columns={columns} rows={events} />
            <Pager total={total} size={PAGE} page={page} onPage={setPage} />
          </>
        )}
      </Listed>
    </Panel>
  )
}
