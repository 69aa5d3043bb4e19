import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import type { Webhook } from '../../accounts/webhook.ts'
import { NO_DELIVERIES, NO_SETTINGS } from '../../accounts/webhook-settings.ts'
import { ApiError } from '../../errors.ts'
import { noRoomMessage } from '../../simulation/event.ts'
import { missedBy } from '../../simulation/replay.ts'
import { isoTime } from '../../time/clock.ts'
import { shownCustomHeaders } from '../../webhooks/custom-headers.ts'
import { changedSettings } from '../../webhooks/settings.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { eventFilter } from './event-views.ts'

type Parts = Pick<ControlParts, 'store' | 'events' | 'simulation' | 'dispatcher'>

export function webhookHandlers({ store, events, simulation, dispatcher }: Parts) {
  /** With statistics that include every recorded attempt. */
  const counted = async ({ id }: AccountHead) => {
    await dispatcher.writeStatistics(id)
    return store.readHead(id)
  }
  return {
    /** GET /_sandbox/webhooks */
    async listSentWebhooks({ account }) {
      return {
        data: Object.values((await counted(await account())).webhooks)
          .reverse()
          .map(webhookView),
      }
    },

    /** GET /_sandbox/webhooks/{id} */
    async getSentWebhook({ params, account }) {
      return { data: webhookView(findWebhook(await counted(await account()), params.id)) }
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

export function findWebhook(account: Readonly<AccountHead>, id: string): Webhook {
  const found = account.webhooks[id]
  if (found) return found
  throw unknownIn(account.id, 'webhook', id, 'GET /_sandbox/webhooks lists its webhooks.')
}

function webhookView(webhook: Readonly<Webhook>): components['schemas']['SentWebhook'] {
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
      last_success_at: last_success_at === null ? null : isoTime(last_success_at),
      last_failure_at: last_failure_at === null ? null : isoTime(last_failure_at),
    },
  }
}
