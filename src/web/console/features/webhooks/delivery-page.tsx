import { counted, momentOf } from '../../client/format.ts'
import { type Clock, type Control, readClock } from '../../client/session.ts'
import { useAdvance } from '../../hooks/advance.ts'
import { useAttempts, useEventTurn } from '../../hooks/deliveries.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Body, Fold, Headers } from '../../ui/message.tsx'
import { type FactList, Facts, Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Badge, Name, StatusBadge, Time } from '../../ui/values.tsx'
import {
  type Campaign,
  DeliveryBadge,
  shortUrl,
  untilText,
  useResend,
  type Webhook,
} from './webhook.tsx'

export type Delivery = Control['Delivery']

/** One delivery with all attempts. */
export function DeliveryPage({ id }: { id: string }) {
  const { api, control } = useSandbox()
  const [turn, next] = useEventTurn()
  const loaded = useLoaded(
    async (signal) => {
      const [delivery, clock] = await Promise.all([
        control('GET', '/deliveries/{id}', { params: { id }, signal }),
        readClock(control)(signal),
      ])
      return { delivery: delivery.data, clock }
    },
    [control, id, turn],
  )
  const { data, error } = loaded
  const delivery = data?.delivery
  useAttempts(delivery && [delivery], data?.clock, next)
  const about = useLoaded(
    async (signal) => {
      if (delivery === undefined) return {}
      const { webhook_id, campaign_id } = delivery
      // Both may have been deleted since.
      const [webhook, campaign] = await Promise.allSettled([
        api('GET', '/webhooks/{id}', { params: { id: webhook_id }, signal }),
        api('GET', '/campaigns/{id}', { params: { id: campaign_id }, signal }),
      ])
      return {
        webhook: webhook.status === 'fulfilled' ? webhook.value.data : undefined,
        campaign: campaign.status === 'fulfilled' ? campaign.value.data : undefined,
        isDeleted: webhook.status === 'rejected' && webhook.reason?.status === 404,
      }
    },
    [api, delivery?.webhook_id, delivery?.campaign_id, turn],
  )
  const canResend = about.data?.isDeleted !== true
  const resend = useResend(next)
  const title = (
    <>
      {delivery?.type ?? 'Delivery'} {delivery && <DeliveryBadge of={delivery} />}
    </>
  )

  return (
    <>
      <ScreenHeader trail={<a href={linkTo('webhooks')}>Webhooks</a>} title={title}>
        {delivery && (
          <ActionButton
            class={delivery.status === 'delivered' ? '' : 'primary'}
            disabled={!canResend}
            meanwhile="Sending…"
            act={() => resend(id)}
          >
            Resend
          </ActionButton>
        )}
      </ScreenHeader>
      <Pending of={loaded} title="The delivery could not be opened">
        Loading the delivery…
      </Pending>
      {error !== undefined && !delivery && (
        <p class="hint">The sandbox keeps the last 10,000 finished deliveries, until a reset.</p>
      )}
      {data && (
        <>
          <NextStep delivery={data.delivery} clock={data.clock} canResend={canResend} />
          <section class="panel" aria-label="About this delivery">
            <Facts
              class="facts facts-many"
              facts={factsOf(data.delivery, about.data?.webhook, about.data?.campaign)}
            />
          </section>
          <Attempts attempts={data.delivery.attempts} />
          <Panel
            title="Event"
            actions={<CopyButton text={data.delivery.body} label="Copy body" class="quiet" />}
          >
            <Body
              message={{ headers: {}, body: data.delivery.body, truncated: false }}
              label="Body of the event"
            />
          </Panel>
        </>
      )}
    </>
  )
}

function factsOf(
  delivery: Delivery,
  webhook: Webhook | undefined,
  campaign: Campaign | undefined,
): FactList {
  const { id, event_id, webhook_id, campaign_id, created_at } = delivery
  return [
    [
      'Webhook',
      <>
        <a class="webhooks-url" href={linkTo('webhooks', undefined, { webhook_id })}>
          {webhook ? shortUrl(webhook.url) : webhook_id}
        </a>
        {webhook?.status === 'disabled' && <span class="problem">disabled</span>}
      </>,
    ],
    [
      'Campaign',
      <a href={linkTo('campaigns', campaign_id)}>
        <Name>{campaign?.name ?? campaign_id}</Name>
      </a>,
    ],
    ['Time', <Time at={created_at} />],
    ['Event', <code>{event_id}</code>],
    ['Delivery', <code>{id}</code>],
  ]
}

