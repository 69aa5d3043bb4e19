import type { components } from '../../spec/generated/api.ts'
import type { EventKind } from '../accounts/alert.ts'
import { hashText, hex, mix } from '../intelligence/hash.ts'
import { isoTime } from '../time/clock.ts'

type Schemas = components['schemas']

/** A kind of event (§6) with its data, as the document has it. */
type Payload =
  | { type: 'campaign.completed'; data: Schemas['CampaignCompleted'] }
  | { type: 'ranking.changed'; data: Schemas['RankingChanged'] }
  | { type: 'mention.detected'; data: Schemas['MentionDetected'] }

/** Something that the service tells of (§6). */
export type ServiceEvent = Payload & {
  /** `evt_…`, the `webhook-id` of every attempt to deliver it. */
  id: string
  /** Epoch milliseconds of the account's clock. */
  at: number
  campaign_id: string
}

/** How many events of each kind there were. */
export type EventCounts = Record<EventKind, number>

export const noEvents = (): EventCounts => ({
  'campaign.completed': 0,
  'ranking.changed': 0,
  'mention.detected': 0,
})

/** The body that is sent and signed, JSON: type, timestamp and data, as Standard Webhooks advises. */
export function eventBody({ type, at, data }: ServiceEvent): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data })
}

/** An identifier that follows from what the event is about: a run that is made again gives the same. */
export function eventId(seed: number, ...about: readonly (string | number)[]): string {
  const text = JSON.stringify(about)
  const hash = hashText(text, mix(seed, 21))
  return `evt_${hex(hash)}${hex(hashText(text, mix(hash, 22)))}`
}
