import type { components } from '../../spec/generated/api.ts'

type Schemas = components['schemas']

/** The fields that a client may send (§2, and the assumed ones of the overlay). */
export type CampaignInput = Schemas['CampaignInput']

/** An event in the life of a site; without a story, its positions go up and down around the same level. */
export interface Story {
  kind: StoryKind
  /**
   * `YYYY-MM-DD`. A rise is complete on this day, a launch begins on it, and a fall follows the last
   * algorithm update up to it. Lost positions are lost from this day on.
   */
  date: string
}

export const STORY_KINDS = ['rise', 'fall', 'launch', 'unranked', 'lost', 'tied'] as const

export type StoryKind = (typeof STORY_KINDS)[number]

/** The members of a campaign that no client sees. */
export interface Hidden {
  story?: Story
  /** Days (`YYYY-MM-DD`) on which its runs failed, so that there are no results. */
  failed_runs?: string[]
  /** Number of the change that created it (`Account.changes`); absent for one that came with its account. */
  change?: number
  /** The time of its creation (`timeOfChange`), if it is not `created_at`. */
  began?: number
  /** When a triggered event made its first run, before it was due; epoch milliseconds of the account's clock. */
  first_run?: number
}

/** The fields of a campaign that follow from its history and the time. */
type RunFields = 'last_run_at' | 'next_run_at' | 'last_run_status'

/** A campaign as it is stored: as the API returns it, without what follows from the time, and with what it hides. */
export type Campaign = Omit<Schemas['Campaign'], RunFields> & Hidden

/** A state that a campaign had. What was found in it does not change with the campaign. */
export interface PastState {
  /** The time of the change that ended it, or of the deletion (`timeOfChange`). */
  until: number
  /** How many milliseconds that is ahead of the clock; absent if it is not. */
  lag?: number
  /** Number of that change (`Account.changes`). */
  change: number
  campaign: Campaign
}

/** The earlier states of a campaign that was changed or deleted, oldest first. */
export interface CampaignHistory {
  states: PastState[]
}

/** The facts of a campaign's last run. Its next run reports the differences from it. */
export interface LastRun {
  /** Epoch milliseconds of the account's clock; null if the campaign never ran. */
  at: number | null
  /** Time of a change of the campaign up to which nothing was due; absent if it was not changed since. */
  changed?: number
}
