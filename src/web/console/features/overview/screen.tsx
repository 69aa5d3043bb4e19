import { counted } from '../../client/format.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { PeriodChoice } from '../../ui/controls.tsx'
import { Missing, Pending, ScreenHeader } from '../../ui/page.tsx'
import { CampaignTable, PAGE } from './campaign-table.tsx'
import { FigureChart, Tiles } from './figure-view.tsx'
import { accountFigures, type Overview as Data, incomparableOf, lengthOf } from './figures.ts'
import { ConnectYourApp, FirstCampaign } from './first-run.tsx'
import { Asked, Happened } from './panels.tsx'

const FILTERS = ['days', 'figure', 'search'] as const
const DEFAULT_DAYS = 30

/** The figures of all campaigns. The address holds the period, the figure in the chart, and the page and search of the campaigns. */
export function Overview({ route }: { route: Route }) {
  const { filter, choose, bound, page, setPage } = useFilters(route, FILTERS)
  const days = Number(filter.days) || DEFAULT_DAYS
  const loaded = useRead(
    (control, signal) =>
      control('GET', '/overview', {
        query: { days, search: filter.search, limit: PAGE, offset: page * PAGE },
        signal,
      }),
    [days, filter.search, page],
  )
  const { data, loading, reload } = loaded
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
  const isEmpty = data?.account?.dashboard.totals.campaigns === 0
  return (
    <>
      <ScreenHeader title="Overview">
        {!isEmpty && (
          <div class="actions">
            <PeriodChoice
              days={days}
              onDays={(next) => choose({ days: next === DEFAULT_DAYS ? '' : String(next) })}
            />
            <a class="button primary" href={linkTo('campaigns')}>
              Manage campaigns
            </a>
          </div>
        )}
      </ScreenHeader>
      <Pending of={loaded} title="The figures could not be loaded">
        Loading figures…
      </Pending>
      <ConnectYourApp />
      {isEmpty && <FirstCampaign onDone={reload} />}
      {data?.account && !isEmpty && (
        <div class={loading ? 'is-stale' : ''} aria-busy={loading}>
          <Notes data={data} />
          <Charts data={data} chosen={filter.figure} onChoose={(figure) => choose({ figure })} />
          <CampaignTable
            {...data.account}
            days={filter.days}
            search={bound('search')}
            page={page}
            onPage={setPage}
          />
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
  const figures = data.account ? accountFigures(data.account) : []
  const figure = figures.find(({ id }) => id === chosen) ?? figures[0]
  if (figure === undefined) return null
  return (
    <>
      <Tiles figures={figures} chosen={figure.id} days={lengthOf(data)} onChoose={onChoose} />
      <FigureChart figure={figure} data={data} />
    </>
  )
}
