import type { Account, AccountHead } from '../../accounts/account.ts'
import type { AccountChange } from '../../simulation/delay.ts'
import type { Sql } from '../sql.ts'
import { storable } from './storable-text.ts'

/** Milliseconds of real time until an account has work to do because of a change; undefined if it has none. */
export type WakeAfter = (change: AccountChange) => number | undefined

interface Terms {
  /** Ids of campaigns that were added or changed, or whose last run was. */
  ids: Iterable<string>
  clockChanged: boolean
  wakeAfter: WakeAfter | undefined
}

/** The delay after a change of `before`, which is absent if the account is new. */
export function wakeDelay(
  before: Readonly<AccountHead> | undefined,
  account: Account,
  { ids, clockChanged, wakeAfter }: Terms,
): number | undefined {
  return wakeAfter?.({
    head: account,
    campaigns: [...ids].flatMap((id) => {
      const campaign = account.campaigns.get(id)
      return campaign ? [{ campaign, lastRun: account.lastRuns.get(id) }] : []
    }),
    isMoved: clockChanged,
    hasWebhooks: before !== undefined && statusesOf(before) !== statusesOf(account),
  })
}

/** Has the account's work begin in time, in the transaction that made the account. */
export async function wake(
  account: Account,
  wakeAfter: WakeAfter | undefined,
  sql: Sql,
): Promise<void> {
  const delay = wakeDelay(undefined, account, { ids: [], clockChanged: true, wakeAfter })
  if (delay === undefined) return
  const text = 'SELECT sandbox.wake($1, $2::double precision)'
  await sql.query(text, [storable(account.id), delay])
}

/** Deliveries to a webhook that changes its status, or is gone, have to be looked at. */
function statusesOf({ webhooks }: Readonly<AccountHead>): string {
  return Object.values(webhooks)
    .map(({ id, status }) => `${id} ${status}`)
    .join()
}
