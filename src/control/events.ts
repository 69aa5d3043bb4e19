import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import type { EventKind } from '../accounts/alert.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { ApiError } from '../errors.ts'
import { findCampaign, newestFirst } from '../operations/campaigns.ts'
import type { Services } from '../services.ts'
import { eventBody, type ServiceEvent } from '../simulation/event.ts'
import { listeningSecret } from '../simulation/listening-secret.ts'
import { isoTime } from '../time/clock.ts'
import { attemptView } from './deliveries.ts'
import { eventStream } from './event-stream.ts'
import type { ControlHandler } from './operation.ts'

/** POST /_sandbox/events */
export const triggerEvent: ControlHandler<'triggerEvent'> = async (request, services) => {
  return { data: await trigger(await request.account(), request.body, services) }
}

/** GET /_sandbox/events/stream */
export const streamEvents: ControlHandler<'streamEvents'> = async (request, services) => {
  const account = await request.account()
  const lastId = request.header('last-event-id')
  return { stream: eventStream(account.id, lastId, request.signal, services) }
}

/** Bytes of data of one's own: every webhook that wants the event keeps a copy. */
export const MAX_EVENT_DATA = 16 * 1024

export interface TriggerWish {
  type: EventKind
  campaign_id?: string
  data?: Record<string, unknown>
  to?: string
  secret?: string
}

/** Lets an event happen now; throws ApiError when that can't be. */
export async function trigger(
  account: Readonly<Account>,
  wish: TriggerWish,
  services: Pick<Services, 'store' | 'clock' | 'simulation' | 'dispatcher'>,
) {
  const { store, clock, simulation, dispatcher } = services
  const { type, data: overrides = {}, to } = wish
  const bytes = Buffer.byteLength(JSON.stringify(overrides))
  if (bytes > MAX_EVENT_DATA) {
    const message = `data must have at most ${MAX_EVENT_DATA} bytes as JSON; found ${bytes}. Leave out what is not tested.`
    throw new ApiError('invalid_input', message)
  }
  const campaign = campaignOf(account, wish.campaign_id)
  // With it comes the vocabulary of mentions.
  const { sampleEvent } = await import('../simulation/sample-event.ts')
  // What is asked for at one time is told apart by a number that outlives this process.
  const number = await store.update(account.id, (draft) => ++draft.sequence)
  const at = clock.of(account)
  const event = sampleEvent(account, campaign, { type, overrides, at, number })
  if (to === undefined) {
    const deliveries = await simulation.publish(account.id, event)
    return { event: eventView(event), deliveries, attempt: null, secret: null }
  }

  const secret = wish.secret ?? listeningSecret(account)
  const body = eventBody(event)
  const attempt = await dispatcher.sendOnce({ url: to, eventId: event.id, body, secrets: [secret] })
  const view = attemptView({ ...attempt, at, manual: true })
  return { event: eventView(event), deliveries: [], attempt: view, secret }
}

function campaignOf(account: Readonly<Account>, id: string | undefined): Campaign {
  if (id !== undefined) return findCampaign(account, id)
  const [newest] = newestFirst(account)
  if (newest) return newest
  throw new ApiError(
    'unknown_resource',
    `Account ${account.id} has no campaign that an event could be about. Create one with POST /api/campaigns.`,
  )
}

function eventView({
  id,
  type,
  at,
  campaign_id,
  data,
}: ServiceEvent): components['schemas']['Event'] {
  return { id, type, at: isoTime(at), campaign_id, data: { ...data } }
}
