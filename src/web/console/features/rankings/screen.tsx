import { linesOf } from '../../client/form-request.ts'
import { shown } from '../../client/format.ts'
import { type RowOf, readLatestPage } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useFilters } from '../../hooks/filters.ts'
import { useExport } from '../../hooks/made-files.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { Chips } from '../../ui/chips.tsx'
import { Choice } from '../../ui/controls.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { DayRangeFilter } from '../../ui/filters.tsx'
import { ScreenHeader } from '../../ui/page.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Change, Name, Time } from '../../ui/values.tsx'

type Ranking = RowOf<'/serp/rankings'>

const FILTERS = ['campaign_id', 'start_date', 'end_date', 'keywords', 'limit'] as const
const SIZES = ['25', '100', '500']

/** Every check of keywords: `#/rankings?campaign_id=cmp_…&keywords=tandem`. */
export default function Rankings({ route }: { route: Route }) {
  const { api } = useSandbox()
  const { filter, choose, bound, page, setPage, cleared, isFiltering } = useFilters(route, FILTERS)
  const campaigns = useCampaigns()
  const clock = useRead((control, signal) => control('GET', '/clock', { signal }))
  const chosen = filter.campaign_id || campaigns.data?.[0]?.id
  const campaign = campaigns.data?.find(({ id }) => id === chosen)
  const size = Number(filter.limit) || Number(SIZES[0])
  const { start_date, end_date } = filter
  const keywords = linesOf(filter.keywords)
  const query = {
    campaign_id: chosen,
    start_date,
    end_date,
    ...(keywords.length > 0 && { keywords }),
  }
  const loaded = useLoaded(
    async (signal) =>
      chosen === undefined
        ? undefined
        : readLatestPage(api, '/serp/rankings', { page, size, query, signal }),
    [api, JSON.stringify(query), page, size],
  )
  const save = useExport()
  const { rows, total = 0 } = loaded.data ?? {}
  if (campaigns.data?.length === 0)
    return (
      <>
        <ScreenHeader title="Rankings" />
        <Empty title="No rankings yet">
          <p>
            Campaigns check the positions of keywords.{' '}
            <a href={linkTo('campaigns')}>Create a campaign</a> first.
          </p>
        </Empty>
      </>
    )

  return (
    <>
      <ScreenHeader title="Rankings">
        <button
          type="button"
          disabled={save.busy || total === 0}
          onClick={() => save.run({ type: 'rankings', ...query })}
        >
          Export CSV
        </button>
      </ScreenHeader>
      <FilterBar label="Filter the rankings" values={filter} cleared={isFiltering && cleared}>
        <Choice
          label="Campaign"
          any="Newest campaign"
          value={filter.campaign_id}
          // Keywords belong to a campaign.
          onChange={(campaign_id) => choose({ campaign_id, keywords: '' })}
          options={(campaigns.data ?? []).map(({ id, name }) => [id, name])}
        />
        <DayRangeFilter range={{ start_date, end_date }} now={clock.data?.now} onChange={choose} />
        <Chips
          label="Keywords"
          any="All keywords"
          values={keywords}
          options={campaign?.keywords ?? []}
          onChange={(values) => choose({ keywords: values.join('\n') })}
        />
        <Choice
          label="Rows per page"
          any={`${SIZES[0]} rows`}
          {...bound('limit')}
          options={SIZES.slice(1).map((each) => [each, `${each} rows`])}
        />
      </FilterBar>
      <Pending of={campaigns} title="The campaigns could not be loaded" />
      <Pending of={loaded} title="The rankings could not be loaded">
        Loading rankings…
      </Pending>
      {rows?.length === 0 && <p class="faint">No checks match these filters.</p>}
      {rows && rows.length > 0 && (
        <section class="panel" aria-label="List of rankings">
          <Table
            class="sorted"
            caption="Rankings, the newest first"
            columns={COLUMNS}
            rows={newestFirst(rows)}
            keyOf={({ keyword, checked_at }) => `${checked_at} ${keyword}`}
          />
          <Pager total={total} size={size} page={page} onPage={setPage} />
        </section>
      )}
    </>
  )
}

/** By day; on a day, in the order of the campaign's keywords. */
function newestFirst(rows: readonly Ranking[]): Ranking[] {
  return rows.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
}

const COLUMNS: Column<Ranking>[] = [
  [
    'Keyword',
    ({ keyword, is_new, is_lost, url }) => (
      <span>
        <Name>{keyword}</Name> {is_new && <Badge tone="good">new</Badge>}
        {is_lost && <Badge tone="bad">lost</Badge>}
        {url && <span class="cell-note">{url}</span>}
      </span>
    ),
  ],
  ['Day', ({ date }) => <Time at={date} precision="day" />],
  [
    'Position',
    ({ position, change }) =>
      position === null ? (
        <span class="faint">not in top 100</span>
      ) : (
        <span>
          {position} <Change change={change} />
        </span>
      ),
    'number',
  ],
  ['Before', ({ previous_position }) => shown(previous_position), 'number'],
  ['Searches a month', ({ search_volume }) => shown(search_volume), 'number'],
  ['Traffic', ({ estimated_traffic }) => shown(estimated_traffic), 'number'],
  ['Features', ({ serp_features }) => <Names names={serp_features} />],
  ['Rivals', ({ competitors }) => <Rivals rivals={competitors} />, 'wide'],
]

/** Names with underscores, as words. */
function Names({ names = [] }: { names: readonly string[] | undefined }) {
  return <span class="cell-list">{names.map((name) => name.replaceAll('_', ' ')).join(', ')}</span>
}

const MOST_RIVALS = 3

/** The best rivals. */
function Rivals({ rivals = [] }: { rivals: Ranking['competitors'] | undefined }) {
  const listed = rivals.filter(({ position }) => position !== null)
  if (listed.length === 0) return <span class="faint">none in top 100</span>
  return (
    <span class="cell-list">
      {listed
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .slice(0, MOST_RIVALS)
        .map(({ domain, position }) => `${domain} (${position})`)
        .join(', ')}
    </span>
  )
}
