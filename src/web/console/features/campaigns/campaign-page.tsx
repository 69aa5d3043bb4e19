import { shown } from '../../client/format.ts'
import { RequestFailed } from '../../client/http.ts'
import { useAdvance } from '../../hooks/advance.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { type FactList, Facts, ScreenHeader } from '../../ui/page.tsx'
import { Missing, Pending } from '../../ui/states.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { advanceTo } from '../webhooks/due.ts'
import { CampaignActions } from './campaign-actions.tsx'
import type { Campaign } from './campaign-form.tsx'
import { Keywords } from './keywords.tsx'

/** One campaign: its settings, its runs, and its keywords. */
export function CampaignPage({ id, route }: { id: string; route: Route }) {
  const { api } = useSandbox()
  const loaded = useLoaded(
    async (signal) => (await api('GET', '/campaigns/{id}', { params: { id }, signal })).data,
    [api, id],
  )
  const { data: campaign, error } = loaded
  const trail = <a href={linkTo('campaigns')}>Campaigns</a>
  if (error instanceof RequestFailed && error.status === 404)
    return (
      <>
        <ScreenHeader trail={trail} title="Campaign" />
        <Missing
          title={
            <>
              There is no campaign <bdi>{id}</bdi> in this account
            </>
          }
          href={linkTo('campaigns')}
        >
          Show all campaigns
        </Missing>
      </>
    )
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
            <NextRun campaign={campaign} />
            <a class="button" href={linkTo('overview', id)}>
              Show charts
            </a>
            <CampaignActions
              campaign={campaign}
              onChange={loaded.reload}
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
      {campaign && (
        <>
          <section class="panel" aria-label="About this campaign">
            <Facts class="facts facts-many" facts={factsOf(campaign)} />
          </section>
          <Keywords campaign={campaign} route={route} />
        </>
      )}
    </>
  )
}

/** Advances the clock to the next run, because runs only happen by the clock. */
function NextRun({ campaign: { next_run_at } }: { campaign: Campaign }) {
  const { control } = useSandbox()
  const advance = useAdvance()
  const run = useAction(async () => {
    if (next_run_at === null) return
    // The clock may have moved since.
    const { data } = await control('GET', '/clock')
    await advance.run(advanceTo(next_run_at, data.now))
  })
  return (
    <button
      type="button"
      class="primary"
      disabled={run.busy || next_run_at === null}
      title={
        next_run_at === null
          ? 'A paused campaign does not run'
          : 'Advances the clock of the account to the next run of this campaign'
      }
      onClick={() => run.run()}
    >
      {run.busy ? 'Time passes…' : 'Advance to the next run'}
    </button>
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
