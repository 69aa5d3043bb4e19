import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlCall } from '../../client/http.ts'
import type { Clock, Control } from '../../client/session.ts'
import { DAY_MS, readClock } from '../../client/session.ts'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.ts'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Choice, ChoiceButtons } from '../../parts/controls.tsx'
import { TextFilter } from '../../parts/filters.tsx'
import type { Column } from '../../parts/page.tsx'
import { Pager, Pending, Table } from '../../parts/page.tsx'
import { counted, minuteOf, shown, Time } from '../../parts/values.tsx'
import { untilText, useAttempts } from './due.ts'
import type { Shared } from './webhook.tsx'
import { DeliveryBadge, nameOf } from './webhook.tsx'

export type Delivery = Control['Delivery']

const PAGE = 10
const HOUR_MS = 3_600_000
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
  const isFiltering = Object.values(filter).some((value) => value !== '')

  return (
    <section ref={section} class="panel webhooks-deliveries" aria-labelledby="deliveries-title">
      <div class="panel-header">
        <h2 id="deliveries-title">Deliveries</h2>
        <ChoiceButtons
          class="webhooks-statuses"
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
      <div class="filter-bar" role="search" aria-label="Filter the deliveries">
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
        <TextFilter label="Search bodies" {...bound('q')} />
        {filter.event_id !== '' && (
          <span class="faint">
            of the event <code>{filter.event_id}</code>
          </span>
        )}
        {isFiltering && <a href={linkTo('webhooks')}>Clear filters</a>}
      </div>
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
            />
            <Pager
              total={data.totals[filter.status] ?? 0}
              size={PAGE}
              page={page}
              onPage={setPage}
            />
          </>
        ) : (
          <p class="faint webhooks-none">
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

const SPANS: [ms: number, text: string][] = [
  [HOUR_MS, 'Since an hour ago'],
  [DAY_MS, 'Since a day ago'],
  [7 * DAY_MS, 'Since a week ago'],
]

/** The time of the oldest delivery, which the address keeps as a moment of the account's clock. */
function SinceChoice({
  now,
  value,
  onChange,
}: {
  now: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const options = SPANS.map(([ms, text]): [string, string] => [
    now === undefined ? text : new Date(Date.parse(now) - ms).toISOString(),
    text,
  ])
  const isOther = value !== '' && !options.some(([moment]) => moment === value)
  return (
    <Choice
      label="Since"
      any="Any time"
      value={value}
      options={
        isOther
          ? [
              ...options,
              [value, Number.isNaN(Date.parse(value)) ? value : `Since ${minuteOf(value)}`],
            ]
          : options
      }
      onChange={onChange}
    />
  )
}

/** Resends the failed deliveries of the filter. */
function ResendFailed({
  count,
  filter,
  onDone,
}: {
  count: number
  filter: Record<string, string>
  onDone: () => void
}) {
  const { control, notify } = useSandbox()
  const resend = useAction(async () => {
    const query = { ...filter, status: 'failed' }
    const { delivered, failed } = (await control('POST', '/deliveries/resend', { query })).data
    onDone()
    if (failed === 0) return `${counted(delivered, 'event')} delivered.`
    notify(`${counted(delivered, 'event')} delivered, ${failed} failed again.`, 'failed')
  })
  if (count === 0 && !resend.busy) return null
  return (
    <button type="button" disabled={resend.busy} onClick={() => resend.run()}>
      {resend.busy ? 'Resending…' : `Resend ${shown(count)} failed`}
    </button>
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
  const pending = found[STATUSES.indexOf('pending')]?.rows
  return { shown: listed.rows, totals, pending, clock }
}

function DeliveryTable({
  deliveries,
  clock,
  webhooks,
  receiver,
  campaigns = [],
}: { deliveries: readonly Delivery[]; clock: Clock } & Pick<
  Shared,
  'webhooks' | 'receiver' | 'campaigns'
>) {
  const columns: Column<Delivery>[] = [
    [
      'Event',
      ({ id, type, campaign_id }) => (
        <>
          <a href={linkTo('webhooks', id)}>{type}</a>
          <span class="webhooks-note">
            <bdi>{campaigns.find((each) => each.id === campaign_id)?.name ?? campaign_id}</bdi>
          </span>
        </>
      ),
    ],
    ['Time', ({ created_at }) => <Time at={created_at} />],
    [
      'Webhook',
      (delivery) => (
        <span class="webhooks-url">{nameOf(delivery.webhook_id, webhooks, receiver)}</span>
      ),
    ],
    ['Status', ({ status }) => <DeliveryBadge status={status} />],
    ['Attempts', ({ attempts }) => shown(attempts.length), 'number'],
    [
      'Next attempt',
      ({ next_attempt_at: at }) =>
        at === null ? (
          <span class="faint">none</span>
        ) : (
          <time datetime={at} title={`${at} (UTC)`}>
            {untilText(at, clock) ?? 'now'}
          </time>
        ),
    ],
  ]
  return <Table class="webhooks-table" columns={columns} rows={deliveries} />
}
