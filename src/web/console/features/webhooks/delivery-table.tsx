import { counted } from '../../client/format.ts'
import type { Clock, Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useInterval, useTurn } from '../../hooks/timing.ts'
import type { Column } from '../../ui/table.tsx'
import { Table } from '../../ui/table.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { untilText } from './due.ts'
import type { Shared } from './webhook.tsx'
import { DeliveryBadge, nameOf, useResend } from './webhook.tsx'

type Delivery = Control['Delivery']

const SECOND_MS = 1000

export function DeliveryTable({
  deliveries,
  clock,
  webhooks,
  receiver,
  campaigns = [],
  onChange,
}: { deliveries: readonly Delivery[]; clock: Clock } & Pick<
  Shared,
  'webhooks' | 'receiver' | 'campaigns' | 'onChange'
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
      (delivery) => (
        <span class="webhooks-url">{nameOf(delivery.webhook_id, webhooks, receiver)}</span>
      ),
    ],
    ['Time', ({ created_at }) => <Time at={created_at} />],
    [
      'Actions',
      ({ id, type, status }) =>
        status !== 'delivered' && (
          <span class="actions">
            <button
              type="button"
              aria-label={`Resend ${type}`}
              disabled={resend.busy}
              onClick={() => resend.run(id)}
            >
              Resend
            </button>
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
