import { rangeOf } from '../../client/date-range.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useFilters } from '../../hooks/filters.ts'
import { useExport } from '../../hooks/made-files.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Choice } from '../../ui/controls.tsx'
import { PeriodFilter } from '../../ui/filters.tsx'
import { Empty, Pending, ScreenHeader } from '../../ui/page.tsx'
import { KEYWORD_FILTERS, KeywordTable, keywordChart, useKeywords } from './keywords.tsx'

const FILTERS = ['campaign_id', 'start_date', 'end_date', ...KEYWORD_FILTERS] as const

/** The positions of keywords over a period: `#/rankings?campaign_id=cmp_…&keywords=tandem`. */
export default function Rankings({ route }: { route: Route }) {
  const { api } = useSandbox()
  const filters = useFilters(route, FILTERS)
  const { filter, choose } = filters
  const campaigns = useCampaigns()
  const clock = useRead((control, signal) => control('GET', '/clock', { signal }))
  const id = filter.campaign_id || campaigns.data?.[0]?.id
  const now = clock.data?.now
  const range = rangeOf(filter, now)
  const loaded = useLoaded(
    async (signal) => {
      if (id === undefined || range.end_date === '') return undefined
      const params = { id }
      return (await api('GET', '/analytics/campaign/{id}', { params, query: range, signal })).data
    },
    [api, id, JSON.stringify(range)],
  )
  const keywords = useKeywords({ id, keywords: loaded.data?.keywords ?? [], range, filters })
  const save = useExport()
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

  const { chosen } = keywords
  const query = { campaign_id: id, ...range, ...(chosen.length > 0 && { keywords: chosen }) }
  return (
    <>
      <ScreenHeader title="Rankings">
        <div class="actions">
          <Choice
            label="Campaign"
            value={id ?? ''}
            // Keywords belong to a campaign.
            onChange={(campaign_id) => choose({ campaign_id, keywords: '', find: '' })}
            options={(campaigns.data ?? []).map((each) => [each.id, each.name])}
          />
          <PeriodFilter range={range} now={now} onChange={choose} />
          <ActionButton
            disabled={keywords.rows.length === 0}
            act={() => save({ type: 'rankings', ...query })}
          >
            Export CSV
          </ActionButton>
        </div>
      </ScreenHeader>
      <Pending of={campaigns} title="The campaigns could not be loaded" />
      {keywords.keywords.length > 0 && (
        <section class="panel" aria-label="Over time">
          <Chart
            {...keywordChart(keywords)}
            days={keywords.days}
            partial={range.end_date === now?.slice(0, 10)}
            none="No keyword was among the first 100 results in this period."
            height={260}
          />
        </section>
      )}
      <KeywordTable of={keywords} loaded={loaded} filters={filters} />
    </>
  )
}
