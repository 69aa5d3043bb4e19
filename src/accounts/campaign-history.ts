import type { Account } from './account.ts'
import type { Campaign, CampaignHistory } from './campaign.ts'
import { plain } from './draft.ts'

/** States kept for each campaign. What was found in older ones counts as found in the oldest of these. */
export const MOST_PAST_STATES = 200
/** Deleted campaigns that an account remembers: answers of others still name their brands. */
export const MOST_DELETED = 200

/** Further apart, the clock was set back. */
const SAME_TIME_MS = 1_000

/**
 * The moment of a change of campaigns in a draft at `now`, epoch milliseconds. On a clock that stands still, each is a
 * millisecond after the one before, so that what was found before a change is not taken for found after it.
 */
export function momentOf(account: Account, now: number): number {
  const { lastMoment = Number.NEGATIVE_INFINITY } = account
  const isLate = lastMoment >= now && lastMoment - now < SAME_TIME_MS
  account.lastMoment = isLate ? lastMoment + 1 : now
  return account.lastMoment
}

/** Records the state of a campaign in a draft, before a change or its deletion at `now` (epoch ms). */
export function recordPast(account: Account, campaign: Campaign, now: number): void {
  const until = momentOf(account, now)
  const lag = until > now ? { lag: until - now } : {}
  const state = { until, ...lag, change: ++account.changes, campaign: plain(campaign) }
  const history = account.past.get(campaign.id)
  if (!history) {
    account.past.set(campaign.id, { states: [state] })
    return
  }
  history.states.push(state)
  if (history.states.length > MOST_PAST_STATES) history.states.shift()
}

/** Removes a campaign from a draft at `now`, and remembers what was found in it. */
export function recordDeletion(account: Account, campaign: Campaign, now: number): void {
  const { id } = campaign
  recordPast(account, campaign, now)
  account.campaigns.delete(id)
  const deleted = [...plain(account.past)].filter(([each]) => !account.campaigns.has(each))
  // By the change that deleted them: the order of `past` is that of their first changes.
  deleted.sort(([, a], [, b]) => lastChangeOf(a) - lastChangeOf(b))
  for (const [each] of deleted.slice(0, -MOST_DELETED)) account.past.delete(each)
}

function lastChangeOf({ states }: CampaignHistory): number {
  return states.at(-1)?.change ?? 0
}

/** On a clock that was set back to `time`, later changes have not happened: present states hold from there on. */
export function rewindPast(account: Account, time: number): void {
  for (const [id, { states }] of account.past) {
    const earlier = states.filter(({ until }) => until <= time)
    if (earlier.length === states.length) continue
    if (earlier.length > 0) account.past.set(id, { states: earlier })
    else account.past.delete(id)
  }
}

/** The campaigns of an account as they were after its change with this number, and their states before. */
export function campaignsAfter(
  { campaigns, past }: Pick<Account, 'campaigns' | 'past'>,
  change: number,
): Pick<Account, 'campaigns' | 'past'> {
  const then: Campaign[] = []
  const before: Account['past'] = new Map()
  for (const id of new Set([...past.keys(), ...campaigns.keys()])) {
    const states = past.get(id)?.states ?? []
    const ended = states.filter((state) => state.change <= change)
    const state = states[ended.length]?.campaign ?? campaigns.get(id)
    if (ended.length > 0) before.set(id, { states: ended })
    if (state && (state.change ?? 0) <= change) then.push(state)
  }
  then.sort((a, b) => (a.change ?? 0) - (b.change ?? 0) || compare(a.created_at, b.created_at))
  return { campaigns: new Map(then.map((campaign) => [campaign.id, campaign])), past: before }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
