import type { Campaign } from './campaign.ts'
import { normalize } from './normalize.ts'

/** The kinds of event that the service sends (§6). */
export const EVENT_KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected'] as const

export type EventKind = (typeof EVENT_KINDS)[number]

/** The fields of an alert that a client may send (the assumed ones of the overlay). */
export interface AlertInput {
  name: string
  campaign_id: string
  event: EventKind
  /** Lets through what is about this keyword only, as the client spelled it; compared in any case. */
  keyword?: string
  /** Smallest change of position, in either direction, that is let through. */
  min_change?: number
  /** Canonical name; lets through mentions on this platform only. */
  platform?: string
}

/** A rule on the events of a campaign, as the API returns it. Dates are ISO 8601 in UTC. */
export interface Alert extends AlertInput {
  /** `alr_…` */
  id: string
  created_at: string
  updated_at: string
}

/** What an alert looks at of an event; `data` is that of the event's payload, or has these fields of it. */
export type AlertMatter =
  | { type: 'campaign.completed'; campaign_id: string; data: object }
  | {
      type: 'ranking.changed'
      campaign_id: string
      data: { keyword: string; position: number; previous_position: number }
    }
  | { type: 'mention.detected'; campaign_id: string; data: { keyword: string; platform: string } }

/** Whether an event is of the alert's kind and campaign, and within all that narrows it. */
export function alertLetsThrough(alert: AlertInput, event: AlertMatter): boolean {
  if (event.type !== alert.event || event.campaign_id !== alert.campaign_id) return false
  switch (event.type) {
    case 'campaign.completed':
      return true
    case 'ranking.changed':
      return isAbout(alert, event.data.keyword) && isGreatEnough(alert, event.data)
    case 'mention.detected':
      return (
        isAbout(alert, event.data.keyword) &&
        (alert.platform === undefined || alert.platform === event.data.platform)
      )
  }
}

/** A field of an alert that does not go with the others; the message continues its name. */
export interface AlertProblem {
  field: keyof AlertInput
  message: string
}

/**
 * Why an alert would never let anything through. `campaign` is the one that it names, if there is one;
 * `platformProblem` tells what is wrong with the name of a platform.
 */
export function alertProblems(
  alert: AlertInput,
  campaign: Pick<Campaign, 'keywords'> | undefined,
  platformProblem: (name: string) => string | undefined,
): AlertProblem[] {
  const problems: AlertProblem[] = []
  const report = (field: keyof AlertInput, message: string | undefined) => {
    if (message !== undefined) problems.push({ field, message })
  }
  for (const field of NARROWING_FIELDS) {
    const kinds = EVENT_KINDS.filter((kind) => NARROWINGS[kind].includes(field))
    if (alert[field] !== undefined && !kinds.includes(alert.event)) {
      report(field, `is for ${kinds.join(' and ')} only, not for ${alert.event}`)
    }
  }
  if (alert.platform !== undefined) report('platform', platformProblem(alert.platform))
  if (!campaign) {
    report('campaign_id', `must be a campaign of this account; found "${alert.campaign_id}"`)
  } else if (alert.keyword !== undefined) {
    report('keyword', keywordProblem(alert.keyword, campaign))
  }
  return problems
}

/** What narrows alerts of each kind. */
const NARROWINGS: Record<EventKind, readonly NarrowingField[]> = {
  'campaign.completed': [],
  'ranking.changed': ['keyword', 'min_change'],
  'mention.detected': ['keyword', 'platform'],
}

export const NARROWING_FIELDS = ['keyword', 'min_change', 'platform'] as const

type NarrowingField = (typeof NARROWING_FIELDS)[number]

/** How many keywords a refusal lists, so that it stays legible for campaigns of a thousand. */
const LISTED_KEYWORDS = 5

function keywordProblem(keyword: string, { keywords }: Pick<Campaign, 'keywords'>) {
  if (keywords.some((each) => normalize(each) === normalize(keyword))) return undefined
  const listed = keywords.slice(0, LISTED_KEYWORDS).map((each) => `"${each}"`)
  const more = keywords.length > LISTED_KEYWORDS ? ' and others' : ''
  return `must be a keyword of the campaign, which has ${listed.join(', ')}${more}; found "${keyword}"`
}

function isAbout({ keyword }: AlertInput, found: string): boolean {
  return keyword === undefined || normalize(keyword) === normalize(found)
}

function isGreatEnough(
  { min_change = 0 }: AlertInput,
  { position, previous_position }: { position: number; previous_position: number },
): boolean {
  return Math.abs(position - previous_position) >= min_change
}
