import type { AccountHead } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import { runAfter } from '../intelligence/world/schedule.ts'
import type { Clock } from '../time/clock.ts'

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
    const from = Math.max(simulated_until, lastRun?.changed ?? simulated_until)
    return runAfter(campaign, lastRun?.at ?? null, from) ?? Number.POSITIVE_INFINITY
  })
  const due = Math.min(...times)
  return due === Number.POSITIVE_INFINITY ? undefined : Math.max(0, due - clock.of(head))
}
