/** The kinds of event that the service sends (§6). */
export type EventKind = 'campaign.completed' | 'ranking.changed' | 'mention.detected'

/** The fields of an alert that a client may send (the assumed ones of the overlay). */
export interface AlertInput {
  name: string
  campaign_id: string
  event: EventKind
  /** Lets through what is about this keyword only. */
  keyword?: string
  /** Smallest change of position, in either direction, that is let through. */
  min_change?: number
  /** Lets through mentions on this platform only. */
  platform?: string
}

/** A rule on the events of a campaign, as the API returns it. Dates are ISO 8601 in UTC. */
export interface Alert extends AlertInput {
  /** `alr_…` */
  id: string
  created_at: string
  updated_at: string
}
