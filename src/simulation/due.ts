import type { Account, AccountHead } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import { runAfter } from '../intelligence/world/schedule.ts'
import type { Clock } from '../time/clock.ts'
import { type DueRun, lastRunOf } from './last-run.ts'

/** The time of the account's next run, epoch milliseconds of its clock; undefined if there is none. */
export function nextRun(account: Readonly<Account>): number | undefined {
  return nextRuns(account)[0]?.at
}

/** The next run of each campaign, in order. */
export function nextRuns(account: Readonly<Account>): DueRun[] {
  const { simulated_until: from } = account
  if (from === null) return []
  const due: DueRun[] = []
  for (const campaign of account.campaigns.values()) {
    const last = lastRunOf(account, campaign)
    const at = nextRunOf(campaign, last, from)
    if (at !== undefined) due.push({ campaign, at, last })
  }
  return due.sort((a, b) => a.at - b.at)
}

function nextRunOf(campaign: Campaign, last: LastRun, from: number): number | undefined {
  return runAfter(campaign, last.at, Math.max(from, last.changed ?? from))
}

/** Whether campaigns with these next runs have at most `most` runs up to and including `to`. */
export function areFew(due: readonly DueRun[], to: number, most: number): boolean {
  let count = 0
  for (const { campaign, at } of due) {
    for (let next: number | undefined = at; next !== undefined && next <= to; ) {
      if (++count > most) return false
      next = runAfter(campaign, next, next)
    }
  }
  return true
}

/**
 * The first of the next runs, to be recorded together: about `most`, up to and including `to`, and all that are due at the same
 * time. A crash between records of the same time would lose a run or repeat one.
 */
export function together(due: readonly DueRun[], most: number, to: number): DueRun[] {
  const runs: DueRun[] = []
  let end = to
  for (const run of due) {
    const isLater = run.at !== runs.at(-1)?.at
    if (run.at > end || (isLater && runs.length >= most)) break
    runs.push(run)
    // Another run of the same campaign comes after its turn.
    end = Math.min(end, (runAfter(run.campaign, run.at, run.at) ?? end + 1) - 1)
  }
  return runs
}

/** A change of an account, with the state after it. */
export interface AccountChange {
  head: Readonly<AccountHead>
  /** Campaigns that were created or changed, with their last runs. */
  campaigns: readonly { campaign: Campaign; lastRun: LastRun | undefined }[]
  /** Whether the clock changed, or the whole account. */
  isMoved: boolean
  /** Whether webhooks changed: deliveries to one that is gone are given up, those to one that is back are sent. */
  hasWebhooks: boolean
}

/**
 * Milliseconds of real time until an account needs to be looked at because of a change; undefined if it does not. What
 * was due before has been planned already.
 */
export function delayAfter(
  { head, campaigns, isMoved, hasWebhooks }: AccountChange,
  clock: Clock,
): number | undefined {
  const { simulated_until } = head
  if (isMoved || hasWebhooks || simulated_until === null) return 0
  if (head.clock.frozenAt !== null) return undefined
  const times = campaigns.map(({ campaign, lastRun }) => {
    const next = nextRunOf(campaign, { at: null, ...lastRun }, simulated_until)
    return next ?? Number.POSITIVE_INFINITY
  })
  const due = Math.min(...times)
  return due === Number.POSITIVE_INFINITY ? undefined : Math.max(0, due - clock.of(head))
}
