import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { Webhook } from '../../accounts/webhook.ts'
import { NO_DELIVERIES, NO_SETTINGS } from '../../accounts/webhook-settings.ts'
import { ApiError } from '../../errors.ts'
import { noRoomMessage } from '../../simulation/event.ts'
import { missedBy } from '../../simulation/replay.ts'
import { isoTime, isoTimeOrNull } from '../../time/clock.ts'
import { changedSettings, shownCustomHeaders } from '../../webhooks/settings.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { eventFilter } from './events.ts'

type Schemas = components['schemas']

export function deliveryHandlers({ events, simulation, dispatcher }: ControlParts) {
  const find = async (accountId: string, id: string): Promise<Delivery> => {
    const found = await events.find(accountId, id)
    if (found) return found
    throw unknownIn(accountId, 'delivery', id, 'GET /_sandbox/deliveries lists its deliveries.')
  }
  return {
    /** GET /_sandbox/deliveries */
    async listDeliveries({ query, account }) {
      const { limit, offset, ...filter } = query
      const { id } = await account()
      const { items, total } = await events.deliveries(id, eventFilter(filter), { limit, offset })
      return { data: items.map(deliveryView), page: { total, limit, offset } }
    },

    /** GET /_sandbox/deliveries/{id} */
    async getDelivery({ params, account }) {
      return { data: deliveryView(await find((await account()).id, params.id)) }
    },

    /** POST /_sandbox/deliveries/resend */
    async resendDeliveries(request) {
      const { account: _, ...query } = request.query
      // Otherwise a forgotten filter would send everything again.
      if (Object.values(query).every((value) => value === undefined)) {
        const message =
          'Name a filter, such as status=failed, so that not every delivery is resent.'
        throw new ApiError('invalid_input', message)
      }
      const { id } = await request.account()
      const options = { signal: request.signal }
      const resent = await dispatcher.resendAll(id, eventFilter(query), options)
      const { delivered, failed, skipped } = resent
      return { data: { matched: delivered + failed + skipped, ...resent } }
    },

    /** POST /_sandbox/deliveries/{id}/resend */
    async resendDelivery(request) {
      const account = await request.account()
      await find(account.id, request.params.id)
      return { data: deliveryView(await dispatcher.resend(account.id, request.params.id)) }
    },

    /** GET /_sandbox/webhooks */
    async listSentWebhooks({ account }) {
      const { webhooks } = await account()
      return { data: Object.values(webhooks).reverse().map(webhookView) }
    },

    /** GET /_sandbox/webhooks/{id} */
    async getSentWebhook({ params, account }) {
      return { data: webhookView(findWebhook(await account(), params.id)) }
    },

    /** PUT /_sandbox/webhooks/{id} */
    async updateSentWebhook({ params, body, account, change }) {
      const { id } = await account()
      const set = (draft: AccountHead) => {
        const found = findWebhook(draft, params.id)
        found.settings = changedSettings(found.settings, body)
        return found
      }
      const webhook = await change(id, set)
      return { data: webhookView(webhook) }
    },

    /** POST /_sandbox/webhooks/{id}/replay */
    async replayWebhook({ params, body, account }) {
      const own = await account()
      const webhook = findWebhook(own, params.id)
      if (webhook.status !== 'active') {
        const message = `The webhook ${webhook.id} is disabled. Set its status to active first.`
        throw new ApiError('invalid_input', message)
      }
      const { types, ...times } = body ?? {}
      const filter = { ...eventFilter(times, 'body'), types }
      const { deliveries, remaining } = await missedBy(webhook, own, filter, events)
      const { givenUp } = await simulation.replay(own.id, deliveries)
      const data = { replayed: deliveries.length, remaining }
      return { data, ...noRoomMessage(givenUp) }
    },
  } satisfies Partial<ControlHandlers>
}

/** A delivery as the control API shows it. */
function deliveryView(delivery: Delivery): Schemas['Delivery'] {
  const { created_at, next_attempt_at, attempts, ...rest } = delivery
  return {
    ...rest,
    created_at: isoTime(created_at),
    next_attempt_at: isoTimeOrNull(next_attempt_at),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: isoTime(at) })),
  }
}

function findWebhook(account: Readonly<AccountHead>, id: string): Webhook {
  const found = account.webhooks[id]
  if (found) return found
  throw unknownIn(account.id, 'webhook', id, 'GET /_sandbox/webhooks lists its webhooks.')
}

function webhookView(webhook: Readonly<Webhook>): Schemas['SentWebhook'] {
  const { id, url, status, settings = NO_SETTINGS, tally = NO_DELIVERIES } = webhook
  const { total_ms, last_success_at, last_failure_at, ...counts } = tally
  return {
    id,
    url,
    status,
    headers: shownCustomHeaders(settings.headers),
    rate_limit: settings.rate_limit && { ...settings.rate_limit },
    statistics: {
      ...counts,
      average_duration_ms: tally.attempts === 0 ? null : Math.round(total_ms / tally.attempts),
      last_success_at: isoTimeOrNull(last_success_at),
      last_failure_at: isoTimeOrNull(last_failure_at),
    },
  }
}
