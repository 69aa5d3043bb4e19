import { shown } from '../../client/format.ts'
import type { Clock, Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import type { Column } from '../../ui/table.tsx'
import { Table } from '../../ui/table.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { untilText } from './due.ts'
import type { Shared } from './webhook.tsx'
import { DeliveryBadge, nameOf } from './webhook.tsx'

type Delivery = Control['Delivery']

export function DeliveryTable({
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
            <Name>{campaigns.find((each) => each.id === campaign_id)?.name ?? campaign_id}</Name>
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
