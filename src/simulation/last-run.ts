import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import { plain } from '../accounts/draft.ts'
import { firstRun, runAfter, runUpTo } from '../intelligence/world/schedule.ts'

/** A run of a campaign, as it was computed from a snapshot of its account. */
export interface DueRun {
  campaign: Campaign
  /** Epoch milliseconds of the account's clock. */
  at: number
  /** The run before. */
  last: LastRun
}

/**
 * The last run of a campaign. A campaign without a stored one is new, or comes from a fixture: it counts as if it had
 * always run by its present frequency.
 */
export function lastRunOf(
  { lastRuns, simulated_until }: Pick<Account, 'lastRuns' | 'simulated_until'>,
  campaign: Campaign,
): LastRun {
  const stored = lastRuns.get(campaign.id)
  if (stored) return stored
  const at = simulated_until ?? Number.NEGATIVE_INFINITY
  return { at: at < firstRun(campaign) ? null : runUpTo(campaign, firstRun(campaign), at) }
}

/** Stores the last run of a campaign in a draft, before a change that would give another one. */
function settleLastRun(account: Account, campaign: Campaign): void {
  if (account.lastRuns.has(campaign.id)) return
  account.lastRuns.set(campaign.id, { ...lastRunOf(account, plain(campaign)) })
}

/**
 * Like `settleLastRun`, before a change at `now` (epoch ms). If no run is due, the changed campaign has none before `now`
 * either.
 */
export function settleBeforeChange(account: Account, campaign: Campaign, now: number): void {
  settleLastRun(account, campaign)
  const last = account.lastRuns.get(campaign.id) as LastRun
  const next = runAfter(plain(campaign), last.at, account.simulated_until ?? now)
  if (next === undefined || next > now) last.changed = now
}

/** Stores the last runs of all campaigns in a draft, before its clock skips runs. */
export function settleLastRuns(account: Account): void {
  const { lastRuns } = account
  for (const campaign of plain(account.campaigns).values()) {
    if (!lastRuns.has(campaign.id)) settleLastRun(account, campaign)
  }
}

/** On a clock that was set back to `time`, later runs have not happened yet. */
export function rewindLastRuns(account: Account, time: number): void {
  for (const campaign of plain(account.campaigns).values()) {
    const last = account.lastRuns.get(campaign.id)
    if (!last) continue
    if (last.at !== null && last.at > time) last.at = runUpTo(campaign, last.at, time)
    if (last.changed !== undefined && last.changed > time) delete last.changed
  }
}

/**
 * Whether the runs can be recorded in a draft: since they were computed, none of their campaigns was deleted, changed
 * or has run, and the clock is not past them.
 */
export function areStillDue(account: Account, runs: readonly DueRun[]): boolean {
  // Read the originals: reading through the draft would make a draft of each entry.
  const [campaigns, lastRuns] = [plain(account.campaigns), plain(account.lastRuns)]
  const { simulated_until } = account
  return runs.every(({ campaign, at, last }) => {
    const present = campaigns.get(campaign.id)
    return (
      present !== undefined &&
      (present === campaign || isDeepStrictEqual(present, campaign)) &&
      (simulated_until ?? at) <= at &&
      lastRunOf({ lastRuns, simulated_until }, campaign).at === last.at
    )
  })
}

/**
 * Makes the first run of a campaign in a draft at `now` (epoch ms), so that there is data for a triggered event. It sends no
 * events of its own.
 */
export function runFirst(account: Account, campaignId: string, now: number): void {
  const campaign = account.campaigns.get(campaignId)
  if (!campaign) return
  campaign.first_run = now
  account.lastRuns.set(campaignId, { at: now, changed: now })
}

/** Records runs in a draft; leaves out deleted campaigns. */
export function recordRuns(account: Account, runs: readonly DueRun[]): void {
  for (const { campaign, at } of runs) {
    if (account.campaigns.has(campaign.id)) account.lastRuns.set(campaign.id, { at })
  }
}
