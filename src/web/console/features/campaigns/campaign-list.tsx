import { useState } from 'preact/hooks'
import { counted, isolated, shown } from '../../client/format.ts'
import { readAll } from '../../client/service-lists.ts'
import { sortingIn, sortingText } from '../../client/sorting.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Choice } from '../../ui/controls.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { TextFilter } from '../../ui/filters.tsx'
import { ScreenHeader } from '../../ui/page.tsx'
import { type SortColumn, SortedTable } from '../../ui/sorted-table.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { type Campaign, CampaignForm } from './campaign-form.tsx'

const PAGE = 25

type Order =
  | 'name'
  | 'type'
  | 'frequency'
  | 'keywords'
  | 'last_run_at'
  | 'next_run_at'
  | 'created_at'

const FILTERS = ['search', 'status', 'type', 'frequency', 'sort'] as const

/** The campaigns of the account, as the address filters them: `#/campaigns?status=paused&sort=-keywords`. */
export function CampaignList({ route }: { route: Route }) {
  const { api, notify } = useSandbox()
  const [isCreating, setCreating] = useState(false)
  const { filter, choose, bound, page, setPage, cleared } = useFilters(route, FILTERS)
  const { sort, ...query } = filter
  const { search: _, ...others } = query
  const isFiltering = Object.values(query).some((value) => value !== '')
  const loaded = useLoaded(
    (signal) => readAll(api, '/campaigns', { query, signal }),
    [api, JSON.stringify(query)],
  )
  const { rows, total = 0 } = loaded.data ?? {}
  const create = (
    <button type="button" class="primary" onClick={() => setCreating(true)}>
      Create a campaign
    </button>
  )

  return (
    <>
      <ScreenHeader title="Campaigns">
        {rows?.length === 0 && !isFiltering ? undefined : create}
      </ScreenHeader>
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
          options={[
            ['active', 'active'],
            ['paused', 'paused'],
          ]}
        />
        <ValueChoice label="Type" any="Any type" rows={rows} member="type" {...bound('type')} />
        <ValueChoice
          label="Frequency"
          any="Any frequency"
          rows={rows}
          member="frequency"
          {...bound('frequency')}
        />
      </FilterBar>
      <Pending of={loaded} title="The campaigns could not be loaded">
        Loading campaigns…
      </Pending>
      {rows?.length === 0 &&
        (isFiltering ? (
          <p class="faint">No campaigns match these filters.</p>
        ) : (
          <Empty title="No campaigns yet">
            <p>A campaign checks the positions and mentions of keywords, and runs by itself.</p>
            <div class="actions">{create}</div>
          </Empty>
        ))}
      {rows && rows.length > 0 && (
        <section class="panel" aria-label="List of campaigns">
          <SortedTable<Campaign, Order>
            caption="Campaigns"
            columns={COLUMNS}
            actions={[
              [
                'Actions',
                (campaign) => (
                  <CampaignActions
                    campaign={campaign}
                    onChange={loaded.reload}
                    onDeleted={loaded.reload}
                  />
                ),
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
        </section>
      )}
      {isCreating && (
        <CampaignForm
          onClose={() => setCreating(false)}
          onDone={({ id, name }) => {
            notify(`Campaign “${isolated(name)}” created.`)
            location.hash = linkTo('campaigns', id)
          }}
        />
      )}
    </>
  )
}

/** The values of a member that the rows have. */
function ValueChoice({
  rows = [],
  member,
  ...choice
}: {
  label: string
  any: string
  value: string
  onChange: (value: string) => void
  rows: readonly Campaign[] | undefined
  member: 'type' | 'frequency'
}) {
  const values = [...new Set(rows.map((row) => row[member]))].toSorted()
  return <Choice {...choice} options={values.map((value) => [value, value])} />
}

const COLUMNS: SortColumn<Campaign, Order>[] = [
  {
    name: 'name',
    label: 'Campaign',
    value: ({ name }) => name,
    cell: ({ id, name, status }) => (
      <span>
        <a href={linkTo('campaigns', id)}>
          <Name>{name ?? id}</Name>
        </a>
        {status === 'paused' && (
          <>
            {' '}
            <Badge>paused</Badge>
          </>
        )}
      </span>
    ),
  },
  { name: 'type', label: 'Type', value: ({ type }) => type, cell: ({ type }) => type },
  {
    name: 'frequency',
    label: 'Frequency',
    value: ({ frequency }) => frequency,
    cell: ({ frequency }) => frequency,
  },
  {
    name: 'keywords',
    label: 'Keywords',
    value: ({ keywords }) => keywords?.length,
    cell: ({ keywords }) => shown(keywords?.length),
    class: 'number',
  },
  {
    name: 'last_run_at',
    label: 'Last run',
    value: ({ last_run_at }) => last_run_at,
    cell: ({ last_run_at, last_run_status }) => (
      <span>
        <Time at={last_run_at} /> {last_run_status === 'failed' && <Badge tone="bad">failed</Badge>}
      </span>
    ),
  },
  {
    name: 'next_run_at',
    label: 'Next run',
    value: ({ next_run_at }) => next_run_at,
    cell: ({ next_run_at }) => <Time at={next_run_at} absent="none" />,
  },
  {
    name: 'created_at',
    label: 'Created',
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} precision="day" />,
  },
]

const ORDERS = COLUMNS.map(({ name }) => name)
