import { useState } from 'preact/hooks'
import type { components } from '../../../../../spec/generated/api.ts'
import { type DayRange, daysOf } from '../../client/date-range.ts'
import { linesOf } from '../../client/form-request.ts'
import { shown } from '../../client/format.ts'
import { type RowOf, readAll } from '../../client/service-lists.ts'
import { found, sortingIn, sortingText } from '../../client/sorting.ts'
import type { useFilters } from '../../hooks/filters.ts'
import { type Loaded, useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import type { ChartProps } from '../../ui/chart.tsx'
import { toggled } from '../../ui/controls.tsx'
import { TextFilter } from '../../ui/filters.tsx'
import { Panel, Pending } from '../../ui/page.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { pageOf, type SortColumn, SortedTable } from '../../ui/table.tsx'
import { Change, Name } from '../../ui/values.tsx'
import { Checks } from './checks.tsx'

type Keyword = components['schemas']['KeywordFigures']
type Check = RowOf<'/serp/rankings'>

/** The filters of the keywords in the address of a screen. */
export const KEYWORD_FILTERS = ['keywords', 'find', 'sort'] as const
type Filters = ReturnType<typeof useFilters<(typeof KEYWORD_FILTERS)[number]>>

const PAGE = 25
/** The most lines that users can distinguish in a chart. */
const MOST_LINES = 8
/** The most checks that are read for a page of keywords. */
const MOST_CHECKS = 10_000

/** The keywords of a campaign with their checks, and the lines of the chosen ones. */
export function useKeywords({
  id,
  keywords,
  range,
  filters: { filter, page },
}: {
  id: string | undefined
  keywords: readonly Keyword[]
  range: DayRange
  filters: Pick<Filters, 'filter' | 'page'>
}) {
  const { api } = useSandbox()
  const [pointed, setPointed] = useState<string>()
  const rows = found(keywords, filter.find, ({ keyword, url }) => [keyword, url ?? ''])
  const sorting = sortingIn(filter.sort, ORDERS, { by: 'position', descending: false })
  const listed = pageOf(rows, FIGURES, { sorting, page, size: PAGE }).rows
  const known = new Set(keywords.map(({ keyword }) => keyword))
  const chosen = linesOf(filter.keywords).filter((keyword) => known.has(keyword))
  const drawn = chosen.length > 0 ? chosen : listed.slice(0, MOST_LINES).map((row) => row.keyword)
  const needed = [...new Set([...listed.map(({ keyword }) => keyword), ...chosen])]

  const checks = useLoaded(
    async (signal) => {
      if (id === undefined || needed.length === 0) return new Map<string, Check[]>()
      const query = { campaign_id: id, ...range, keywords: needed }
      const read = await readAll(api, '/serp/rankings', { query, signal, most: MOST_CHECKS })
      const byKeyword = new Map<string, Check[]>(needed.map((keyword) => [keyword, []]))
      for (const check of read.rows) byKeyword.get(check.keyword)?.push(check)
      return byKeyword
    },
    [api, id, JSON.stringify([range, needed.toSorted()])],
  )
  const days = daysOf(range)
  const positionsOf = (keyword: string) => {
    const places = new Map(checks.data?.get(keyword)?.map(({ date, position }) => [date, position]))
    return days.map((day) => places.get(day))
  }
  return { rows, keywords, sorting, chosen, drawn, days, checks, positionsOf, pointed, setPointed }
}

type Keywords = ReturnType<typeof useKeywords>

/** The chart of the chosen keywords, or of the first ones in the table. */
export function keywordChart({ chosen, drawn, keywords, pointed, positionsOf }: Keywords) {
  const { length } = drawn
  return {
    title:
      chosen.length > 0
        ? `Position of ${chosen.join(', ')}`
        : length < keywords.length
          ? `Position of the first ${length} keywords`
          : 'Position of each keyword',
    axis: 'Position (1 is best)',
    inverted: true,
    whole: true,
    lines: drawn.map((keyword) => ({ name: keyword, values: positionsOf(keyword) })),
    highlighted: pointed,
  } satisfies Partial<ChartProps>
}

/** The keywords; a press on one opens its days, and a check mark draws its line in the chart. */
export function KeywordTable({
  of,
  loaded,
  filters: { choose, bound, page, setPage },
}: {
  of: Keywords
  /** The loading of the keywords. */
  loaded: Loaded<unknown>
  filters: Filters
}) {
  const [opened, setOpened] = useState<string>()
  const { rows, sorting, chosen, drawn, checks, positionsOf } = of
  const pick = (keyword: string) => choose({ keywords: toggled(chosen, keyword).join('\n') })
  const first: SortColumn<Keyword, Order> = {
    ...FIGURES[0],
    cell: ({ keyword, url }) => (
      <span class="keyword">
        <input
          type="checkbox"
          aria-label={`Compare ${keyword}`}
          style={
            drawn.includes(keyword)
              ? { '--series': `var(--series-${(drawn.indexOf(keyword) % MOST_LINES) + 1})` }
              : undefined
          }
          checked={chosen.includes(keyword)}
          onChange={() => pick(keyword)}
        />
        <span>
          <button
            type="button"
            class="link"
            aria-expanded={opened === keyword}
            onClick={() => setOpened(opened === keyword ? undefined : keyword)}
          >
            <Name>{keyword}</Name>
          </button>
          {url && <span class="note">{url}</span>}
        </span>
      </span>
    ),
  }
  const trend: SortColumn<Keyword, Order> = {
    name: 'trend',
    label: 'Trend',
    value: ({ change }) => change,
    cell: ({ keyword }) => <Sparkline values={positionsOf(keyword)} inverted />,
  }
  return (
    <Panel
      title="Keywords"
      actions={
        <div class="actions">
          {chosen.length > 0 && (
            <button type="button" onClick={() => choose({ keywords: '' })}>
              Show all in the chart
            </button>
          )}
          <TextFilter label="Find a keyword or page" {...bound('find')} />
        </div>
      }
    >
      <Pending of={loaded} title="The keywords could not be loaded">
        Loading keywords…
      </Pending>
      <Pending of={checks} title="The checks could not be loaded" />
      {loaded.data !== undefined && of.keywords.length === 0 && (
        <p class="faint">No keyword was checked in this period. Advance to the next run.</p>
      )}
      {of.keywords.length > 0 && rows.length === 0 && <p class="faint">No keywords match.</p>}
      {rows.length > 0 && (
        <SortedTable<Keyword, Order>
          caption="Keywords of the period"
          columns={[first, ...FIGURES.slice(1, 3), trend, ...FIGURES.slice(3)]}
          rows={rows}
          keyOf={({ keyword }) => keyword}
          sorting={sorting}
          onSort={(next) => choose({ sort: sortingText(next) })}
          page={page}
          onPage={setPage}
          size={PAGE}
          onPoint={(row) => of.setPointed(row?.keyword)}
          detail={({ keyword }) =>
            keyword === opened && <Checks of={checks.data?.get(keyword) ?? []} keyword={keyword} />
          }
        />
      )}
    </Panel>
  )
}

type Order =
  | 'keyword'
  | 'position'
  | 'change'
  | 'trend'
  | 'best_position'
  | 'average_position'
  | 'search_volume'
  | 'estimated_traffic'

const figure = (
  name: Exclude<Order, 'keyword' | 'position' | 'change' | 'trend'>,
  label: string,
): SortColumn<Keyword, Order> => ({
  name,
  label,
  value: (row) => row[name],
  cell: (row) => shown(row[name]),
  class: 'number',
})

const FIGURES = [
  {
    name: 'keyword',
    label: 'Keyword',
    value: ({ keyword }: Keyword) => keyword,
    cell: ({ keyword }: Keyword) => keyword,
  },
  {
    name: 'position',
    label: 'Position',
    value: ({ position }: Keyword) => position,
    cell: ({ position }: Keyword) => position ?? <span class="faint">not in top 100</span>,
    class: 'number',
  },
  {
    name: 'change',
    label: 'Change',
    value: ({ change }: Keyword) => change,
    cell: ({ change, start_position }: Keyword) => (
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
] as const satisfies readonly SortColumn<Keyword, Order>[]

const ORDERS: readonly Order[] = [...FIGURES.map(({ name }) => name), 'trend']
