import type { components } from '../../../../../spec/generated/api.ts'
import { lastDays } from '../../client/date-range.ts'
import { shown } from '../../client/format.ts'
import { found, sortingIn, sortingText } from '../../client/sorting.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { PeriodChoice } from '../../ui/controls.tsx'
import { TextFilter } from '../../ui/filters.tsx'
import { Panel } from '../../ui/page.tsx'
import { type SortColumn, SortedTable } from '../../ui/sorted-table.tsx'
import { Pending } from '../../ui/states.tsx'
import { Change, Name } from '../../ui/values.tsx'
import type { Campaign } from './campaign-form.tsx'

type Keyword = components['schemas']['KeywordFigures']

type Order =
  | 'keyword'
  | 'position'
  | 'change'
  | 'best_position'
  | 'average_position'
  | 'search_volume'
  | 'estimated_traffic'

const PAGE = 25
const FILTERS = ['days', 'find', 'sort'] as const
const DEFAULT_DAYS = 30

/** The keywords of a campaign with their positions and changes over a period, as the address asks for them. */
export function Keywords({ campaign, route }: { campaign: Campaign; route: Route }) {
  const { api, control } = useSandbox()
  const { filter, choose, bound, page, setPage } = useFilters(route, FILTERS)
  const days = Number(filter.days) || DEFAULT_DAYS
  const { id, updated_at } = campaign
  const loaded = useLoaded(
    async (signal) => {
      const { data: clock } = await control('GET', '/clock', { signal })
      const query = lastDays(days, clock.now)
      const params = { id }
      return (await api('GET', '/analytics/campaign/{id}', { params, query, signal })).data
    },
    [api, control, id, days, updated_at],
  )
  const keywords = loaded.data?.keywords ?? []
  const rows = found(keywords, filter.find, ({ keyword, url }) => [keyword, url ?? ''])
  return (
    <Panel
      title="Keywords"
      actions={<PeriodChoice days={days} onDays={(next) => choose({ days: String(next) })} />}
    >
      <div class="filter-bar" role="search" aria-label="Filter the keywords">
        <TextFilter label="Find a keyword or page" {...bound('find')} />
        <a href={linkTo('rankings', undefined, { campaign_id: id })}>Every check in Rankings</a>
      </div>
      <Pending of={loaded} title="The keywords could not be loaded">
        Loading keywords…
      </Pending>
      {loaded.data && keywords.length === 0 && (
        <p class="faint">No keyword was checked in this period. Advance to the next run.</p>
      )}
      {keywords.length > 0 && rows.length === 0 && <p class="faint">No keywords match.</p>}
      {rows.length > 0 && (
        <SortedTable<Keyword, Order>
          caption={`Keywords of the last ${days} days`}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ keyword }) => keyword}
          sorting={sortingIn(filter.sort, ORDERS, { by: 'position', descending: false })}
          onSort={(sorting) => choose({ sort: sortingText(sorting) })}
          page={page}
          onPage={setPage}
          size={PAGE}
        />
      )}
    </Panel>
  )
}

const figure = (
  name: Exclude<Order, 'keyword' | 'position' | 'change'>,
  label: string,
): SortColumn<Keyword, Order> => ({
  name,
  label,
  value: (row) => row[name],
  cell: (row) => shown(row[name]),
  class: 'number',
})

const COLUMNS: SortColumn<Keyword, Order>[] = [
  {
    name: 'keyword',
    label: 'Keyword',
    value: ({ keyword }) => keyword,
    cell: ({ keyword, url }) => (
      <span>
        <Name>{keyword}</Name>
        {url && <span class="cell-note">{url}</span>}
      </span>
    ),
  },
  {
    name: 'position',
    label: 'Position',
    value: ({ position }) => position,
    cell: ({ position }) => position ?? <span class="faint">not in top 100</span>,
    class: 'number',
  },
  {
    name: 'change',
    label: 'Change',
    value: ({ change }) => change,
    cell: ({ change, start_position }) => (
      <span>
        <Change change={change} />{' '}
        <span class="faint">from {start_position ?? 'not in top 100'}</span>
      </span>
    ),
    class: 'number',
  },
  figure('best_position', 'Best'),
  figure('average_position', 'Average'),
  figure('search_volume', 'Searches a month'),
  figure('estimated_traffic', 'Traffic'),
]

const ORDERS = COLUMNS.map(({ name }) => name)
