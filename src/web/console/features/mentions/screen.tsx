import { useId } from 'preact/hooks'
import { rangeOf } from '../../client/date-range.ts'
import { apiDocument } from '../../client/document.ts'
import { linesOf } from '../../client/form-request.ts'
import { type RowOf, readPage } from '../../client/service-lists.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useFilters } from '../../hooks/filters.ts'
import { useExport } from '../../hooks/made-files.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { Chips, Choice } from '../../ui/controls.tsx'
import { Suggestions } from '../../ui/fields.tsx'
import { FilterBar, PeriodFilter, TextFilter } from '../../ui/filters.tsx'
import { Empty, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Listed } from '../../ui/resource.tsx'
import { Pager } from '../../ui/table.tsx'
import { Mentions } from './mention-list.tsx'

const FILTERS = [
  'brand',
  'platforms',
  'start_date',
  'end_date',
  'sentiment',
  'campaign_id',
  'keyword',
  'prompt',
  'limit',
] as const
const SIZES = ['10', '50', '100']
const SENTIMENTS = ['positive', 'neutral', 'negative']

/** The answers of AI platforms about a brand: `#/mentions?brand=Acme&sentiment=negative`. */
export default function MentionsScreen({ route }: { route: Route }) {
  const { api } = useSandbox()
  const lists = useId()
  const { filter, choose, bound, page, setPage, cleared, isFiltering } = useFilters(route, FILTERS)
  const campaigns = useCampaigns()
  const clock = useRead((control, signal) => control('GET', '/clock', { signal }))
  const platformNames = useLoaded(async () => platformsIn(await apiDocument()), [])
  const brands = brandsOf(campaigns.data ?? [])
  const brand = filter.brand || brands[0]
  const size = Number(filter.limit) || Number(SIZES[0])
  const { limit: _, platforms, ...others } = filter
  const { campaign_id } = others
  const range = rangeOf(others, clock.data?.now)
  const chosen = linesOf(platforms)
  const query = { ...others, ...range, brand, ...(chosen.length > 0 && { platforms: chosen }) }
  const loaded = useLoaded(
    async (signal) =>
      brand === undefined || range.end_date === ''
        ? undefined
        : readPage(api, '/chat/mentions', { page, size, query, signal }),
    [api, JSON.stringify(query), page, size],
  )
  const save = useExport()
  const { rows, total = 0 } = loaded.data ?? {}
  const keywords = campaigns.data?.find(({ id }) => id === campaign_id)?.keywords ?? []
  if (campaigns.data?.length === 0)
    return (
      <>
        <ScreenHeader title="Mentions" />
        <Empty title="No mentions yet">
          <p>
            Campaigns ask AI platforms about their keywords.{' '}
            <a href={linkTo('campaigns')}>Create a campaign</a> first.
          </p>
        </Empty>
      </>
    )

  return (
    <>
      <ScreenHeader title="Mentions">
        <div class="actions">
          <PeriodFilter range={range} now={clock.data?.now} onChange={choose} />
          <ActionButton
            disabled={total === 0}
            title="The export has the filters for campaign and period"
            act={() => save({ type: 'mentions', campaign_id, ...range })}
          >
            Export CSV
          </ActionButton>
        </div>
      </ScreenHeader>
      <FilterBar label="Filter the mentions" values={filter} cleared={isFiltering && cleared}>
        <Suggestions id={`${lists}-brands`} values={brands} />
        <Suggestions id={`${lists}-keywords`} values={keywords} />
        <TextFilter
          label="Brand"
          placeholder={brand}
          list={`${lists}-brands`}
          {...bound('brand')}
        />
        <Choice
          label="Sentiment"
          any="Any sentiment"
          {...bound('sentiment')}
          options={SENTIMENTS}
        />
        <Chips
          label="Platforms"
          any="All platforms"
          values={chosen}
          options={platformNames.data ?? []}
          onChange={(values) => choose({ platforms: values.join('\n') })}
        />
        <Choice
          label="Campaign"
          any="Any campaign"
          {...bound('campaign_id')}
          options={(campaigns.data ?? []).map(({ id, name }) => [id, name])}
        />
        <TextFilter label="Keyword" list={`${lists}-keywords`} {...bound('keyword')} />
        <TextFilter label="Prompt" {...bound('prompt')} />
        <Choice
          label="Mentions per page"
          any={`${SIZES[0]} per page`}
          {...bound('limit')}
          options={SIZES.slice(1).map((each) => [each, `${each} per page`])}
        />
      </FilterBar>
      <Pending of={campaigns} title="The campaigns could not be loaded" />
      <Listed
        what="mentions"
        of={loaded}
        rows={rows}
        none={
          <>
            No AI answer mentions <bdi>{brand}</bdi> with these filters.
          </>
        }
      >
        {(mentions) => (
          <section class="panel" aria-label="List of mentions">
            <Mentions mentions={mentions} campaigns={campaigns.data ?? []} />
            <Pager total={total} size={size} page={page} onPage={setPage} />
          </section>
        )}
      </Listed>
    </>
  )
}

/** The brands of the campaigns, the newest campaign first. */
function brandsOf(campaigns: readonly RowOf<'/campaigns'>[]): string[] {
  return [...new Set(campaigns.map(({ brand, name }) => brand ?? name))]
}

/** The platforms that the document names. */
function platformsIn(api: Awaited<ReturnType<typeof apiDocument>>): string[] {
  return api.components?.schemas?.Mention?.properties?.platform?.examples ?? []
}
