import type { Account, AccountHead } from '../../accounts/account.ts'
import type { Campaign, LastRun } from '../../accounts/campaign.ts'
import type { Sql } from '../sql.ts'
import { storable } from './storable-text.ts'

/** A campaign that was added or changed, or whose last run was. */
export interface TouchedCampaign {
  campaign: Campaign
  lastRun: LastRun | undefined
}

/**
 * When an account has work to do after a change, in epoch milliseconds of the machine; undefined if the change does not
 * make it earlier.
 */
export type WakeAfter = (
  head: Readonly<AccountHead>,
  touched: readonly TouchedCampaign[],
  clockChanged: boolean,
) => number | 'now' | undefined

/** As `WakeAfter`, in a form that SQL can compare. */
export function wakeTime(
  account: Account,
  ids: Iterable<string>,
  clockChanged: boolean,
  wakeAfter: WakeAfter | undefined,
): number | undefined {
  if (!wakeAfter) return undefined
  const touched: TouchedCampaign[] = []
  for (const id of ids) {
    const campaign = account.campaigns.get(id)
    if (campaign) touched.push({ campaign, lastRun: account.lastRuns.get(id) })
  }
  const at = wakeAfter(account, touched, clockChanged)
  return at === 'now' ? 0 : at
}

/** Has the account's work begin in time, in the transaction that made the account. */
export async function wake(
  account: Account,
  wakeAfter: WakeAfter | undefined,
  sql: Sql,
): Promise<void> {
  const at = wakeTime(account, account.campaigns.keys(), true, wakeAfter)
  if (at === undefined) return
  const text = 'SELECT sandbox.wake($1, $2::double precision)'
  await sql.query(text, [storable(account.id), at])
}
