import type { components } from '../../spec/generated/api.ts'

type Schemas = components['schemas']

/** The fields that a client may send (§2, and the assumed ones of the overlay). */
export type CampaignInput = Schemas['CampaignInput']

/** What happened to a site; without a story, its positions go up and down around the same level. */
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

/** A campaign as the API returns it, and its story, which comes from a fixture and which no client sees. */
export type Campaign = Schemas['Campaign'] & { story?: Story }

/** The facts of a campaign's last run. Its next run reports the differences from it. */
export interface LastRun {
  /** Epoch milliseconds of the account's clock; null if the campaign never ran. */
  at: number | null
  /** The keywords of that run, if the campaign has had others since. */
  keywords?: string[]
}
