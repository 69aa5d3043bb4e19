import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import type { BodyOf } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
import { findCampaign, newestFirst } from '../../operations/campaigns.ts'
import { eventBody } from '../../simulation/event.ts'
import { listeningSecret } from '../../simulation/listening-secret.ts'
import { isoTime } from '../../time/clock.ts'
import { listDeliveries as matching } from '../../webhooks/delivery-log.ts'
import type { Dispatcher } from '../../webhooks/dispatcher.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { eventStream } from '../streams/event-stream.ts'

type Schemas = components['schemas']
type Parts = Pick<ControlParts, 'store' | 'clock' | 'simulation' | 'dispatcher'>

export function eventHandlers(parts: Parts) {
  return {
    /** POST /_sandbox/events */
    async triggerEvent(request) {
      return { data: await trigger(await request.account(), request.body, parts) }
    },

    /** GET /_sandbox/events/stream */
    async streamEvents(request) {
      const { id: accountId } = await request.account()
      const lastId = request.header('last-event-id')
      const { alerts: onlyAlerts = false } = request.query
      const listening = { accountId, lastId, onlyAlerts }
      return { stream: eventStream(listening, request.signal, parts) }
    },
  } satisfies Partial<ControlHandlers>
}

/** Limit of custom data in bytes: every webhook that receives the event keeps a copy. */
export const MAX_EVENT_DATA = 16 * 1024

/** Triggers an event now; throws ApiError if that is not possible. */
async function trigger(account: Readonly<Account>, body: BodyOf<'triggerEvent'>, parts: Parts) {
  const { store, clock, simulation, dispatcher } = parts
  const { type, data: overrides = {}, to } = body
  const bytes = Buffer.byteLength(JSON.stringify(overrides))
  if (bytes > MAX_EVENT_DATA) {
    const message = `data must have at most ${MAX_EVENT_DATA} bytes as JSON; found ${bytes}. Leave out fields that your test does not need.`
    throw new ApiError('invalid_input', message)
  }
  const campaign = campaignOf(account, body.campaign_id)
  // Loaded late, because it imports the vocabulary of mentions.
  const { sampleEvent } = await import('../../simulation/sample-event.ts')
  // Events triggered at the same time differ by a number that survives restarts.
  const number = await store.update(account.id, (draft) => ++draft.sequence)
  const at = clock.of(account)
  const event = sampleEvent(account, campaign, { type, overrides, at, number })
  if (to === undefined) {
    const deliveries = await simulation.publish(account.id, event)
    return { event: eventView(event), deliveries, attempt: null, secret: null }
  }

  const secret = body.secret ?? listeningSecret(account)
  const message = { url: to, eventId: event.id, body: eventBody(event), secrets: [secret] }
  const attempt = await dispatcher.sendOnce(message)
  const view = attemptView({ ...attempt, at, manual: true })
  return { event: eventView(event), deliveries: [], attempt: view, secret }
}

function campaignOf(account: Readonly<Account>, id: string | undefined): Campaign {
  if (id !== undefined) return findCampaign(account, id)
  const [newest] = newestFirst(account)
  if (newest) return newest
  throw new ApiError(
    'unknown_resource',
    `Account ${account.id} has no campaign for an event. Create one with POST /api/campaigns.`,
  )
}

function eventView({ id, type, at, campaign_id, data }: ServiceEvent): Schemas['Event'] {
  return { id, type, at: isoTime(at), campaign_id, data: { ...data } }
}

export function deliveryHandlers({ dispatcher }: { dispatcher: Dispatcher }) {
  return {
    /** GET /_sandbox/deliveries */
    async listDeliveries({ query, account }) {
      const { limit = 50, offset = 0, ...filter } = query
      const { items, total } = matching(await account(), filter, { limit, offset })
      return { data: items.map(deliveryView), page: { total, limit, offset } }
    },

    /** GET /_sandbox/deliveries/{id} */
    async getDelivery({ params, account }) {
      return { data: deliveryView(findDelivery(await account(), params.id)) }
    },

    /** POST /_sandbox/deliveries/{id}/resend */
    async resendDelivery(request) {
      const account = await request.account()
      findDelivery(account, request.params.id)
      return { data: deliveryView(await dispatcher.resend(account.id, request.params.id)) }
    },
  } satisfies Partial<ControlHandlers>
}

function findDelivery(account: Readonly<Account>, id: string): Delivery {
  const found = account.deliveries.get(id)
  if (found) return found
  throw unknownIn(account.id, 'delivery', id, 'GET /_sandbox/deliveries lists its deliveries.')
}

function deliveryView(delivery: Delivery): Schemas['Delivery'] {
  const { created_at, next_attempt_at, attempts, ...rest } = delivery
  return {
    ...rest,
    created_at: isoTime(created_at),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
    attempts: attempts.map(attemptView),
  }
}

function attemptView({ at, ...attempt }: DeliveryAttempt): Schemas['Attempt'] {
  return { ...attempt, at: isoTime(at) }
}
