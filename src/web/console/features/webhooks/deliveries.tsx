import { useEffect, useRef, useState } from 'preact/hooks'
import { counted, minuteOf, shown } from '../../client/format.ts'
import type { ControlCall } from '../../client/http.ts'
import { type Clock, type Control, DAY_MS, readClock } from '../../client/session.ts'
import { useAttempts } from '../../hooks/deliveries.ts'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.ts'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { useInterval, useTurn } from '../../hooks/timing.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { Choice, ChoiceButtons } from '../../ui/controls.tsx'
import { FilterBar, TextFilter } from '../../ui/filters.tsx'
import { Pending } from '../../ui/page.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { DeliveryBadge, type Shared, statusOf, untilText, useResend } from './webhook.tsx'

type Delivery = Control['Delivery']

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
  campaigns,
  kinds,
  turn,
  onChange,
  nameOf,
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
              {status === 'pending' ? (data?.waiting ?? status) : status || 'all'}{' '}
              <span class="faint">{shown(data?.totals[status])}</span>
            </>,
          ])}
          onChange={(status: string) => choose({ status })}
        />
        {data && <ResendFailed count={data.totals.failed ?? 0} filter={filter} onDone={onChange} />}
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
          options={(webhooks ?? []).map(({ id }) => [id, `${nameOf(id)} (${id})`])}
        />
        <Choice
          label="Event"
          any="Any event"
          {...bound('type')}
          options={kinds.map(({ name }) => name)}
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
              nameOf={nameOf}
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
  // An attempt that failed and is tried again is no longer pending.
  const isFailing = pending.length > 0 && pending.every((each) => statusOf(each) === 'failing')
  return {
    shown: isFirst ? [...failing, ...others] : listed.rows,
    totals,
    pending,
    waiting: isFailing ? 'failing' : 'pending',
    clock,
  }
}

const SECOND_MS = 1000

function DeliveryTable({
  deliveries,
  clock,
  nameOf,
  campaigns = [],
  onChange,
}: { deliveries: readonly Delivery[]; clock: Clock } & Pick<
  Shared,
  'nameOf' | 'campaigns' | 'onChange'
>) {
  const resend = useResend(onChange)
  const isWaiting = deliveries.some((each) => each.next_attempt_at !== null)
  const [, tick] = useTurn()
  useInterval(tick, SECOND_MS, isWaiting && !clock.frozen)
  const columns: Column<Delivery>[] = [
    [
      'Event',
      ({ id, type, campaign_id }) => (
        <>
          <a href={linkTo('webhooks', id)}>{type}</a>
          <span class="note">
            <Name>{campaigns.find((each) => each.id === campaign_id)?.name ?? campaign_id}</Name>
          </span>
        </>
      ),
    ],
    [
      'Status',
      (delivery) => (
        <span>
          <DeliveryBadge of={delivery} />
          <Retry delivery={delivery} clock={clock} />
        </span>
      ),
    ],
    [
      'Webhook',
      (delivery) => <span class="webhooks-url">{nameOf(delivery.webhook_id)}</span>,
      'wide',
    ],
    ['Time', ({ created_at }) => <Time at={created_at} />],
    [
      'Actions',
      ({ id, type, status }) =>
        status !== 'delivered' && (
          <span class="actions">
            <ActionButton aria-label={`Resend ${type}`} act={() => resend(id)}>
              Resend
            </ActionButton>
          </span>
        ),
      'row-actions',
    ],
  ]
  return <Table columns={columns} rows={deliveries} />
}

/** When it is tried again, or how often it was tried. */
function Retry({ delivery, clock }: { delivery: Delivery; clock: Clock }) {
  const { attempts, next_attempt_at: at, status } = delivery
  if (status === 'delivered' && attempts.length === 1) return null
  const tried = counted(attempts.length, 'attempt')
  if (at === null) return <span class="note">{tried}</span>
  const what = attempts.length === 0 ? 'first attempt' : 'retry'
  return (
    <span class="note" title={`${at} (UTC), ${tried} so far`}>
      {what} {untilText(at, clock) ?? 'in progress'}
    </span>
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
  const { run, busy } = useAction(async () => {
    const query = { ...filter, status: 'failed' }
    const { delivered, failed } = (await control('POST', '/deliveries/resend', { query })).data
    onDone()
    if (failed === 0) return `${counted(delivered, 'event')} delivered.`
    notify(`${counted(delivered, 'event')} delivered, ${failed} failed again.`, 'failed')
  })
  // None is failed while they are sent.
  if (count === 0 && !busy) return null
  return (
    <button type="button" disabled={busy} onClick={() => run()}>
      {busy ? 'Resending…' : `Resend ${shown(count)} failed`}
    </button>
  )
}

const HOUR_MS = 3_600_000
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
  const other = Number.isNaN(Date.parse(value)) ? value : `Since ${minuteOf(value)}`
  return (
    <Choice
      label="Since"
      any="Any time"
      value={value}
      options={isOther ? [...options, [value, other]] : options}
      onChange={onChange}
    />
  )
}
