import type { components } from '../../spec/generated/api.ts'
import { EVENT_KINDS } from '../../spec/generated/kinds.ts'

type Schemas = components['schemas']

/** A kind of event that the service sends (§6). */
export type EventKind = Schemas['EventKind']

/** `data` of each kind. `ServiceEvent` does not compile when one is missing. */
interface EventData {
  'campaign.completed': Schemas['CampaignCompleted']
  'ranking.changed': Schemas['RankingChanged']
  'mention.detected': Schemas['MentionDetected']
}

export { EVENT_KINDS }

/** An event of the service (§6). */
export type ServiceEvent = {
  [Kind in EventKind]: {
    type: Kind
    data: EventData[Kind]
    /** `evt_…`, the `webhook-id` of every attempt to deliver it. */
    id: string
    /** Epoch milliseconds of the account's clock. */
    at: number
    campaign_id: string
  }
}[EventKind]
