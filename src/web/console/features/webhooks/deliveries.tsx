import { useEffect, useRef, useState } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import type { ControlCall } from '../../client/http.ts'
import { readClock } from '../../client/session.ts'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Choice, ChoiceButtons } from '../../ui/controls.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { TextFilter } from '../../ui/filters.tsx'
import { Pending } from '../../ui/states.tsx'
import { Pager } from '../../ui/table.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { useAttempts } from './due.ts'
import { ResendFailed } from './resend-failed.tsx'
import { SinceChoice } from './since-choice.tsx'
import type { Shared } from './webhook.tsx'
import { nameOf, statusOf } from './webhook.tsx'

const PAGE = 10
/** The first is that of all deliveries. */
const STATUSES = ['', 'delivered', 'pending', 'failed']
const FILTERS = [
  'status',
  'webhook_id',
  'type',
  'campaign_id',
  'since',
  'until',
  'event_id',
  'q',
] as const
/** Failing deliveries that come first, whatever their time. */
const MOST_FAILING = 5
/** The pending deliveries that are watched for their next attempt. */
const WATCHED = 50

/** Deliveries, as the address filters them: `#/webhooks?status=pending`. */
export function Deliveries({
  webhooks,
  receiver,
  campaigns,
  kinds,
  turn,
  onChange,
  query,
}: Shared & { query: URLSearchParams }) {
  const { control } = useSandbox()
  const filter = filterIn(query, FILTERS)
  const asked = JSON.stringify(filter)
  const [page, setPage] = useState(0)
  useEffect(() => setPage(0), [asked])
  const section = useRef<HTMLElement>(null)
  // The links of webhooks lead to this section.
  useEffect(() => {
    if (filter.webhook_id) section.current?.scrollIntoView({ block: 'nearest' })
  }, [filter.webhook_id])
  const loaded = useLoaded(
    (signal) => deliveriesOf(control, filter, page, signal),
    [control, asked, page, turn],
  )
  const { data } = loaded
  useAttempts(data?.pending, data?.clock, onChange)
  const choose = (change: Record<string, string>) =>
    replaceRoute(linkTo('webhooks', undefined, { ...filter, ...change }))
  const bound = (name: (typeof FILTERS)[number]) => ({
    value: filter[name],
    onChange: (value: string) => choose({ [name]: value }),
  })
  const { q: _, status: __, ...others } = filter
  const isFiltering = Object.values(filter).some((value) => value !== '')

  return (
    <section ref={section} class="panel webhooks-deliveries" aria-labelledby="deliveries-title">
      <div class="panel-header">
        <h2 id="deliveries-title">Deliveries</h2>
        <ChoiceButtons
          label="Status"
          value={filter.status}
          options={STATUSES.map((status) => [
            status,
            <>
              {status || 'all'} <span class="faint">{shown(data?.totals[status])}</span>
            </>,
          ])}
          onChange={(status: string) => choose({ status })}
        />
        <ResendFailed count={data?.totals.failed ?? 0} filter={filter} onDone={onChange} />
      </div>
      <FilterBar
        label="Filter the deliveries"
        values={others}
        search={<TextFilter label="Search bodies" {...bound('q')} />}
        cleared={isFiltering && linkTo('webhooks')}
      >
        <Choice
          label="Webhook"
          any="Any webhook"
          {...bound('webhook_id')}
          options={(webhooks ?? []).map(({ id }) => [
            id,
            `${nameOf(id, webhooks, receiver)} (${id})`,
          ])}
        />
        <Choice
          label="Event"
          any="Any event"
          {...bound('type')}
          options={kinds.map(({ name }) => [name, name])}
        />
        <Choice
          label="Campaign"
          any="Any campaign"
          {...bound('campaign_id')}
          options={(campaigns ?? []).map(({ id, name }) => [id, name])}
        />
        <SinceChoice now={data?.clock.now} {...bound('since')} />
        {filter.event_id !== '' && (
          <span class="faint">
            of the event <code>{filter.event_id}</code>
          </span>
        )}
      </FilterBar>
      <Pending of={loaded} title="The deliveries could not be loaded">
        Loading deliveries…
      </Pending>
      {data &&
        (data.shown.length > 0 ? (
          <>
            <DeliveryTable
              deliveries={data.shown}
              clock={data.clock}
              webhooks={webhooks}
              receiver={receiver}
              campaigns={campaigns}
              onChange={onChange}
            />
            <Pager
              total={data.totals[filter.status] ?? 0}
              size={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        ) : (
          <p class="faint">
            {isFiltering
              ? 'No deliveries match this filter.'
              : webhooks?.length === 0
                ? 'No deliveries yet. Create a webhook first.'
                : 'No deliveries yet. Trigger an event, or advance the clock to run a campaign.'}
          </p>
        ))}
    </section>
  )
}

async function deliveriesOf(
  control: ControlCall,
  filter: Record<string, string>,
  page: number,
  signal: AbortSignal,
) {
  const list = async (more: object) => {
    const query = { ...filter, ...more }
    const { data, meta } = await control('GET', '/deliveries', { query, signal })
    return { rows: data, total: meta?.pagination?.total ?? data.length }
  }
  const [listed, clock, ...found] = await Promise.all([
    list({ limit: PAGE, offset: page * PAGE }),
    readClock(control)(signal),
    ...STATUSES.map((status) => list({ status, limit: status === 'pending' ? WATCHED : 1 })),
  ])
  const totals: Record<string, number> = Object.fromEntries(
    found.map(({ total }, index) => [STATUSES[index], total]),
  )
  const pending = found[STATUSES.indexOf('pending')]?.rows ?? []
  const failing = pending.filter((each) => statusOf(each) === 'failing').slice(0, MOST_FAILING)
  const isFirst = page === 0 && filter.status === ''
  const others = listed.rows.filter(({ id }) => !failing.some((each) => each.id === id))
  return { shown: isFirst ? [...failing, ...others] : listed.rows, totals, pending, clock }
}
