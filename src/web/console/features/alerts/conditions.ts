import type { components } from '../../../../../spec/generated/api.ts'
import { isolated } from '../../client/format.ts'

type Alert = components['schemas']['Alert']

/** The condition of an alert, in a few words. */
export function conditionOf(
  { event, campaign_id, keyword, min_change, platform }: Alert,
  campaigns: readonly { id: string; name: string }[] = [],
): string {
  const campaign = isolated(campaigns.find(({ id }) => id === campaign_id)?.name ?? campaign_id)
  const places = min_change === undefined ? '' : `${min_change} places or more`
  return [event, campaign, keyword && isolated(keyword), places, platform]
    .filter(Boolean)
    .join(', ')
}

/** Whether it matched an event that nobody has acknowledged. */
export function hasNews({ last_triggered_at: last, acknowledged_at: seen }: Alert): boolean {
  return last !== null && !(seen !== null && seen >= last)
}

/** A summary of an event, in a few words. */
export function whatOf(data: Record<string, unknown>): string {
  const { campaign_name, keyword, platform, date, position, previous_position } = data
  if (previous_position !== undefined)
    return `${keyword}: ${previous_position ?? 'not in top 100'} → ${position ?? 'not in top 100'}`
  return platform === undefined ? `${campaign_name}, ${date}` : `${platform}: ${keyword}`
}
