import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from './campaign.ts'
import { EVENT_KINDS, type EventKind } from './event.ts'
import { normalize } from './normalize.ts'

type Schemas = components['schemas']

export type AlertInput = Schemas['AlertInput']

/** The fields that the API returns in addition to those of the user. */
type AlertRecord = Omit<Schemas['Alert'], keyof AlertInput>

/** A rule on the events of a campaign. Its state is absent until there is one. */
export type Alert = AlertInput &
  Pick<AlertRecord, 'id' | 'created_at' | 'updated_at'> &
  Partial<AlertState>

/** Changes of an alert by events and by the user. */
export type AlertState = Pick<
  AlertRecord,
  'trigger_count' | 'last_triggered_at' | 'acknowledged_at' | 'snoozed_until'
>

/** An alert as the API returns it at `now` (epoch ms). */
export function alertView(alert: Alert, now: number): Schemas['Alert'] {
  const { created_at, updated_at, ...rest } = alert
  return {
    ...rest,
    trigger_count: alert.trigger_count ?? 0,
    last_triggered_at: alert.last_triggered_at ?? null,
    acknowledged_at: alert.acknowledged_at ?? null,
    snoozed_until: isSnoozed(alert, now) ? (alert.snoozed_until ?? null) : null,
    created_at,
    updated_at,
  }
}

/** Whether an alert sends nothing at that time, epoch milliseconds. */
export function isSnoozed({ snoozed_until: until }: Partial<AlertState>, at: number): boolean {
  return typeof until === 'string' && at < Date.parse(until)
}

/** Counts an event that an alert matched, in a draft; `at` is ISO 8601. */
export function recordTrigger(alert: Alert, at: string): void {
  alert.trigger_count = (alert.trigger_count ?? 0) + 1
  alert.last_triggered_at = at
}

/** The part of an event that alerts check; `data` has at least these fields of the payload. */
export type AlertMatter =
  | { type: 'campaign.completed'; campaign_id: string; data: object }
  | {
      type: 'ranking.changed'
      campaign_id: string
      data: { keyword: string; position: number | null; previous_position: number | null }
    }
  | { type: 'mention.detected'; campaign_id: string; data: { keyword: string; platform: string } }

/** Whether an event has the alert's kind and campaign, and matches its narrowing fields. */
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

/** A field of an alert that contradicts the others; the message continues its name. */
interface AlertProblem {
  field: keyof AlertInput
  message: string
}

/**
 * Why an alert would never let an event through. `campaign` is the campaign that it names, if it exists;
 * `platformProblem` returns the problem with the name of a platform.
 */
export function alertProblems(
  alert: AlertInput,
  campaign: Pick<Campaign, 'keywords'> | undefined,
  platformProblem: (name: string) => string | undefined,
): AlertProblem[] {
  const problems: AlertProblem[] = []
  const report = (field: keyof AlertInput, message: string | undefined) => {
    const isKnown = problems.some((problem) => problem.field === field)
    if (message !== undefined && !isKnown) problems.push({ field, message })
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

/** The fields that narrow alerts of each kind. */
const NARROWINGS: Record<EventKind, readonly NarrowingField[]> = {
  'campaign.completed': [],
  'ranking.changed': ['keyword', 'min_change'],
  'mention.detected': ['keyword', 'platform'],
}

export const NARROWING_FIELDS = ['keyword', 'min_change', 'platform'] as const

type NarrowingField = (typeof NARROWING_FIELDS)[number]

/** The number of keywords in a message; a campaign may have a thousand. */
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

/** The place of a keyword that is not among the first 100 results, for comparisons. */
const BELOW_THE_LIST = 101

function isGreatEnough(
  { min_change = 0 }: AlertInput,
  { position, previous_position }: { position: number | null; previous_position: number | null },
): boolean {
  return (
    Math.abs((position ?? BELOW_THE_LIST) - (previous_position ?? BELOW_THE_LIST)) >= min_change
  )
}
