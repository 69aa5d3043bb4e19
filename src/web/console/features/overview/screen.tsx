import { counted } from '../../client/format.ts'
import { RequestFailed } from '../../client/http.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { PeriodChoice } from '../../ui/controls.tsx'
import { ScreenHeader } from '../../ui/page.tsx'
import { Missing, Pending } from '../../ui/states.tsx'
import { Name } from '../../ui/values.tsx'
import { KeywordTable, Runs } from './campaign-panels.tsx'
import { CampaignTable, PAGE } from './campaign-table.tsx'
import { FigureChart } from './figure-chart.tsx'
import {
  accountFigures,
  campaignFigures,
  type Overview as Data,
  incomparableOf,
  lengthOf,
} from './figures.ts'
import { FirstCampaign } from './first-campaign.tsx'
import { Asked, Happened } from './panels.tsx'
import { Tiles } from './tiles.tsx'

const FILTERS = ['days', 'figure', 'search'] as const
const DEFAULT_DAYS = 30

/**
 * The figures of all campaigns at `#/`, or of one at `#/overview/<id>`. The address holds the period, the figure in the chart, and
 * the page and search of the campaigns.
 */
export function Overview({ route }: { route: Route }) {
  // The shell shows this screen for unknown addresses.
  if (!['', 'overview'].includes(route.screen)) {
    return (
      <Missing
        title={
          <>
            There is no screen called <bdi>{route.screen}</bdi>
          </>
        }
        href={linkTo('')}
      >
        Go to the Overview
      </Missing>
    )
  }
  // Never show figures of one campaign under the name of another.
  return <Figures key={route.id ?? ''} route={route} />
}

function Figures({ route }: { route: Route }) {
  const { id } = route
  const { filter, choose, bound, page, setPage } = useFilters(route, FILTERS)
  const days = Number(filter.days) || DEFAULT_DAYS
  const loaded = useRead(
    (control, signal) =>
      control('GET', '/overview', {
        query: { days, campaign: id, search: filter.search, limit: PAGE, offset: page * PAGE },
        signal,
      }),
    [days, id, filter.search, page],
  )
  const { data, error, loading, reload } = loaded
  const isUnknown = error instanceof RequestFailed && error.status === 404
  if (id !== undefined && isUnknown) {
    return (
      <Missing
        title={
          <>
            There is no campaign <bdi>{id}</bdi> in this account
          </>
        }
        href={linkTo('')}
      >
        Show all campaigns
      </Missing>
    )
  }
  const isEmpty = data?.account?.dashboard.totals.campaigns === 0
  return (
    <>
      <ScreenHeader
        trail={id !== undefined && <a href={linkTo('')}>All campaigns</a>}
        title={<Name>{data?.campaign?.campaign.name ?? 'Overview'}</Name>}
      >
        {!isEmpty && (
          <div class="actions">
            <PeriodChoice
              days={days}
              onDays={(next) => choose({ days: next === DEFAULT_DAYS ? '' : String(next) })}
            />
            {id === undefined ? (
              <a class="button primary" href={linkTo('campaigns')}>
                Manage campaigns
              </a>
            ) : (
              <a class="button primary" href={linkTo('campaigns', id)}>
                Open campaign
              </a>
            )}
          </div>
        )}
      </ScreenHeader>
      <Pending of={loaded} title="The figures could not be loaded">
        Loading figures…
      </Pending>
      {isEmpty && <FirstCampaign onDone={reload} />}
      {data && !isEmpty && (
        <div class={loading ? 'is-stale' : ''} aria-busy={loading}>
          <Notes data={data} />
          <Charts data={data} chosen={filter.figure} onChoose={(figure) => choose({ figure })} />
          {data.account && (
            <CampaignTable
              {...data.account}
              days={filter.days}
              search={bound('search')}
              page={page}
              onPage={setPage}
            />
          )}
          {data.campaign && data.campaign.latest.length > 0 && (
            <KeywordTable rows={data.campaign.latest} />
          )}
          <Happened data={data} />
          <Asked data={data} />
        </div>
      )}
    </>
  )
}

function Notes({ data }: { data: Data }) {
  const incomparable = incomparableOf(data)
  const coverage = data.account?.dashboard.coverage
  return (
    <div class="notes">
      {data.campaign && <Runs campaign={data.campaign.campaign} />}
      {coverage && (
        <p>
          The figures are of the newest {counted(coverage.campaigns, 'campaign')} of{' '}
          {counted(coverage.of, 'campaign')}.
        </p>
      )}
      {incomparable && <p>{incomparable}</p>}
    </div>
  )
}

function Charts({
  data,
  chosen,
  onChoose,
}: {
  data: Data
  chosen: string
  onChoose: (id: string) => void
}) {
  const figures = data.campaign
    ? campaignFigures(data.campaign)
    : data.account
      ? accountFigures(data.account)
      : []
  const figure = figures.find(({ id }) => id === chosen) ?? figures[0]
  if (figure === undefined) return null
  return (
    <>
      <Tiles figures={figures} chosen={figure.id} days={lengthOf(data)} onChoose={onChoose} />
      <FigureChart figure={figure} data={data} />
    </>
  )
}
