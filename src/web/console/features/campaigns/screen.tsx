import { counted, shown } from '../../client/format.ts'
import { readAll } from '../../client/service-lists.ts'
import { sortingIn, sortingText } from '../../client/sorting.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Choice } from '../../ui/controls.tsx'
import { FilterBar, TextFilter } from '../../ui/filters.tsx'
import { ResourceScreen } from '../../ui/resource.tsx'
import { type SortColumn, SortedTable } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { type Campaign, CampaignActions, NewCampaign } from './campaign.tsx'
import { CampaignPage } from './campaign-page.tsx'

/** `#/campaigns` for all of the account, `#/campaigns/<id>` for one. */
export default function Campaigns({ route }: { route: Route }) {
  return route.id === undefined ? (
    <CampaignList route={route} />
  ) : (
    <CampaignPage key={route.id} id={route.id} route={route} />
  )
}

const PAGE = 25
const FILTERS = ['search', 'status', 'type', 'frequency', 'sort'] as const

/** The campaigns of the account, as the address filters them: `#/campaigns?status=paused&sort=-keywords`. */
function CampaignList({ route }: { route: Route }) {
  const { api } = useSandbox()
  const { filter, choose, bound, page, setPage, cleared } = useFilters(route, FILTERS)
  const { sort, ...query } = filter
  const { search: _, ...others } = query
  const isFiltering = Object.values(query).some((value) => value !== '')
  const loaded = useLoaded(
    (signal) => readAll(api, '/campaigns', { query, signal }),
    [api, JSON.stringify(query)],
  )
  const { rows = [], total = 0 } = loaded.data ?? {}
  const valuesOf = (member: 'type' | 'frequency') =>
    [...new Set(rows.map((row) => row[member]))].toSorted()
  return (
    <ResourceScreen
      what="campaign"
      of={loaded}
      count={loaded.data?.rows.length}
      form={(close) => <NewCampaign onClose={close} />}
      isFiltering={isFiltering}
      filters={
        <FilterBar
          label="Filter the campaigns"
          values={others}
          search={<TextFilter label="Find by name or keyword" {...bound('search')} />}
          cleared={isFiltering && cleared}
        >
          <Choice
            label="Status"
            any="Any status"
            {...bound('status')}
            options={['active', 'paused']}
          />
          <Choice label="Type" any="Any type" {...bound('type')} options={valuesOf('type')} />
          <Choice
            label="Frequency"
            any="Any frequency"
            {...bound('frequency')}
            options={valuesOf('frequency')}
          />
        </FilterBar>
      }
      none="A campaign checks the positions and mentions of keywords, and runs by itself."
    >
      <SortedTable<Campaign, Order>
        caption="Campaigns"
        columns={COLUMNS}
        actions={[
          [
            'Actions',
            (campaign) => <CampaignActions campaign={campaign} onChange={loaded.reload} />,
            'row-actions',
          ],
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        sorting={sortingIn(sort, ORDERS, { by: 'created_at', descending: true })}
        onSort={(sorting) => choose({ sort: sortingText(sorting) })}
        page={page}
        onPage={setPage}
        size={PAGE}
      />
      {rows.length < total && (
        <p class="hint">
          The newest {shown(rows.length)} of {counted(total, 'campaign')}. Find others by name.
        </p>
      )}
    </ResourceScreen>
  )
}

type Order = Exclude<keyof Campaign, 'id' | 'brand' | 'domain' | 'competitors' | 'settings'> &
  string

const column = (
  name: Order,
  label: string,
  cell: SortColumn<Campaign, Order>['cell'],
  style?: string,
): SortColumn<Campaign, Order> => ({
  name,
  label,
  value: (row) => {
    const value = row[name]
    return Array.isArray(value) ? value.length : value
  },
  cell,
  ...(style && { class: style }),
})

const COLUMNS = [
  column('name', 'Campaign', ({ id, name, status }) => (
    <span>
      <a href={linkTo('campaigns', id)}>
        <Name>{name ?? id}</Name>
      </a>{' '}
      {status === 'paused' && <Badge>paused</Badge>}
    </span>
  )),
  column('type', 'Type', ({ type }) => type),
  column('frequency', 'Frequency', ({ frequency }) => frequency),
  column('keywords', 'Keywords', ({ keywords }) => shown(keywords?.length), 'number'),
  column('last_run_at', 'Last run', ({ last_run_at, last_run_status }) => (
    <span>
      <Time at={last_run_at} /> {last_run_status === 'failed' && <Badge tone="bad">failed</Badge>}
    </span>
  )),
  column('next_run_at', 'Next run', ({ next_run_at }) => <Time at={next_run_at} absent="none" />),
  column('created_at', 'Created', ({ created_at }) => <Time at={created_at} precision="day" />),
]

const ORDERS = COLUMNS.map(({ name }) => name)
