import type { Account } from './account.ts'
import type { Campaign, CampaignHistory, PastState } from './campaign.ts'
import { plain } from './draft.ts'

/*
 * What a campaign has found stays as it was found, also after the campaign was changed or deleted. So each change keeps
 * the state that it ends (`Account.past`), with the time and the number of the change. An example, on a clock that stands
 * still at 1000:
 *
 *   change            time (timeOfChange)   number      what is kept
 *   create A          1000                  1           A: change 1
 *   rename A to B     1001                  2           past of A: until 1001, lag 1, change 2
 *   create C          1002                  3           C: change 3, began 1002
 *
 * - The time tells what was found in which state: A holds up to 1001, and B from there on. Two changes at the same time of
 *   the clock would leave no time for the state between them. So each is a millisecond after the one before
 *   (`Account.lastMoment`). A state says by how much its end is ahead of the clock (`lag`), and a campaign when it really
 *   began (`began`), if that is not `created_at`.
 * - The number (`Account.changes`) tells the order. Times cannot, as the clock may be set back. `campaignsAfter` gives
 *   the campaigns as they were after any number.
 */

/** States kept for each campaign. What was found in older ones counts as found in the oldest of these. */
export const MOST_PAST_STATES = 200
/** Keywords in the states kept for each campaign; one state is kept in any case. */
export const MOST_PAST_KEYWORDS = 10_000
/** Deleted campaigns that an account remembers: answers of others still name their brands. */
export const MOST_DELETED = 200
/** Keywords in the states of deleted campaigns; the last one is remembered in any case. */
export const MOST_DELETED_KEYWORDS = 5_000

/** Further apart, the clock was set back. */
const SAME_TIME_MS = 1_000

/**
 * The time of a change of campaigns in a draft at `now`, epoch milliseconds. On a clock that stands still, each is a
 * millisecond after the one before, so that what was found before a change is not taken for found after it.
 */
export function timeOfChange(account: Account, now: number): number {
  const { lastMoment = Number.NEGATIVE_INFINITY } = account
  const isLate = lastMoment >= now && lastMoment - now < SAME_TIME_MS
  account.lastMoment = isLate ? lastMoment + 1 : now
  return account.lastMoment
}

/** Records the state of a campaign in a draft, before a change or its deletion at `now` (epoch ms). */
export function recordPast(account: Account, campaign: Campaign, now: number): void {
  const until = timeOfChange(account, now)
  const lag = until > now ? { lag: until - now } : {}
  const state = { until, ...lag, change: ++account.changes, campaign: plain(campaign) }
  const history = account.past.get(campaign.id)
  if (!history) {
    account.past.set(campaign.id, { states: [state] })
    return
  }
  history.states.push(state)
  history.states.splice(0, surplus(plain(history).states, MOST_PAST_STATES, MOST_PAST_KEYWORDS))
}

/** How many of the first states are too many, or have too many keywords. */
function surplus(states: readonly PastState[], most: number, mostKeywords: number): number {
  let kept = 0
  let keywords = 0
  for (const { campaign } of states.toReversed()) {
    keywords += campaign.keywords.length
    if (kept === most || (kept > 0 && keywords > mostKeywords)) break
    kept++
  }
  return states.length - kept
}

/** Removes a campaign from a draft at `now`, and remembers what was found in it. */
export function recordDeletion(account: Account, campaign: Campaign, now: number): void {
  const { id } = campaign
  recordPast(account, campaign, now)
  account.campaigns.delete(id)
  const deleted = [...plain(account.past)].filter(([each]) => !account.campaigns.has(each))
  // By the change that deleted them: the order of `past` is that of their first changes.
  deleted.sort(([, a], [, b]) => lastChangeOf(a) - lastChangeOf(b))
  let keywords = 0
  for (const [n, [each, history]] of deleted.reverse().entries()) {
    keywords += keywordsOf(history)
    const isTooMuch = n > 0 && keywords > MOST_DELETED_KEYWORDS
    if (n >= MOST_DELETED || isTooMuch) account.past.delete(each)
  }
}

function keywordsOf({ states }: CampaignHistory): number {
  return states.reduce((sum, { campaign }) => sum + campaign.keywords.length, 0)
}

/**
 * Makes a change of a campaign in a draft, and counts the keywords that it adds to the account or removes from it: in
 * the present and past states of the campaign, and in those of deleted ones.
 */
export function countingKeywords<T>(account: Account, id: string, change: () => T): T {
  const count = () => {
    const [campaigns, past] = [plain(account.campaigns), plain(account.past)]
    let keywords = campaigns.get(id)?.keywords.length ?? 0
    for (const [each, history] of past) {
      if (each === id || !campaigns.has(each)) keywords += keywordsOf(history)
    }
    return keywords
  }
  const before = count()
  const result = change()
  account.keywordCount = Math.max(0, (account.keywordCount ?? 0) + count() - before)
  return result
}

/** Forgets the oldest past states of a campaign in a draft, but for one, until the account has at most so many keywords. */
export function forgetPast(account: Account, id: string, most: number): void {
  const states = account.past.get(id)?.states ?? []
  while (states.length > 1 && (account.keywordCount ?? 0) > most) {
    countingKeywords(account, id, () => states.shift())
  }
}

function lastChangeOf({ states }: CampaignHistory): number {
  return states.at(-1)?.change ?? 0
}

/** On a clock that was set back to `time`, later changes have not happened: present states hold from there on. */
export function rewindPast(account: Account, time: number): void {
  for (const [id, { states }] of account.past) {
    const earlier = states.filter(({ until }) => until <= time)
    if (earlier.length === states.length) continue
    const removed = keywordsOf({ states }) - keywordsOf({ states: earlier })
    account.keywordCount = Math.max(0, (account.keywordCount ?? 0) - removed)
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