/** The next step of a delivery that has not arrived. */
function NextStep({
  delivery,
  clock,
  canResend,
}: {
  delivery: Delivery
  clock: Clock
  canResend: boolean
}) {
  const { status, next_attempt_at, failure_reason, attempts } = delivery
  const advance = useAdvance()
  if (status === 'failed') {
    return (
      <section class="failure" aria-label="Why it failed">
        <strong>No more automatic attempts</strong>
        <p>
          {failure_reason ??
            `All ${attempts.length} attempts failed. The last one: ${attempts.at(-1)?.error ?? 'unknown'}`}
        </p>
        <p>
          {canResend
            ? 'Fix the receiver, then press Resend.'
            : 'Its webhook was deleted, so it cannot be sent again. Create a new one for future events.'}
        </p>
      </section>
    )
  }
  if (status !== 'pending' || next_attempt_at === null) return null
  const until = untilText(next_attempt_at, clock)
  if (until === undefined) {
    return (
      <section class="notice notice-bar" aria-label="Next attempt" role="status">
        <p>
          <strong>
            {attempts.length === 0 ? 'First attempt in progress.' : 'Retry in progress.'}
          </strong>{' '}
          A receiver has 15 seconds to answer.
        </p>
      </section>
    )
  }
  return (
    <section class="notice notice-bar" aria-label="Next attempt">
      <p>
        <strong>Next attempt {until}</strong> on the clock of the account:{' '}
        <time datetime={next_attempt_at}>{momentOf(next_attempt_at)} UTC</time>.
        {clock.frozen && ' The clock is frozen, so advance it to reach that time.'}
      </p>
      <ActionButton act={() => advance.to(next_attempt_at)} meanwhile="Time passes…">
        Advance the clock to that time
      </ActionButton>
    </section>
  )
}

/** The attempts of a delivery, the last one first. */
function Attempts({ attempts }: { attempts: readonly Control['Attempt'][] }) {
  const rows = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed()
  return (
    <Panel title={counted(attempts.length, 'attempt')}>
      {attempts.length === 0 && <p class="faint">No attempts yet.</p>}
      <ol class="entries" reversed>
        {rows.map(({ attempt, number }) => (
          <AttemptRow
            key={`${number} ${attempt.at}`}
            attempt={attempt}
            number={number}
            isLast={number === attempts.length}
          />
        ))}
      </ol>
    </Panel>
  )
}

function AttemptRow({
  attempt,
  number,
  isLast,
}: {
  attempt: Control['Attempt']
  number: number
  isLast: boolean
}) {
  const { at, url, manual, duration_ms, status, error } = attempt
  const { request_headers, response_headers, response_body } = attempt
  const head = (
    <>
      <strong>Attempt {number}</strong>
      <StatusBadge status={status} />
      {error === null ? <Badge tone="good">delivered</Badge> : <Badge tone="bad">failed</Badge>}
      {manual && <Badge>resent manually</Badge>}
      <span class="faint">
        <Time at={at} precision="moment" />
      </span>
      <span class="faint">{Math.round(duration_ms)} ms</span>
    </>
  )
  return (
    <li>
      <Fold head={head} isOpen={isLast}>
        {error !== null && <p class="problem">{error}</p>}
        <p>
          POST <code class="webhooks-url">{url}</code>
        </p>
        <Headers headers={request_headers} of="request" open />
        {status === null ? (
          <p class="faint">No response.</p>
        ) : (
          <>
            <Headers headers={response_headers} of="response" />
            <h3>Response</h3>
            <Body
              message={{ headers: response_headers, body: response_body, truncated: false }}
              label={`Response to attempt ${number}`}
            />
          </>
        )}
      </Fold>
    </li>
  )
}
