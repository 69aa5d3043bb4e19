/** Where and how a campaign searches (§2); every value is free text because the seed lists none. */
export interface CampaignSettings {
  location?: string
  device?: string
  search_engine?: string
}

/** The fields that a client may send (§2, and the assumed ones of the overlay). */
export interface CampaignInput {
  name: string
  type: string
  keywords: string[]
  frequency: string
  settings?: CampaignSettings
  /** Brand whose mentions are counted; the name of the campaign when absent. */
  brand?: string
  /** Site whose positions are tracked. */
  domain?: string
  /** Domains of rivals. */
  competitors?: string[]
  status?: CampaignStatus
}

export type CampaignStatus = 'active' | 'paused'

/** What the history of a site tells; without one it goes up and down and stays about where it is. */
export interface Story {
  kind: StoryKind
  /**
   * `YYYY-MM-DD`. A rise is complete on this day, a launch begins on it, and a fall follows the last
   * algorithm update up to it.
   */
  date: string
}

export const STORY_KINDS = ['rise', 'fall', 'launch'] as const

export type StoryKind = (typeof STORY_KINDS)[number]

/** A campaign as the API returns it, but for its story. Dates are ISO 8601 in UTC. */
export interface Campaign extends CampaignInput {
  /** `cmp_…` */
  id: string
  settings: CampaignSettings
  brand: string
  domain: string
  competitors: string[]
  status: CampaignStatus
  created_at: string
  updated_at: string
  /** First day with data, `YYYY-MM-DD`; the day of creation unless a fixture gave it a past. */
  tracked_since: string
  /** From a fixture; no client sees it. */
  story?: Story
}
