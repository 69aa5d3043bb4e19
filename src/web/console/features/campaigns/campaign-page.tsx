import { shown } from '../../client/format.ts'
import { RequestFailed } from '../../client/http.ts'
import { useAdvance } from '../../hooks/advance.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { PeriodChoice } from '../../ui/controls.tsx'
import { type FactList, Facts, MissingRecord, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { FigureChart, Tiles } from '../overview/figure-view.tsx'
import { campaignFigures, incomparableOf, isChecked, lengthOf } from '../overview/figures.ts'
import { Asked, Happened } from '../overview/panels.tsx'
import { KEYWORD_FILTERS, KeywordTable, keywordChart, useKeywords } from '../rankings/keywords.tsx'
import { type Campaign, CampaignActions } from './campaign.tsx'

const FILTERS = ['days', 'figure', ...KEYWORD_FILTERS] as const
const DEFAULT_DAYS = 30

/** One campaign: its figures over a period, its keywords, and its settings beside them. */
export function CampaignPage({ id, route }: { id: string; route: Route }) {
  const filters = useFilters(route, FILTERS)
  const { filter, choose } = filters
  const days = Number(filter.days) || DEFAULT_DAYS
  const loaded = useRead(
    (control, signal) => control('GET', '/overview', { query: { days, campaign: id }, signal }),
    [days, id],
  )
  const { data, error, loading, reload } = loaded
  const { campaign, analytics } = data?.campaign ?? {}
  const series = analytics?.series ?? []
  const keywords = useKeywords({
    id,
    keywords: analytics?.keywords ?? [],
    range: { start_date: series[0]?.date ?? '', end_date: series.at(-1)?.date ?? '' },
    filters,
  })
  const trail = <a href={linkTo('campaigns')}>Campaigns</a>
  if (error instanceof RequestFailed && error.status === 404)
    return <MissingRecord what="campaign" id={id} screen="campaigns" title="Campaigns" />
  const figures = data?.campaign ? campaignFigures(data.campaign) : []
  const figure = figures.find((each) => each.id === filter.figure) ?? figures[0]
  const incomparable = data && incomparableOf(data)
  return (
    <>
      <ScreenHeader
        trail={trail}
        title={
          <>
            <Name>{campaign?.name ?? 'Campaign'}</Name>{' '}
            {campaign?.status === 'paused' && <Badge>paused</Badge>}
          </>
        }
      >
        {campaign && (
          <div class="actions">
            <PeriodChoice
              days={days}
              onDays={(next) => choose({ days: next === DEFAULT_DAYS ? '' : String(next) })}
            />
            <NextRun campaign={campaign} />
            <CampaignActions
              campaign={campaign}
              onChange={reload}
              onDeleted={() => {
                location.hash = linkTo('campaigns')
              }}
            />
          </div>
        )}
      </ScreenHeader>
      <Pending of={loaded} title="The campaign could not be loaded">
        Loading the campaign…
      </Pending>
      {data && campaign && figure && (
        <div class={`with-facts ${loading ? 'is-stale' : ''}`} aria-busy={loading}>
          <div>
            {incomparable && <p class="notes">{incomparable}</p>}
            <Tiles
              figures={figures}
              chosen={figure.id}
              days={lengthOf(data)}
              onChoose={(next) => choose({ figure: next })}
            />
            <FigureChart
              figure={
                figure.id === 'position'
                  ? {
                      ...figure,
                      chart: {
                        ...keywordChart(keywords),
                        none: series.some(isChecked)
                          ? 'No keyword was among the first 100 results in this period.'
                          : 'No run in this period.',
                      },
                    }
                  : figure
              }
              data={data}
            />
            <KeywordTable of={keywords} loaded={loaded} filters={filters} />
            <Happened data={data} />
            <Asked data={data} />
          </div>
          <aside class="panel" aria-label="About this campaign">
            <Facts class="facts facts-many" facts={factsOf(campaign)} />
          </aside>
        </div>
      )}
    </>
  )
}
/** Advances the clock to the next run, because runs only happen by the clock. */
function NextRun({ campaign: { next_run_at } }: { campaign: Campaign }) {
  const advance = useAdvance()
  return (
    <ActionButton
      class="primary"
      disabled={next_run_at === null}
      title={
        next_run_at === null
          ? 'A paused campaign does not run'
          : 'Advances the clock of the account to the next run of this campaign'
      }
      meanwhile="Time passes…"
      act={async () => advance.to(next_run_at ?? '')}
    >
      Advance to the next run
    </ActionButton>
  )
}

function factsOf(campaign: Campaign): FactList {
  const { settings = {}, competitors = [], last_run_status } = campaign
  const optional = (text: string | undefined) =>
    text === undefined || text === '' ? <span class="faint">not set</span> : <bdi>{text}</bdi>
  return [
    ['Type', <bdi key="type">{campaign.type}</bdi>],
    ['Frequency', <bdi key="frequency">{campaign.frequency}</bdi>],
    ['Keywords', shown(campaign.keywords?.length)],
    [
      'Last run',
      <span key="last">
        <Time at={campaign.last_run_at} />{' '}
        {last_run_status === 'failed' && <Badge tone="bad">failed</Badge>}
      </span>,
    ],
    ['Next run', <Time key="next" at={campaign.next_run_at} absent="none" />],
    ['Tracked since', <Time key="since" at={campaign.tracked_since} precision="day" />],
    ['Brand', optional(campaign.brand)],
    ['Domain', optional(campaign.domain)],
    ['Competitors', optional(competitors.join(', '))],
    ['Location', optional(settings.location)],
    ['Device', optional(settings.device)],
    ['Search engine', optional(settings.search_engine)],
    ['Created', <Time key="created" at={campaign.created_at} />],
    ['Changed', <Time key="changed" at={campaign.updated_at} />],
    ['Id', <code key="id">{campaign.id}</code>],
  ]
}
